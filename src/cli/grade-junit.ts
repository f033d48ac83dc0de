import { closeSync, openSync, writeSync } from 'node:fs';
import { messageOf, PawlError } from '../errors.js';
import type { GradedRow, GradeSummary } from '../jobs/grade-outputs.js';

/** A report that is written while rows are graded. */
export interface JunitReport {
  add(rows: readonly GradedRow[]): void;
  end(summary: GradeSummary): void;
  close(): void;
}

/** Room for the counts, which are known last and stand first. */
const headerWidth = 200;

/**
 * Opens a JUnit report: one test case an output, a failure for FAIL (its type is the failure class), skipped for ABSTAIN. Cases go to the file
 * as they come; the counts are put into the blanks that the first line keeps for them.
 *
 * @throws PawlError `bad-input` when the file cannot be written
 */
export function junitReport(path: string, suite: string): JunitReport {
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (cause) {
    throw new PawlError('bad-input', `${path}: cannot be written (${messageOf(cause)})`, { cause });
  }
  let isOpen = true;
  const opening = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n`;
  writeSync(file, `${opening}${' '.repeat(headerWidth)}\n`);
  return {
    add: (rows) => {
      writeSync(file, rows.map((row) => testCase(row, suite)).join(''));
    },
    end: ({ counts }) => {
      writeSync(file, '</testsuite>\n</testsuites>\n');
      const head = `<testsuite name="pawl ${escaped(suite)}" tests="${counts.rows}" failures="${counts.fail}" errors="0" skipped="${counts.abstain}">`;
      writeSync(file, head.padEnd(headerWidth), opening.length);
    },
    close: () => {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

function testCase({ taskId, itemId, line, verdict, drawbacks }: GradedRow, suite: string): string {
  const head = `<testcase classname="pawl.${escaped(suite)}" name="${escaped(`${taskId} (line ${line})`)}"`;
  if (verdict === 'PASS') return `${head}/>\n`;
  if (verdict === 'ABSTAIN')
    return `${head}><skipped message="no detector has an opinion, or they do not decide"/></testcase>\n`;
  const names = drawbacks.map(({ op }) => op).join(', ');
  const text = drawbacks.map(
    ({ op, failureClass, description }) => `${op} (${failureClass}): ${description}`,
  );
  return `${head}><failure message="${escaped(names)}" type="${escaped(drawbacks[0]?.failureClass ?? 'drawback')}">${escaped(
    [itemId, ...text].join('\n'),
  )}</failure></testcase>\n`;
}

/** Text for XML; what XML 1.0 cannot hold becomes a question mark. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (one) => ('\t\n\r'.includes(one) ? one : '?'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
