/** On paper and white pages, or on dark ones. */
export type ThemeName = 'light' | 'dark';

/** Across a page (6.9 in) or in one column (3.3 in), which is also what a phone shows. */
export type Layout = 'page' | 'column';

/** A colour as it is drawn and as it is written: yellowish tones need a darker form to be read on white. */
export interface Ink {
  readonly mark: string;
  readonly text: string;
}

/** Colours of a theme; hues are Okabe and Ito's, which people with any colour vision tell apart. */
export interface Theme {
  readonly name: ThemeName;
  readonly background: string;
  /** Filled boxes a shade off the background. */
  readonly surface: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly blue: Ink;
  readonly orange: Ink;
  readonly vermillion: Ink;
  readonly green: Ink;
  readonly purple: Ink;
  readonly sky: Ink;
  readonly grey: Ink;
}

/** How a series looks: told apart by hue, and without hue by dash and by shape. */
export interface SeriesStyle extends Ink {
  readonly dash: readonly number[];
  readonly shape: 'circle' | 'square' | 'triangle-up' | 'diamond' | 'cross';
}

const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    name: 'light',
    background: '#ffffff',
    surface: '#f4f6f8',
    ink: '#1b1f24',
    muted: '#57606a',
    grid: '#e3e6ea',
    blue: { mark: '#0072b2', text: '#00639c' },
    orange: { mark: '#e69f00', text: '#8f6300' },
    vermillion: { mark: '#d55e00', text: '#b34f00' },
    green: { mark: '#009e73', text: '#00704f' },
    purple: { mark: '#cc79a7', text: '#9c4676' },
    sky: { mark: '#56b4e9', text: '#1b719f' },
    grey: { mark: '#6b7280', text: '#57606a' },
  },
  dark: {
    name: 'dark',
    background: '#0d1117',
    surface: '#171d26',
    ink: '#e6edf3',
    muted: '#9aa5b1',
    grid: '#262d37',
    blue: { mark: '#56b4e9', text: '#6fc0ee' },
    orange: { mark: '#e69f00', text: '#efb033' },
    vermillion: { mark: '#e8702a', text: '#f08445' },
    green: { mark: '#1fb888', text: '#35c798' },
    purple: { mark: '#cc79a7', text: '#dc95bd' },
    sky: { mark: '#8fd0f5', text: '#8fd0f5' },
    grey: { mark: '#8b949e', text: '#a2acb7' },
  },
};

/** The colours of a theme. */
export function themeOf(name: ThemeName): Theme {
  return themes[name];
}

/** Widths in CSS pixels at 96 to the inch. */
export const layoutWidth: Readonly<Record<Layout, number>> = { page: 662, column: 317 };

/** Text sizes in pixels; 10 px are 7.5 pt on paper. */
export const textSize = { title: 11, label: 10, small: 9 } as const;

/** Inter where it is installed; the others are no wider, so nothing runs over. */
export const fontFamily = 'Inter, Helvetica, Arial, sans-serif';

/** The look of an arm: the paper's blue for co and orange for reference; others in a fixed order. */
export function armStyle(theme: Theme, arm: string): SeriesStyle {
  switch (arm) {
    case 'co':
      return { ...theme.blue, dash: [], shape: 'circle' };
    case 'reference':
      return { ...theme.orange, dash: [7, 2], shape: 'square' };
    case 'naive':
      return { ...theme.vermillion, dash: [2, 2], shape: 'triangle-up' };
    case 'no-lifecycle':
      return { ...theme.green, dash: [6, 2, 1.5, 2], shape: 'diamond' };
    case 'frozen':
      return { ...theme.grey, dash: [3, 3], shape: 'cross' };
    default:
      return { ...theme.purple, dash: [4, 2], shape: 'diamond' };
  }
}
