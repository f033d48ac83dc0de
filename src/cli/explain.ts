import type { Command } from 'commander';
import { PawlError } from '../errors.js';
import { childrenOf, type Expression } from '../grader/expression.js';
import type { GraderFile } from '../grader/grader-file.js';
import type { OpVerdict } from '../verdict.js';
import type { Scores } from '../evolution/state.js';
import type { AuditRecord } from '../evolution/events.js';
import type { LeafReport } from '../jobs/leaf-record.js';
import type { ExplainedItem } from '../jobs/explain-item.js';
import type { ResultFormat } from '../jobs/output-rows.js';
import { fromOption } from './grade.js';
import { openGraderCommand } from './grader-command.js';
import { jsonOption, wholeNumber } from './options.js';
import { print, printJson } from './terminal.js';

interface ExplainOptions {
  readonly item?: string;
  readonly outputs?: string;
  readonly from?: ResultFormat;
  readonly code?: true;
  readonly store?: string;
  readonly jobs: number;
  readonly json?: true;
}

/** `pawl explain GRADER`: what each check looks for, why the grader was selected, and how it reads one output. */
export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .description(
      'say what each check of a grader looks for and why it was selected; with --item, how it reads one output',
    )
    .argument('<grader>', 'a grader file')
    .option('--item <id>', 'explain the verdict on this output of --outputs (its id, task id or line number)')
    .option('--outputs <file>', 'where the output is, JSONL or CSV')
    .addOption(fromOption())
    .option('--code', 'show the source of every check')
    .option('--store <dir>', 'keep verdicts in the cache of this store')
    .option('--jobs <n>', 'sandbox children', wholeNumber('--jobs', 1, 64), 1)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  $ pawl explain grader.json
  $ pawl explain grader.json --code
  $ pawl explain grader.json --item test-4 --outputs outputs.jsonl`,
    )
    .action(async (path: string, options: ExplainOptions) => {
      if ((options.item === undefined) !== (options.outputs === undefined))
        throw new PawlError('usage', '--item and --outputs belong together: which output, and where it is');
      const { loadGraderFile } = await import('../grader/grader-file.js');
      const { parseExpression } = await import('../grader/parse-expression.js');
      const { selectionOf } = await import('../jobs/selection.js');
      const grader = loadGraderFile(path);
      const expression = parseExpression(grader.expression);
      const selection = selectionOf(grader);
      if (options.item === undefined || options.outputs === undefined) {
        if (options.json === true) printJson(graderJson(grader, expression, selection), { grader: path });
        else print(graderText(grader, expression, selection, options.code === true));
        return;
      }
      const { item, outputs, from } = options;
      const { explainItem } = await import('../jobs/explain-item.js');
      const explained = await openGraderCommand('pawl explain', options, async (environment, fileOf) =>
        explainItem({ ...environment, grader, id: item, outputs: fileOf(outputs, from) }),
      );
      if (options.json === true) printJson(explained, { grader: path });
      else print(itemText(explained, grader));
    });
}

/** What a node's verdict means. */
function rule(node: Expression): string {
  switch (node.kind) {
    case 'op':
      return node.name;
    case 'any':
      return 'any: a drawback if one of these finds one';
    case 'all':
      return 'all: a drawback if all of these find one';
    case 'not':
      return 'not: a drawback if this finds none';
    case 'at-least':
      return `at-least ${node.count}: a drawback if ${node.count} of these find one`;
    case 'weighted':
      return `weighted ${node.threshold}: a drawback if the share of weight that finds one reaches ${node.threshold}`;
  }
}

/** The expression as an indented tree; with verdicts where there are some. */
function tree(node: Expression, depth: number, verdictOf?: (node: Expression) => OpVerdict): string[] {
  const verdict = verdictOf === undefined ? '' : `  → ${verdictOf(node)}`;
  const weights =
    node.kind === 'weighted' ? ` (weights ${node.children.map(({ weight }) => weight).join(', ')})` : '';
  return [
    `${'  '.repeat(depth)}${rule(node)}${weights}${verdict}`,
    ...childrenOf(node).flatMap((child) => tree(child, depth + 1, verdictOf)),
  ];
}

function graderText(
  grader: GraderFile,
  expression: Expression,
  selection: LeafReport | undefined,
  withCode: boolean,
): string {
  const parts = [
    `grader ${grader.hash.slice(0, 12)}, family ${grader.family.name}`,
    [
      'An output FAILS if the structural check of its family fails, or if this finds a drawback. Checks without an opinion do not count.',
      ...tree(expression, 1),
    ].join('\n'),
    ['Checks', ...grader.ops.map((op) => checkText(op, selection, withCode))].join('\n\n'),
    selectedText(grader, selection),
    auditText(grader.audit as unknown as AuditRecord | null),
  ];
  return parts.join('\n\n');
}

function checkText(
  op: GraderFile['ops'][number],
  selection: LeafReport | undefined,
  withCode: boolean,
): string {
  const born =
    op.origin === 'seed'
      ? 'given at the start'
      : `written in round ${op.bornAt} for ${op.origin === 'miss' ? 'missed anchors' : 'outputs on which the checks were silent or split'}`;
  const lines = [`${op.name} (${op.failureClass}; ${op.tier}; ${born})`, `    ${op.description}`];
  if (op.check.kind === 'question') lines.push(`    asks a model: ${op.check.question}`);
  const leaf = selection?.leaves.find((one) => one.op === op.name);
  if (leaf !== undefined) {
    const { caught, missed, silentOnFailing, falseAlarms, cleared, silentOnClean } = leaf.anchors;
    lines.push(
      `    anchors: finds ${caught} of ${caught + missed + silentOnFailing} failing, ${falseAlarms} false alarms on ${falseAlarms + cleared + silentOnClean} clean, no opinion on ${silentOnFailing + silentOnClean}`,
      `    without it agreement with the anchors would ${leaf.marginal > 0 ? `fall by ${leaf.marginal.toFixed(4)}` : leaf.marginal < 0 ? `rise by ${(-leaf.marginal).toFixed(4)}` : 'be the same'}`,
    );
  }
  const train = selection?.train.ops.find((one) => one.op === op.name);
  if (train !== undefined)
    lines.push(
      `    train: fires on ${train.drawback} of ${train.drawback + train.clean + train.abstain}, no opinion on ${train.abstain}`,
    );
  if (withCode && op.check.kind === 'python')
    lines.push(
      '',
      ...op.check.source
        .trimEnd()
        .split('\n')
        .map((line) => `    | ${line}`),
    );
  return lines.join('\n');
}

function selectedText({ provenance }: GraderFile, selection: LeafReport | undefined): string {
  const scores = provenance['rescored'] as unknown as Scores | null | undefined;
  const { seed, rounds, objective } = provenance;
  if (scores === null || scores === undefined) return 'Why it was selected: the file does not say.';
  const { devAgreement, recallFail, recallClean, trainAgreement, complexity } = scores;
  const lines = [
    'Why it was selected',
    `    highest objective of all candidates in ${plain(rounds)} rounds (seed ${plain(seed)}): ${typeof objective === 'number' ? objective.toFixed(4) : '–'}`,
    `    agreement with the anchors ${devAgreement.toFixed(4)} (finds ${recallFail.toFixed(2)} of the failing, clears ${recallClean.toFixed(2)} of the clean it has an opinion on: ${scores.devOpinions.fail} + ${scores.devOpinions.clean})`,
    `    agreement with the consensus of all checks on train ${trainAgreement.toFixed(4)} (${scores.trainOpinions} outputs)`,
    `    complexity ${complexity.toFixed(3)}`,
  ];
  if (selection !== undefined) {
    const { pass, fail, abstain } = selection.train.verdicts;
    lines.push(`    on train it says ${pass} PASS, ${fail} FAIL, ${abstain} ABSTAIN`);
  }
  return lines.join('\n');
}

/** A number of the provenance. */
function plain(value: unknown): string {
  return typeof value === 'number' ? String(value) : '–';
}

function auditText(audit: AuditRecord | null): string {
  const figure = audit?.expressionOnly;
  if (audit === null || figure === undefined || figure.n === 0)
    return 'Audit: none; no locked output had a label when it was selected.';
  const agreement = figure.agreement === null ? 'no opinion on any' : figure.agreement.toFixed(4);
  return (
    `Audit on ${figure.n} locked outputs: agreement ${agreement} (${figure.correct} of ${figure.opinions}, ${figure.abstained} without opinion); ` +
    `always PASS would have ${audit.alwaysPass.toFixed(4)}, always FAIL ${audit.alwaysFail.toFixed(4)}`
  );
}

function graderJson(grader: GraderFile, expression: Expression, selection: LeafReport | undefined): unknown {
  const { hash, family, ops, provenance, audit } = grader;
  return {
    grader: { hash, family: family.name, expression: grader.expression },
    tree: expression,
    checks: ops.map(({ name, failureClass, tier, origin, bornAt, description, check }) => ({
      name,
      failureClass,
      tier,
      origin,
      bornAt,
      description,
      check,
      anchors: selection?.leaves.find(({ op }) => op === name) ?? null,
      train: selection?.train.ops.find(({ op }) => op === name) ?? null,
    })),
    selected: { objective: provenance['objective'] ?? null, scores: provenance['rescored'] ?? null },
    audit,
  };
}

function itemText({ row, nodes }: ExplainedItem, grader: GraderFile): string {
  const verdictOf = new Map(nodes.map(({ node, verdict }) => [node, verdict]));
  const [root] = nodes;
  const lines = [
    `${row.itemId} (line ${row.line}): ${row.verdict}`,
    '',
    `structural check: ${row.root}`,
    ...(root === undefined ? [] : tree(root.node, 0, (node) => verdictOf.get(node) ?? 'ABSTAIN')),
    '',
  ];
  for (const { op, verdict, reason, detail } of row.ops) {
    const spec = grader.ops.find(({ name }) => name === op);
    const why =
      reason === undefined
        ? ''
        : reason === 'precondition'
          ? ' (has nothing to say of this output)'
          : ` (${reason}${detail === undefined ? '' : `: ${detail}`})`;
    lines.push(`${op} ${verdict}${why}`, `    looks for: ${spec?.description ?? ''}`);
  }
  if (row.drawbacks.length > 0) {
    lines.push('', 'The verdict rests on:');
    for (const { op, failureClass, description } of row.drawbacks)
      lines.push(`    ${op} (${failureClass}): ${description}`);
  } else if (row.verdict === 'PASS')
    lines.push('', 'No known drawback was found; that is not a proof of correctness.');
  else lines.push('', 'No check that decides has an opinion.');
  return lines.join('\n');
}
