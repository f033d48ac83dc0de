import { textWidth } from '../../src/figures/text-width.js';

/** A word of a drawing and where its ink is, in pixels of the page. */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The boxes of all words of a drawing, from its markup alone. */
export function textBoxes(svg: string): TextBox[] {
  const boxes: TextBox[] = [];
  const offsets: { x: number; y: number }[] = [{ x: 0, y: 0 }];
  for (const found of svg.matchAll(/<(\/?)(g|text)\b([^>]*?)(\/?)>([^<]*)/g)) {
    const [, closing, tag, attributes = '', selfClosing, content = ''] = found;
    const attribute = (name: string): string | undefined =>
      new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
    const moved = /translate\((-?[\d.]+),\s*(-?[\d.]+)\)/.exec(attribute('transform') ?? '');
    const above = offsets.at(-1) ?? { x: 0, y: 0 };
    const here = { x: above.x + Number(moved?.[1] ?? 0), y: above.y + Number(moved?.[2] ?? 0) };
    if (tag === 'g') {
      if (closing === '/') offsets.pop();
      else if (selfClosing === '') offsets.push(here);
      continue;
    }
    if (closing === '/' || content === '') continue;
    const size = Number((attribute('font-size') ?? '11').replace('px', ''));
    const text = content
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    const width = textWidth(text, size, attribute('font-weight') === '600' ? 600 : 400);
    const x = here.x + Number(attribute('x') ?? 0);
    const baseline = here.y + Number(attribute('y') ?? 0);
    const anchor = attribute('text-anchor') ?? 'start';
    const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
    boxes.push({
      text,
      left,
      right: left + width,
      top: baseline - 0.73 * size,
      bottom: baseline + 0.05 * size,
    });
  }
  return boxes;
}
