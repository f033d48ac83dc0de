import type { FigureData, FigureName } from '../../figures/data.js';
import { toPng } from '../../figures/png.js';
import { renderFigure, type FigureOptions } from '../../figures/render-figure.js';
import type { Displayable, MimeBundle } from './mime-bundle.js';

/**
 * One of the paper's figures for a notebook: the drawing as SVG and PNG, and what it shows in words.
 *
 * @param name - as in `renderFigure`
 * @param data - the figure's rows
 * @example
 * showFigure('3a', data, { layout: 'column' });
 */
export function showFigure<Name extends FigureName>(
  name: Name,
  data: FigureData[Name],
  options: FigureOptions = {},
): Displayable {
  return {
    toMimeBundle: async (): Promise<MimeBundle> => {
      const { svg, alt } = await renderFigure(name, data, options);
      return {
        data: {
          'image/svg+xml': svg,
          'image/png': Buffer.from(await toPng(svg)).toString('base64'),
          'text/plain': `[figure ${name}] ${alt}`,
        },
        metadata: { 'image/png': { width: Number(/\swidth="([\d.]+)"/.exec(svg)?.[1]) } },
      };
    },
  };
}
