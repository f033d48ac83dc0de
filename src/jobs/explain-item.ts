import { PawlError } from '../errors.js';
import type { Expression } from '../grader/expression.js';
import type { GraderFile } from '../grader/grader-file.js';
import { parseExpression } from '../grader/parse-expression.js';
import { verdictAt, verdictTable } from '../grader/planes.js';
import { evaluateNodes } from '../grader/reasons.js';
import { didYouMean } from '../input/nearest-name.js';
import type { OpVerdict } from '../verdict.js';
import { gradeRecords, type GradedRow, type GraderEnvironment } from './grade-outputs.js';
import { graderIn, openGraderWorld } from './load-grader.js';
import { checkOutputs, outputRecords, type OutputRecord, type OutputsFile } from './output-rows.js';

/** How a grader reads one output: the grade, and what every node of the expression says, from the top. */
export interface ExplainedItem {
  readonly row: GradedRow;
  readonly nodes: readonly { readonly node: Expression; readonly verdict: OpVerdict }[];
}

/**
 * Grades one output of a file.
 *
 * @param options.id the output's id, its task's id, or its line number; the first that fits
 * @throws PawlError `not-found` with the nearest id
 */
export async function explainItem(
  options: GraderEnvironment & {
    readonly grader: GraderFile;
    readonly id: string;
    readonly outputs: OutputsFile;
  },
): Promise<ExplainedItem> {
  const { grader, id, outputs, signal } = options;
  const world = await openGraderWorld(grader, options);
  try {
    await checkOutputs(outputs, world.family);
    const record = await findRecord(outputRecords(outputs, world.family), id);
    const [row] = await gradeRecords(graderIn(world, grader), [record], signal);
    if (row === undefined) throw new PawlError('not-found', `'${id}' was not graded`);
    const table = verdictTable(
      1,
      row.ops.map(({ op, verdict }) => [op, [verdict]] as const),
    );
    const planes = evaluateNodes(parseExpression(grader.expression), table);
    return {
      row,
      nodes: [...planes].map(([node, found]) => ({ node, verdict: verdictAt(found, 0) })),
    };
  } finally {
    await world.close();
  }
}

async function findRecord(records: AsyncIterable<OutputRecord>, id: string): Promise<OutputRecord> {
  const tasks = new Set<string>();
  for await (const record of records) {
    const { item, line } = record;
    if (item.id === id || item.task.id === id || String(line) === id) return record;
    tasks.add(item.task.id);
  }
  throw new PawlError('not-found', `no output '${id}' in the file`, {
    hint: didYouMean(id, [...tasks].slice(0, 200)),
  });
}
