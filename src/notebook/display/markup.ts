import { escapeMarkup } from '../../figures/finish-svg.js';

/** Markup that is safe to put into a page; made by {@link markup} only. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in the gaps: markup as it is, everything else escaped, lists joined. */
export type Gap = Markup | string | number | readonly Markup[];

/**
 * HTML from a template: what is filled in is escaped unless it is markup itself.
 *
 * @example
 * markup`<b>${'a < b'}</b>`.text // '<b>a &lt; b</b>'
 */
export function markup(parts: TemplateStringsArray, ...gaps: readonly Gap[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + filled(gaps[index - 1] ?? '') + part));
}

function filled(gap: Gap): string {
  if (gap instanceof Markup) return gap.text;
  if (typeof gap === 'string' || typeof gap === 'number') return escapeMarkup(String(gap));
  return gap.map((one) => one.text).join('');
}
