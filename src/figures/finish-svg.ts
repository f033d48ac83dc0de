import { sha256 } from '../hash.js';
import { holdTextWidths } from './hold-text-widths.js';

/** Escapes text for XML and HTML, in attributes too. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const geometry = /(\s(?:d|transform|x|y|x1|x2|y1|y2|cx|cy|r|width|height|viewBox|points)=")([^"]*)"/g;
const longNumber = /-?\d*\.\d{3,}(?:e[-+]?\d+)?|-?\d+(?:\.\d+)?e[-+]?\d+/g;

/** What the renderer leaves for its own use or for interaction: nothing that is seen. */
const hiddenPath = /<path\b[^>]*\sdisplay="none"[^>]*\/>/g;
const renderersMarks =
  /\s(?:class|role|aria-roledescription|aria-hidden|pointer-events|stroke-dasharray|stroke-linecap)="(?:mark-[^"]*|background|foreground|marks|graphics-[^"]*|[a-z]+ mark container|true|none|butt|)"/g;

function rounded(number: string): string {
  const value = Math.round(Number(number) * 100) / 100;
  return String(Object.is(value, -0) ? 0 : value);
}

/**
 * Makes a drawing's bytes depend on nothing but its content, and gives it words: coordinates to a hundredth of a pixel
 * (engines differ in the last digits), ids of clip paths and gradients numbered by appearance and prefixed by a hash (so
 * that several drawings can stand in one page), the renderer's own marks left out, words held to their measured widths,
 * `<title>` and `<desc>` for people who do not see it.
 *
 * @param svg - one `<svg>` element
 * @param words - a short title and one or two sentences saying what is to be seen
 */
export function finishSvg(svg: string, words: { readonly title: string; readonly desc: string }): string {
  const exact = svg.replace(
    geometry,
    (_, start: string, value: string) => `${start}${value.replace(longNumber, rounded)}"`,
  );
  const numbered = numberIds(holdTextWidths(exact.replace(hiddenPath, '').replace(renderersMarks, '')));
  const prefix = `p${sha256(numbered).slice(0, 8)}`;
  const named = numbered.replaceAll('pawl-id-', `${prefix}-`);
  const head = /^<svg\b([^>]*)>/.exec(named);
  if (head === null) throw new TypeError('finishSvg: the text does not begin with an <svg> element');
  const attributes = (head[1] ?? '').replace(/\s(?:role|aria-labelledby|class)="[^"]*"/g, '');
  return (
    `<svg${attributes} role="img" aria-labelledby="${prefix}-title ${prefix}-desc">` +
    `<title id="${prefix}-title">${escapeMarkup(words.title)}</title>` +
    `<desc id="${prefix}-desc">${escapeMarkup(words.desc)}</desc>` +
    `${named.slice(head[0].length)}\n`
  );
}

/** Renames every id, and every reference to it, to `pawl-id-N` in order of appearance. */
function numberIds(svg: string): string {
  const ids = new Map<string, string>();
  for (const [, id] of svg.matchAll(/\sid="([^"]+)"/g)) {
    if (id !== undefined && !ids.has(id)) ids.set(id, `pawl-id-${ids.size}`);
  }
  if (ids.size === 0) return svg;
  return svg
    .replace(/(\sid=")([^"]+)"/g, (_, start: string, id: string) => `${start}${ids.get(id) ?? id}"`)
    .replace(/(url\(|href=")#([^")]+)/g, (_, start: string, id: string) => `${start}#${ids.get(id) ?? id}`);
}
