import { textWidth } from './text-width.js';

const oneLine = /<text\b([^>]*)>([^<]+)<\/text>/g;

/**
 * Tells whoever shows a drawing how wide each word was measured, so that another typeface (where Inter is not installed)
 * is drawn as wide and nothing runs over or crosses.
 */
export function holdTextWidths(svg: string): string {
  return svg.replace(oneLine, (whole, attributes: string, content: string) => {
    const size = Number(/\sfont-size="([\d.]+)(?:px)?"/.exec(attributes)?.[1]);
    if (!Number.isFinite(size) || attributes.includes('textLength')) return whole;
    const weight = /\sfont-weight="(?:bold|[6-9]00)"/.test(attributes) ? 600 : 400;
    const width = Math.round(textWidth(decoded(content), size, weight) * 100) / 100;
    return width > 0
      ? `<text${attributes} textLength="${width}" lengthAdjust="spacingAndGlyphs">${content}</text>`
      : whole;
  });
}

function decoded(content: string): string {
  return content
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
