export type * from './data.js';
export { toPng, type PngOptions } from './png.js';
export {
  figureNames,
  isFigureName,
  renderFigure,
  type FigureOptions,
  type RenderedFigure,
} from './render-figure.js';
export type { Layout, ThemeName } from './theme.js';
