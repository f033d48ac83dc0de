import type { PawlTable } from '../analysis/tables/table.js';
import type { ArmCellResult, ArmsResult } from '../jobs/arms/arms-result.js';
import { textTable } from './text-table.js';

/** The end of a run of arms as people read it. */
export function armsReport(result: ArmsResult): string {
  const { cells, narrowOps, tables } = result;
  const paperTables = tables.filter(({ number, rows }) => (number === 1 || number === 3) && rows.length > 0);
  const isMainJob = cells.some(({ arm }) => arm === 'reference') && cells.some(({ arm }) => arm === 'co');
  return [
    ...(cells.some(({ skills }) => skills !== null)
      ? ['Skill rounds (locked split, untouched beside it)', skillTable(cells)]
      : []),
    ...(cells.some(({ grader }) => grader !== null)
      ? ['Graders in their last round', graderTable(cells)]
      : []),
    ...narrowLines(narrowOps),
    ...replayPart(result),
    ...episodePart(result),
    ...(isMainJob ? paperTables.map(paperTable) : []),
    rolesSentence(result),
  ].join('\n\n');
}

/** Who played, said in the last line that people read. */
function rolesSentence({ about }: ArmsResult): string {
  return about.roles.startsWith('simulated')
    ? 'All roles are SIMULATED stand-ins, not language models: what they wrote is real and was really run, but the numbers say what the mechanism does, not what a model would.'
    : `Roles: ${about.roles}.`;
}

function skillTable(cells: readonly ArmCellResult[]): string {
  const rows = groups(cells.filter(({ skills }) => skills !== null)).map((group) => {
    const [first] = group;
    const mean = (of: (skills: NonNullable<ArmCellResult['skills']>) => number): string =>
      average(group.flatMap(({ skills }) => (skills === null ? [] : [of(skills)])))?.toFixed(3) ?? '–';
    const erased = average(group.flatMap(({ skills }) => skills?.erasedLastTen ?? []));
    return [
      first?.family ?? '',
      armWords(first),
      String(group.length),
      mean(({ round0 }) => round0),
      mean(({ peak }) => peak),
      mean(({ untouchedAtPeak }) => untouchedAtPeak),
      mean(({ lastTen }) => lastTen),
      mean(({ untouchedLastTen }) => untouchedLastTen),
      String(total(group, ({ rollbacks }) => rollbacks)),
      `${total(group, ({ leftByMerit }) => leftByMerit)}/${total(group, ({ leftByCap }) => leftByCap)}/${total(group, ({ leftByRollback }) => leftByRollback)}`,
      erased === null ? '–' : erased.toFixed(3),
      String(sum(group.map(({ calls }) => sum(Object.values(calls))))),
    ];
  });
  return [
    textTable(
      [
        'family',
        'arm',
        'seeds',
        'round 0',
        'peak',
        'untouched there',
        'last ten',
        'untouched',
        'rollbacks',
        'left: merit/cap/rollback',
        'erased tags',
        'calls',
      ],
      rows,
    ),
    'Means over seeds. A peak is the maximum over a noisy locked split: the frozen arm, which learns nothing, shows how much of it is luck.',
    'Calls are requests to roles, all seeds together. Simulated roles cost no tokens and no money; for real models see pawl cost.',
  ].join('\n');
}

function graderTable(cells: readonly ArmCellResult[]): string {
  const rows = groups(cells.filter(({ grader }) => grader !== null)).flatMap((group) =>
    group.flatMap(({ family, seed, grader, ...cell }) => {
      if (grader === null) return [];
      const { correct, opinions, items } = grader.locked;
      const { pass, fail, abstain } = grader.trainVerdicts;
      return [
        [
          family,
          armWords(cell),
          String(seed),
          grader.objective?.toFixed(3) ?? '–',
          `${grader.devOpinions.fail}+${grader.devOpinions.clean}`,
          opinions === 0
            ? 'no opinion'
            : `${(correct / opinions).toFixed(3)} (${correct}/${opinions} of ${items})`,
          `${grader.alwaysPass.toFixed(3)} / ${grader.alwaysFail.toFixed(3)}`,
          `${pass}/${fail}/${abstain}`,
          grader.expression ?? 'none was selected',
        ],
      ];
    }),
  );
  return textTable(
    [
      'family',
      'arm',
      'seed',
      'objective',
      'opinions on failing+clean anchors',
      'locked agreement',
      'always PASS / FAIL',
      'train pass/fail/abstain',
      'expression',
    ],
    rows,
  );
}

function narrowLines(narrowOps: ArmsResult['narrowOps']): string[] {
  if (narrowOps.length === 0) return [];
  const lists = new Set(
    narrowOps.map(({ cell, ops }) => `${cell.split(' ')[0]}: ${ops.join(', ') || 'none'}`),
  );
  return [
    ['Left out of the bank (an opinion on less than a fifth of the train outputs)', ...lists].join('\n'),
  ];
}

function replayPart({ replay }: ArmsResult): string[] {
  if (replay.length === 0) return [];
  return [
    'Anchor-size replay: locked agreement of what subsamples of anchors select among stored candidates',
    [
      textTable(
        ['family', 'anchors', 'size', 'mean', 'sd', 'with an opinion'],
        replay.map(({ family, anchors, size, mean, sd, withOpinion, subsamples }) => [
          family,
          anchors === 'subset' ? 'of the same ten' : 'drawn afresh',
          String(size),
          mean?.toFixed(3) ?? '–',
          sd?.toFixed(3) ?? '–',
          `${withOpinion} of ${subsamples}`,
        ]),
      ),
      'Subsets of the same ten overlap, and ten of ten is one subset: part of their shrinking spread is that alone.',
    ].join('\n'),
  ];
}

function episodePart({ episode }: ArmsResult): string[] {
  if (episode.length === 0) return [];
  const share = (wins: number, decided: number): string =>
    decided === 0 ? '–' : `${(wins / decided).toFixed(3)} (${wins}/${decided})`;
  return [
    'The repair as a factorial: gate × hints × scope of the hints',
    [
      textTable(
        [
          'gate',
          'hints',
          'scope',
          'seed',
          'peak',
          'last ten',
          'erased at peak',
          'erased, last ten',
          'generic wins',
          'task-aware wins',
          'pairs',
        ],
        episode.map((row) => [
          row.gate ? 'on' : 'off',
          row.hints ? 'on' : 'off',
          row.hints ? row.scope : '(no matter)',
          String(row.seed),
          row.peak.toFixed(3),
          row.lastTen.toFixed(3),
          row.erasedPeak.toFixed(3),
          row.erasedLast.toFixed(3),
          share(row.genericWins, row.genericDecided),
          share(row.taskAwareWins, row.taskAwareDecided),
          String(row.pairs),
        ]),
      ),
      'Wins of the evolved section over decided pairs; pairs that are not decided are ties. Without rewritten hints their scope means nothing: those cells are one.',
    ].join('\n'),
  ];
}

function paperTable(table: PawlTable): string {
  return [
    `Table ${table.number}. ${table.title}: the paper beside this run`,
    textTable(
      table.columns.map(({ title }) => title),
      table.rows.map((row) => row.map(({ text }) => text)),
    ),
    ...table.notes.map((note) => `- ${note}`),
  ].join('\n');
}

function armWords(cell: Pick<ArmCellResult, 'arm' | 'repair'> | undefined): string {
  return cell === undefined ? '' : cell.repair === 'off' ? `${cell.arm}, no repair` : cell.arm;
}

/** Cells of a family, an arm and a repair together, in the order of the first of them. */
function groups(cells: readonly ArmCellResult[]): readonly (readonly ArmCellResult[])[] {
  const found = new Map<string, ArmCellResult[]>();
  for (const cell of cells) {
    const key = `${cell.family} ${cell.arm} ${cell.repair}`;
    const group = found.get(key);
    if (group === undefined) found.set(key, [cell]);
    else group.push(cell);
  }
  return [...found.values()];
}

function total(
  cells: readonly ArmCellResult[],
  of: (skills: NonNullable<ArmCellResult['skills']>) => number,
): number {
  return sum(cells.flatMap(({ skills }) => (skills === null ? [] : [of(skills)])));
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
