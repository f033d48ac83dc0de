import { checkOwnRows } from '../families/own/check-rows.js';
import type { OwnFolder, PlacedRow, Problem } from '../families/own/read-folder.js';
import { ownRoot } from '../families/own/root.js';
import { itemOfRow } from '../families/own/row.js';
import type { OwnSettings } from '../families/own/settings.js';
import type { PreparedItem } from '../grader/item.js';
import type { OpFinding, OpSpec } from '../grader/op.js';
import { runPythonCheck } from '../grading/python-checks.js';
import type { PythonSandbox } from '../sandbox/python/python-sandbox.js';

/** One output with what every detector says of it. */
export interface LookedAt {
  readonly placed: PlacedRow;
  readonly prepared: PreparedItem;
  readonly findings: readonly OpFinding[];
}

/** The Python detectors of a family, run over some of its rows. */
export async function lookAtRows(
  rows: readonly PlacedRow[],
  ops: readonly OpSpec[],
  settings: Pick<OwnSettings, 'root'>,
  sandbox: PythonSandbox,
): Promise<readonly LookedAt[]> {
  const prepared = rows.map(({ row }): PreparedItem => ({
    item: itemOfRow(row),
    root: ownRoot(row.output, settings.root),
  }));
  const findings = await Promise.all(
    ops.map(async ({ check }) =>
      check.kind === 'python' ? runPythonCheck(sandbox, check.source, prepared) : [],
    ),
  );
  return rows.map((placed, index) => ({
    placed,
    prepared: prepared[index] as PreparedItem,
    findings: findings.map((ofOp) => ofOp[index] ?? { verdict: 'ABSTAIN', reason: 'unscored' }),
  }));
}

/** The detectors that run without a model. */
export function pythonOps(ops: readonly OpSpec[]): readonly OpSpec[] {
  return ops.filter(({ tier }) => tier !== 'judge');
}

/**
 * Everything that is wrong or worth a thought in the folder of a family: what can be seen in the files, and what its
 * detectors do on its outputs. Goes as far as the files allow, so that all problems are known at once.
 */
export async function checkOwnFamily(folder: OwnFolder, sandbox: PythonSandbox): Promise<readonly Problem[]> {
  const problems = checkOwnRows(folder);
  const { settings, rows } = folder;
  const ops = pythonOps(folder.ops);
  const asking = folder.ops
    .filter(({ tier }) => tier === 'judge')
    .map(({ name }): Problem => ({
      level: 'advice',
      place: `ops/${name}.md`,
      message: 'asks a model: it is left out where there is none',
    }));
  if (settings === null || ops.length === 0) return [...problems, ...asking];
  const all = [...rows.train, ...rows.anchors, ...rows.test];
  const looked = await lookAtRows(all, ops, settings, sandbox);
  const anchors = looked.slice(rows.train.length, rows.train.length + rows.anchors.length);
  return [
    ...problems,
    ...asking,
    ...ops.flatMap((op, index) => opProblems(op, index, looked)),
    ...sameOps(ops, looked),
    ...rootProblems(looked),
    ...indistinguishable(anchors),
  ];
}

/** Detectors that cannot tell anything apart, or fail. */
function opProblems({ name }: OpSpec, index: number, looked: readonly LookedAt[]): Problem[] {
  const place = `ops/${name}.py`;
  const findings = looked.map((one) => one.findings[index]);
  const count = (verdict: OpFinding['verdict']): number =>
    findings.filter((finding) => finding?.verdict === verdict).length;
  const [fired, clean] = [count('DRAWBACK'), count('CLEAN')];
  const faults = findings.filter(
    (finding) => finding?.reason !== undefined && finding.reason !== 'precondition',
  );
  const found: Problem[] = [];
  const warn = (message: string): void => void found.push({ level: 'warning', place, message });
  if (faults.length > 0) {
    const [first] = faults;
    const at = looked[findings.indexOf(first)]?.placed.place ?? '';
    found.push({
      level: faults.length === looked.length ? 'error' : 'warning',
      place,
      message: `fails on ${faults.length} of ${looked.length} outputs (there it abstains), first on ${at}: ${first?.detail ?? first?.reason ?? ''}`,
    });
  }
  if (looked.length === 0 || faults.length === looked.length) return found;
  if (fired === looked.length)
    warn(`always fires: a drawback on all ${looked.length} outputs tells nothing apart`);
  else if (fired > 0 && clean === 0 && fired > looked.length / 2)
    warn(`fires on ${fired} of ${looked.length} outputs and never says CLEAN`);
  else if (fired === 0 && clean === 0) warn(`never has an opinion on any of ${looked.length} outputs`);
  else if (fired === 0) warn(`never fires: CLEAN on ${clean} of ${looked.length} outputs, no drawback`);
  return found;
}

/** Detectors that say the same of every output. */
function sameOps(ops: readonly OpSpec[], looked: readonly LookedAt[]): Problem[] {
  const seen = new Map<string, string>();
  return ops.flatMap(({ name }, index): Problem[] => {
    const verdicts = looked.map((one) => one.findings[index]?.verdict);
    const key = verdicts.join();
    const before = seen.get(key);
    seen.set(key, before ?? name);
    if (before === undefined || !verdicts.includes('DRAWBACK')) return [];
    return [
      {
        level: 'advice',
        place: `ops/${name}.py`,
        message: `says the same as ${before} of every output here`,
      },
    ];
  });
}

/** Outputs that the structural check refuses although a person passed them. */
function rootProblems(looked: readonly LookedAt[]): Problem[] {
  return looked.flatMap(({ placed: { row, place }, prepared: { root } }): Problem[] =>
    root.verdict === 'DRAWBACK' && row.label === 'PASS'
      ? [
          {
            level: 'error',
            place,
            message: `labelled PASS, but the structural check of family.json refuses it (${JSON.stringify(root.facts['failed'])})`,
          },
        ]
      : [],
  );
}

/** Anchors with different labels of which every detector says the same: no expression can get both right. */
function indistinguishable(anchors: readonly LookedAt[]): Problem[] {
  const found: Problem[] = [];
  for (const [index, one] of anchors.entries()) {
    const key = one.findings.map(({ verdict }) => verdict).join();
    const other = anchors
      .slice(0, index)
      .find(
        (before) =>
          before.placed.row.label !== one.placed.row.label &&
          before.findings.map(({ verdict }) => verdict).join() === key,
      );
    if (other === undefined || one.placed.row.label === null || other.placed.row.label === null) continue;
    found.push({
      level: 'warning',
      place: one.placed.place,
      message:
        `contradicts ${other.placed.place} as far as the detectors see: they say the same of both, but one is ` +
        `${other.placed.row.label} and the other ${one.placed.row.label}; a detector that tells them apart is missing`,
    });
  }
  return found;
}
