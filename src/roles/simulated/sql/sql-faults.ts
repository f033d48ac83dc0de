import type { Warehouse } from '../../../families/sql/open-warehouse.js';
import { sqlTaxonomy, type SqlFailure } from '../../../families/sql/taxonomy.js';
import type { SqlNode } from '../../../families/sql/tree/node.js';
import { contentHash } from '../../../hash.js';
import { hashedUnit } from '../../../random.js';
import {
  maximumOutputs,
  type Catalogue,
  type CatalogueRequest,
  type FaultModel,
  type Variant,
} from '../fault-model.js';
import { aggregateEdits, groupingEdits } from './aggregate-edits.js';
import { benchFor, type Bench, type Tried } from './bench.js';
import { boundaryEdits, missingFilterEdits, nullEdits } from './condition-edits.js';
import type { Edit, EditFinder } from './edit.js';
import { fanOutEdits, lostRowsEdits } from './join-edits.js';
import { inventedEdits, misreadEdits } from './name-edits.js';
import { orderEdits } from './order-edits.js';
import { restylings } from './restyle.js';

/** How many variants of each sort a catalogue holds, and how many edits of a class are tried for them. */
const limits = { restylings: 5, singles: 5, pairs: 2, tried: 14, total: maximumOutputs };

/** Changes when an edit finds or does something else. */
const edition = 'sql-faults-1';

const finders: Readonly<Record<SqlFailure, EditFinder>> = {
  'fan-out': fanOutEdits,
  'invented-name': inventedEdits,
  'lost-rows': lostRowsEdits,
  'misread-question': misreadEdits,
  'missing-filter': missingFilterEdits,
  'null-handling': nullEdits,
  'off-by-one-boundary': boundaryEdits,
  'wrong-aggregate': aggregateEdits,
  'wrong-grouping': groupingEdits,
  'wrong-order-or-limit': orderEdits,
};

/**
 * Faults of SQL queries: real edits of the reference's parse tree (DuckDB's own). Every variant is run: a fault counts only
 * when the result really differs from the reference's row by row, or, for invented names, when the query fails. Whether the
 * official comparison then notices is left to the truth.
 */
export function sqlFaults(warehouse: Warehouse): FaultModel {
  return {
    version: contentHash([edition, limits, warehouse.version]),
    classes: sqlTaxonomy,
    catalogue: async (request) => catalogueOf(request, await benchFor(request.task, warehouse)),
  };
}

/** A variant with its tree, so that a second fault can be put into it. */
interface Single {
  readonly failureClass: SqlFailure;
  readonly tried: Tried;
}

async function catalogueOf({ task, preference, slots }: CatalogueRequest, bench: Bench): Promise<Catalogue> {
  const right = await bench.firstWith('right', restylings(bench.tree), limits.restylings);
  const classes: SqlFailure[] = [];
  const singles: Single[] = [];
  for (const failureClass of preference.filter((one): one is SqlFailure => one in finders)) {
    if (classes.length === slots) break;
    const found = await faulty(bench, { id: task.id, failureClass, tree: bench.tree, count: limits.singles });
    if (found.length > 0) classes.push(failureClass);
    singles.push(...found.map((tried) => ({ failureClass, tried })));
  }
  const variants = [
    ...right.map((tried) => variant(tried, [], [tried.edit])),
    ...singles.map(({ tried, failureClass }) => variant(tried, [failureClass], [tried.edit])),
    ...(await pairsOf(task.id, classes, singles, bench)),
  ];
  return { classes, variants: distinct(variants).slice(0, limits.total) };
}

/** Two faults in one query: the second is put into a variant with the first. A query that fails shows no second fault. */
async function pairsOf(
  id: string,
  classes: readonly SqlFailure[],
  singles: readonly Single[],
  bench: Bench,
): Promise<readonly Variant[]> {
  const pairs: Variant[] = [];
  for (const [index, first] of classes.entries()) {
    if (first === 'invented-name') continue;
    for (const second of classes.slice(index + 1)) {
      for (const { tried } of singles
        .filter(({ failureClass }) => failureClass === first)
        .slice(0, limits.pairs)) {
        const [both] = await faulty(bench, {
          id: `${id} ${tried.edit.name}`,
          failureClass: second,
          tree: tried.edit.tree,
          count: 1,
        });
        if (both !== undefined) pairs.push(variant(both, [first, second].sort(), [tried.edit, both.edit]));
      }
    }
  }
  return pairs;
}

/** Up to `count` queries with a fault of a class, in an order of the task's own. */
async function faulty(
  bench: Bench,
  {
    id,
    failureClass,
    tree,
    count,
  }: {
    readonly id: string;
    readonly failureClass: SqlFailure;
    readonly tree: SqlNode;
    readonly count: number;
  },
): Promise<readonly Tried[]> {
  const edits = finders[failureClass](tree)
    .map((edit) => ({ edit, order: hashedUnit('sql-edit', id, failureClass, edit.name) }))
    .sort((a, b) => a.order - b.order)
    .map(({ edit }) => edit)
    .slice(0, limits.tried);
  return bench.firstWith(failureClass === 'invented-name' ? 'fails' : 'wrong', edits, count);
}

function variant({ output, unseen }: Tried, faults: readonly string[], edits: readonly Edit[]): Variant {
  return { output, faults, edits: edits.map(({ name }) => name), unseen };
}

function distinct(variants: readonly Variant[]): readonly Variant[] {
  return variants.filter(
    ({ output }, index) => variants.findIndex((other) => other.output === output) === index,
  );
}
