export { chart } from './chart.js';
export { diff, type DiffOptions } from './diff.js';
export { grader } from './grader.js';
export { marked, type Mark } from './marked.js';
export type { Displayable, DisplayHook, MimeBundle } from './mime-bundle.js';
export { progress, type Progress, type ProgressOptions } from './progress.js';
export { showFigure } from './show-figure.js';
export { stepper, type Step, type StepPart } from './stepper.js';
export { table, type TableOptions } from './table.js';
