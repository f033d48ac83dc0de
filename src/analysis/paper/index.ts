export { formatPaperReport } from './format-report.js';
export type { PaperLine, PaperStatus } from './paper-line.js';
export type * from './published.js';
export { parsePublished, publishedPath, readPublished } from './read-published.js';
export { type PaperReport, recomputePaper, type StatusCounts } from './recompute-paper.js';
