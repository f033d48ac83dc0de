import type { PaperReport, StatusCounts } from './recompute-paper.js';
import type { PaperLine, PaperStatus } from './paper-line.js';

const width = 'consistent with rounding'.length;

/**
 * The report as text, one line a number: status, what it is and where, what was printed, the arithmetic, and what
 * it assumes or shows besides.
 */
export function formatPaperReport(report: PaperReport): string {
  const { paper, lines, summary } = report;
  const groups = [...new Set(lines.map((line) => line.group))];
  const id = paper.id === null ? '' : ` (${paper.id})`;
  const sections = groups.map((group) => {
    const own = lines.filter((line) => line.group === group).map(formatLine);
    return [...(group === '' ? [] : [group]), ...own].join('\n');
  });
  const settings =
    summary.settings === 0 ? [] : [`Settings, which nothing could contradict: ${summary.settings}`];
  const totals = [
    `Printed numbers: ${countsText(summary.printed)}`,
    `Numbers that follow and are not printed: ${countsText(summary.unprinted)}`,
    ...settings,
  ];
  return `${paper.title}${id}\n\n${sections.join('\n\n')}\n\n${totals.join('\n')}`;
}

function formatLine(line: PaperLine): string {
  const place = line.source === null ? '' : ` (${line.source.place})`;
  const printed = line.published === null ? '' : ` ${line.published}`;
  const assuming = line.assuming === null ? [] : [`assuming ${line.assuming}`];
  const rest = [line.arithmetic, ...assuming, ...line.notes].join('; ');
  return `  ${line.status.padEnd(width)}  ${line.label}${place}${printed} | ${rest}`;
}

function countsText(counts: StatusCounts): string {
  const statuses = Object.keys(counts) as PaperStatus[];
  return statuses.map((status) => `${counts[status]} ${status}`).join(', ');
}
