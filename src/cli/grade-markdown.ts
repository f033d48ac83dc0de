import { writeFileSync } from 'node:fs';
import { messageOf, PawlError } from '../errors.js';
import type { GradedRow, GradeSummary } from '../jobs/grade-outputs.js';

/** A summary that is written at the end. */
export interface MarkdownReport {
  add(rows: readonly GradedRow[]): void;
  end(summary: GradeSummary): void;
}

/** Failing outputs that are listed; the others are counted. */
const listed = 50;

/** Collects what a Markdown summary shows: counts, drawbacks, detectors, and the first failing outputs. */
export function markdownReport(path: string): MarkdownReport {
  const failing: GradedRow[] = [];
  return {
    add: (rows) => {
      for (const row of rows) if (row.verdict === 'FAIL' && failing.length < listed) failing.push(row);
    },
    end: (summary) => {
      try {
        writeFileSync(path, text(summary, failing));
      } catch (cause) {
        throw new PawlError('bad-input', `${path}: cannot be written (${messageOf(cause)})`, { cause });
      }
    },
  };
}

function text({ grader, counts, profile, drawbacks }: GradeSummary, failing: readonly GradedRow[]): string {
  const of = (count: number): string =>
    `${count} of ${counts.rows} (${((100 * count) / counts.rows).toFixed(1)} %)`;
  const lines = [
    `# Graded by \`${grader.family}\` ${grader.hash.slice(0, 12)}`,
    '',
    `\`${grader.expression}\``,
    '',
    ...table(
      ['verdict', 'outputs'],
      [
        ['PASS', of(counts.pass)],
        ['FAIL', of(counts.fail)],
        ['ABSTAIN', of(counts.abstain)],
      ],
    ),
    '',
    'PASS means that no known drawback was found, not that the output is correct.',
  ];
  if (drawbacks.length > 0) {
    lines.push('', '## Drawbacks', '');
    lines.push(
      ...table(
        ['drawback', 'class', 'outputs'],
        drawbacks.map(({ op, failureClass, rows }) => [op, failureClass, of(rows)]),
      ),
    );
  }
  lines.push('', '## Detectors', '');
  lines.push(
    ...table(
      ['detector', 'drawback', 'clean', 'abstains'],
      profile.ops.map(({ op, drawback, clean, abstain }) => [
        op,
        String(drawback),
        String(clean),
        String(abstain),
      ]),
    ),
  );
  if (failing.length > 0) {
    const rest = counts.fail - failing.length;
    lines.push('', '## Failing outputs', '');
    lines.push(
      ...table(
        ['line', 'output', 'drawbacks'],
        failing.map(({ line, itemId, drawbacks: found }) => [
          String(line),
          `\`${itemId}\``,
          found.map(({ description }) => description).join('; '),
        ]),
      ),
    );
    if (rest > 0) lines.push('', `… and ${rest} more.`);
  }
  return `${lines.join('\n')}\n`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)];
}
