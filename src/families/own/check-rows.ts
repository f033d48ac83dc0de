import { sha256 } from '../../hash.js';
import { didYouMean } from '../../input/nearest-name.js';
import { parseExpression } from '../../grader/parse-expression.js';
import { leavesOf } from '../../grader/expression.js';
import { messageOf } from '../../errors.js';
import { compareWithReference, comparisons } from './compare-reference.js';
import { ownSplits, type OwnFolder, type PlacedRow, type Problem } from './read-folder.js';

/** The number of anchors that the method was studied with, and what the arithmetic of A_dev allows for a label. */
const usualAnchors = 10;
const mostOfALabel = 10;
const fewestOfALabel = 2;
const fewestTrain = 4;

/**
 * Looks at everything that can be judged without running a check: labels, classes, duplicates, leaks between splits, anchors
 * of one class or in contradiction, and anchors whose label a program could decide.
 *
 * @returns all problems at once, those of reading first
 */
export function checkOwnRows(folder: OwnFolder): readonly Problem[] {
  return [
    ...folder.problems,
    ...neededParts(folder),
    ...labelProblems(folder),
    ...identityProblems(folder),
    ...leaks(folder),
    ...contradictions(folder),
    ...comparisonProblems(folder),
    ...hardenable(folder),
  ];
}

const error = (place: string, message: string): Problem => ({ level: 'error', place, message });
const warning = (place: string, message: string): Problem => ({ level: 'warning', place, message });

function neededParts({ files, rows, ops, settings, problems }: OwnFolder): Problem[] {
  const found: Problem[] = [];
  if (files.train === null)
    found.push(error('train.jsonl', 'missing: unlabelled outputs, one a line (or train.csv)'));
  else if (rows.train.length < fewestTrain && problems.length === 0)
    found.push(
      error(
        files.train,
        `${rows.train.length} rows; at least ${fewestTrain} are needed, some dozens are better`,
      ),
    );
  if (files.anchors === null)
    found.push(
      error(
        'anchors.jsonl',
        "missing: ten labelled outputs; 'pawl family label DIR' asks for them one by one",
      ),
    );
  const unread = problems.some(({ place }) => place.startsWith('ops/'));
  if (ops.length === 0 && !unread && settings !== null)
    found.push(error('ops', 'no detectors: write at least one ops/<name>.py that defines check(item)'));
  if (settings?.handSeed !== undefined && settings.handSeed !== null) {
    try {
      const names = ops.map(({ name }) => name);
      for (const name of new Set(leavesOf(parseExpression(settings.handSeed))))
        if (!names.includes(name))
          found.push(error('family.json', `handSeed: no detector '${name}'; ${didYouMean(name, names)}`));
    } catch (thrown) {
      found.push(error('family.json', `handSeed: ${messageOf(thrown)}`));
    }
  }
  return found;
}

function labelProblems({ rows, files, settings }: OwnFolder): Problem[] {
  const found: Problem[] = [];
  const taxonomy = settings?.taxonomy ?? [];
  for (const { row, place } of [...rows.anchors, ...rows.test])
    for (const one of row.failureClasses)
      if (settings !== null && !taxonomy.includes(one))
        found.push(
          error(place, `failureClasses: '${one}' is not in the taxonomy; ${didYouMean(one, taxonomy)}`),
        );
  for (const { row, place } of rows.anchors)
    if (row.label === null) found.push(error(place, 'label: missing; an anchor is PASS or FAIL'));

  const count = (label: 'PASS' | 'FAIL'): number =>
    rows.anchors.filter(({ row }) => row.label === label).length;
  const [pass, fail] = [count('PASS'), count('FAIL')];
  if (files.anchors !== null && rows.anchors.length > 0) {
    if (pass === 0 || fail === 0)
      found.push(
        error(
          files.anchors,
          `all ${rows.anchors.length} anchors are ${pass === 0 ? 'FAIL' : 'PASS'}: a grader that always says so would look perfect; label some of the other kind`,
        ),
      );
    else if (pass < fewestOfALabel || fail < fewestOfALabel)
      found.push(
        error(
          files.anchors,
          `${fail} FAIL and ${pass} PASS; at least ${fewestOfALabel} of each are needed, five are better`,
        ),
      );
    else if (rows.anchors.length !== usualAnchors)
      found.push(
        warning(
          files.anchors,
          `${rows.anchors.length} anchors (${fail} FAIL, ${pass} PASS); the method was studied with five and five`,
        ),
      );
    if (pass > mostOfALabel || fail > mostOfALabel)
      found.push(
        error(
          files.anchors,
          `${fail} FAIL and ${pass} PASS: at most ${mostOfALabel} of a label are anchors; move the others to test`,
        ),
      );
  } else if (files.anchors !== null) found.push(error(files.anchors, 'no anchors yet'));

  const labelledTrain = rows.train.filter(({ row }) => row.label !== null).length;
  if (labelledTrain > 0)
    found.push(
      warning(
        files.train ?? 'train',
        `${labelledTrain} rows carry a label, which is not read: train is unlabelled`,
      ),
    );
  const unlabelledTest = rows.test.filter(({ row }) => row.label === null).length;
  if (unlabelledTest > 0 && settings?.compare === null)
    found.push(
      warning(
        files.test ?? 'test',
        `${unlabelledTest} of ${rows.test.length} rows have no label and are left out of the audit`,
      ),
    );
  return found;
}

/** Ids that are given twice within a file, and outputs that are there twice. */
function identityProblems({ rows }: OwnFolder): Problem[] {
  return ownSplits.flatMap((split) => {
    const found: Problem[] = [];
    const ids = new Map<string, string>();
    const outputs = new Map<string, PlacedRow>();
    for (const placed of rows[split]) {
      const { row, place } = placed;
      const same = outputs.get(outputKey(placed));
      if (same !== undefined) {
        // In train it only weighs double; an anchor that is there twice counts twice.
        const level = split === 'train' ? warning : error;
        if (same.row.label === row.label || split === 'train')
          found.push(level(place, `the same prompt and output as ${same.place}`));
      } else outputs.set(outputKey(placed), placed);
      const before = ids.get(row.id);
      if (before !== undefined && same === undefined)
        found.push(error(place, `id '${row.id}' is taken by ${before}`));
      ids.set(row.id, before ?? place);
    }
    return found;
  });
}

/** Rows of one split that are in another, too. */
function leaks({ rows }: OwnFolder): Problem[] {
  const found: Problem[] = [];
  const pairs = [
    ['anchors', 'train'],
    ['test', 'anchors'],
    ['test', 'train'],
  ] as const;
  for (const [split, other] of pairs) {
    const outputs = new Map(rows[other].map((placed) => [outputKey(placed), placed.place]));
    const ids = new Map(rows[other].map(({ row, place }) => [row.id, place]));
    for (const placed of rows[split]) {
      const leak = outputs.get(outputKey(placed));
      const sameId = ids.get(placed.row.id);
      if (leak !== undefined)
        found.push(
          error(placed.place, `leaks: the same prompt and output as ${leak}; keep it in one of the files`),
        );
      else if (sameId !== undefined)
        found.push(
          error(
            placed.place,
            `leaks: id '${placed.row.id}' is in ${sameId}, too; another output of a task is named differently, e.g. '${placed.row.id}/2'`,
          ),
        );
    }
  }
  return found;
}

/** Equal outputs for the same task with different labels. */
function contradictions({ rows }: OwnFolder): Problem[] {
  const found: Problem[] = [];
  for (const split of ['anchors', 'test'] as const) {
    const seen = new Map<string, PlacedRow>();
    for (const placed of rows[split]) {
      const key = outputKey(placed);
      const before = seen.get(key);
      if (before === undefined) seen.set(key, placed);
      else if (before.row.label !== placed.row.label)
        found.push(
          error(
            placed.place,
            `contradicts ${before.place}: the same prompt and output are ${before.row.label ?? 'unlabelled'} there and ${placed.row.label ?? 'unlabelled'} here`,
          ),
        );
    }
  }
  return found;
}

/** Labels that differ from what `compare` says: one of the two is wrong. */
function comparisonProblems({ rows, settings }: OwnFolder): Problem[] {
  const compare = settings?.compare ?? null;
  if (compare === null) return [];
  return [...rows.anchors, ...rows.test].flatMap(({ row, place }) => {
    const decided = compareWithReference(compare, row.output, row.reference);
    return decided === null || row.label === null || decided === row.label
      ? []
      : [
          error(
            place,
            `labelled ${row.label}, but comparing with the reference ('compare': '${compare}') says ${decided}`,
          ),
        ];
  });
}

/** Soft anchors whose labels a comparison with the reference gives, all of them: they could be checked instead of believed. */
function hardenable({ rows, settings, files }: OwnFolder): Problem[] {
  if (settings === null || settings.compare !== null) return [];
  for (const comparison of comparisons) {
    const decided = rows.anchors
      .map(({ row }) => ({ row, by: compareWithReference(comparison, row.output, row.reference) }))
      .filter(({ by }) => by !== null);
    const agree = decided.filter(({ row, by }) => row.label === by);
    const labels = new Set(agree.map(({ row }) => row.label));
    if (decided.length < 2 || agree.length !== decided.length || labels.size < 2) continue;
    return [
      {
        level: 'advice',
        place: files.anchors ?? 'anchors',
        message:
          `${decided.length} of ${rows.anchors.length} labels follow from comparing the output with the reference: ` +
          `set "compare": "${comparison}" in family.json and they are checked instead of believed; so are test rows with a reference`,
      },
    ];
  }
  return [];
}

function outputKey({ row }: PlacedRow): string {
  return sha256(JSON.stringify([row.prompt, row.output.trim()]));
}
