import { dataPath } from '../data-folder.js';
import { PawlError } from '../errors.js';

export interface PngOptions {
  /** Width in pixels; the drawing's own times two unless told, for sharp screens. */
  readonly width?: number;
}

/**
 * Turns a drawing into a PNG with the typeface that comes with Pawl, never the machine's own.
 *
 * @param svg - one `<svg>` element with a width
 * @returns the bytes of the file
 * @throws PawlError `bad-input` when the text is no drawing
 * @example
 * const { svg } = await renderFigure('6', data);
 * writeFileSync('forest.png', await toPng(svg, { width: 1324 }));
 */
export async function toPng(svg: string, options: PngOptions = {}): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  const own = Number(/^<svg\b[^>]*\swidth="([\d.]+)"/.exec(svg)?.[1]);
  const width = options.width ?? own * 2;
  if (!(width >= 1 && width <= 20_000)) {
    throw new PawlError('bad-input', `toPng: a width of ${width} pixels cannot be drawn`, {
      hint: 'hand in a drawing with a width, or say { width }, between 1 and 20,000',
    });
  }
  try {
    const image = new Resvg(svg, {
      fitTo: { mode: 'width', value: Math.round(width) },
      font: {
        loadSystemFonts: false,
        fontFiles: [dataPath('fonts', 'Inter-Regular.ttf'), dataPath('fonts', 'Inter-SemiBold.ttf')],
        defaultFontFamily: 'Inter',
        sansSerifFamily: 'Inter',
      },
    });
    return image.render().asPng();
  } catch (cause) {
    throw new PawlError('bad-input', `toPng: the drawing cannot be read (${String(cause)})`, { cause });
  }
}
