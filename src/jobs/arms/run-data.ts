import type {
  CallRow,
  CellName,
  CellRow,
  EpisodeRow,
  GraderRoundRow,
  OpRow,
  PreferenceRow,
  ReplayRow,
  RunData,
  SkillRoundRow,
  SkillRow,
  VerdictRow,
} from '../../analysis/run-data/rows.js';
import type { CallCounts } from '../../arms/count-calls.js';
import type { ArmEvent } from '../../arms/state.js';
import type { EvolutionState } from '../../evolution/state.js';
import { leavesOf } from '../../grader/expression.js';
import { parseExpression } from '../../grader/parse-expression.js';
import type { Roles } from '../../roles/roles.js';
import type { Repair } from '../../skills/settings.js';
import type { SkillState } from '../../skills/state.js';
import type { StoredCell } from '../../store/cells.js';
import type { Store } from '../../store/store.js';
import { version } from '../../version.js';
import type { CellWork } from './cell-work.js';
import { episodeRow } from './episode-row.js';
import type { LockedNote } from './locked-note.js';
import { replayName, type ReplayNote } from './replay-note.js';
import { phasesOfSpec } from './request.js';

/** Everything that one cell adds to a run's tidy results. */
interface CellData {
  readonly graderRounds: GraderRoundRow[];
  readonly skillRounds: SkillRoundRow[];
  readonly verdicts: VerdictRow[];
  readonly ops: OpRow[];
  readonly skills: SkillRow[];
  readonly calls: CallRow[];
  readonly preferences: PreferenceRow[];
}

/**
 * The tidy results of a run, read from the store alone: what tables, claims and figures are made from. Cells of the repair's
 * factorial that are neither all off nor all on give rows to `episode` only.
 */
export function runDataOf(store: Store, cells: readonly CellWork[], title: string): RunData {
  const data = {
    cells: [] as CellRow[],
    graderRounds: [] as GraderRoundRow[],
    skillRounds: [] as SkillRoundRow[],
    verdicts: [] as VerdictRow[],
    ops: [] as OpRow[],
    skills: [] as SkillRow[],
    calls: [] as CallRow[],
    preferences: [] as PreferenceRow[],
    replay: [] as ReplayRow[],
    episode: [] as EpisodeRow[],
  };
  for (const one of cells) {
    const { spec, cell } = one;
    const repair = spec.kind === 'evolution' ? 'on' : repairWord(spec.options.repair);
    const name: CellName = { family: spec.family, arm: cell.arm, seed: spec.seed, repair: repair ?? 'on' };
    const own = cellData(store, one, name);
    if (isEpisodeCell(one, cells)) data.episode.push(episodeRow(one, own.skillRounds, own.preferences));
    if (repair === null) continue;
    data.cells.push(cellRow(store, one, name, own));
    for (const table of [
      'graderRounds',
      'skillRounds',
      'verdicts',
      'ops',
      'skills',
      'calls',
      'preferences',
    ] as const)
      (data[table] as unknown[]).push(...own[table]);
    if (spec.kind === 'evolution' && spec.replay)
      data.replay.push(...replayRows(store, cell, spec.family, spec.rounds));
  }
  return { about: { title, roles: rolesOf(cells), version }, ...data };
}

/** The factorial is there when some cell of the report family has a repair that is half on. */
function isEpisodeCell({ spec }: CellWork, cells: readonly CellWork[]): boolean {
  if (spec.kind === 'evolution' || spec.family !== 'report') return false;
  const { arm } = spec;
  return cells.some(
    (one) =>
      one.spec.kind === 'arm' &&
      one.spec.arm === arm &&
      one.spec.family === 'report' &&
      repairWord(one.spec.options.repair) === null,
  );
}

/** `on` and `off` as in the main tables; null for a cell of the factorial between them. */
function repairWord({ gate, hints, scope }: Repair): 'on' | 'off' | null {
  if (!gate && !hints) return 'off';
  return gate && hints && scope === 'metric-discipline' ? 'on' : null;
}

function rolesOf(cells: readonly CellWork[]): string {
  const names = cells.map(({ cell }) => (cell.config['roles'] as unknown as Roles['identity']).name);
  return [...new Set(names)].join(', ');
}

function cellRow(store: Store, { cell }: CellWork, name: CellName, own: CellData): CellRow {
  const pack = store.cells.noted(cell.id, 'pack') as unknown as Record<
    'train' | 'test' | 'untouched',
    number
  >;
  return {
    ...name,
    skillRounds: own.skillRounds.length,
    graderRounds: own.graderRounds.length,
    trainTasks: pack.train,
    testTasks: pack.test,
    untouchedTasks: pack.untouched,
    roles: (cell.config['roles'] as unknown as Roles['identity']).name,
    configHash: cell.configHash,
  };
}

function cellData(store: Store, { spec, cell }: CellWork, name: CellName): CellData {
  const data: CellData = {
    graderRounds: [],
    skillRounds: [],
    verdicts: [],
    ops: [],
    skills: [],
    calls: [],
    preferences: preferenceRows(store, cell, name),
  };
  const calls = new Map<string, Map<string, number>>();
  const letters: (string | null)[] = [];
  let evolution: EvolutionState | undefined;
  let skills: SkillState | undefined;
  for (const { index, kind, rounds } of phasesOfSpec(spec)) {
    const phase = `${kind} ${Math.floor(index / 2) + 1}`;
    if (kind === 'grader') {
      for (const stored of store.rounds.iterate(cell.id, index, rounds)) {
        const events = stored.events as unknown as readonly ArmEvent[];
        evolution = stored.state as unknown as EvolutionState;
        data.graderRounds.push(graderRow(name, index, data.graderRounds.length, evolution, events));
        letters.push(events.find((event) => event.kind === 'audited')?.verdicts ?? null);
        addCalls(calls, phase, callsOf(events));
      }
    } else {
      for (const stored of store.rounds.decided(cell.id, index, rounds)) {
        const events = stored.events as unknown as readonly ArmEvent[];
        data.skillRounds.push(skillRow(name, data.skillRounds.length, events));
        addCalls(calls, phase, callsOf(events));
      }
      const round = Math.min(rounds, store.rounds.count(cell.id, index)) - 1;
      const last = store.rounds.get({ cell: cell.id, phase: index, round })?.state;
      if (last !== undefined) skills = last as unknown as SkillState;
    }
  }
  if (data.preferences.length > 0) addCalls(calls, 'final judge', { prefer: 2 * data.preferences.length });
  data.calls.push(...callRows(name, calls));
  if (evolution !== undefined) data.ops.push(...opRows(name, evolution, data.graderRounds));
  if (skills !== undefined) data.skills.push(...skillRows(name, skills));
  data.verdicts.push(...verdictRows(store, cell, name, data.graderRounds, letters));
  return data;
}

function callsOf(events: readonly ArmEvent[]): CallCounts {
  return events.find((event) => event.kind === 'calls')?.calls ?? {};
}

function graderRow(
  name: CellName,
  phase: number,
  round: number,
  { pool }: EvolutionState,
  events: readonly ArmEvent[],
): GraderRoundRow {
  const selected = events.find((event) => event.kind === 'selected');
  const curated = events.find((event) => event.kind === 'curated');
  const audit = events.find((event) => event.kind === 'audited')?.audit ?? null;
  const scores = curated?.scores ?? null;
  const drafted = events.filter((event) => event.kind === 'drafted');
  const count = (status: string): number => pool.filter((op) => op.status === status).length;
  const expression = curated?.expression ?? null;
  return {
    ...name,
    phase: Math.floor(phase / 2),
    round,
    objective: selected?.objective ?? null,
    rescored: scores?.objective ?? null,
    expression,
    leaves: expression === null ? 0 : leavesOf(parseExpression(expression)).length,
    devAgreement: scores?.devAgreement ?? null,
    trainAgreement: scores?.trainAgreement ?? null,
    devOpinionsFail: scores?.devOpinions.fail ?? 0,
    devOpinionsClean: scores?.devOpinions.clean ?? 0,
    trainPass: scores?.trainVerdicts.pass ?? 0,
    trainFail: scores?.trainVerdicts.fail ?? 0,
    trainAbstain: scores?.trainVerdicts.abstain ?? 0,
    correct: audit?.expressionOnly.correct ?? 0,
    opinions: audit?.expressionOnly.opinions ?? 0,
    items: audit?.expressionOnly.n ?? 0,
    wholeCorrect: audit?.wholeGrader.correct ?? 0,
    wholeOpinions: audit?.wholeGrader.opinions ?? 0,
    alwaysPass: audit?.alwaysPass ?? 0,
    alwaysFail: audit?.alwaysFail ?? 0,
    poolActive: count('active'),
    poolShadow: count('shadow'),
    poolRetired: count('retired'),
    drafts: drafted.filter(({ fate }) => fate !== 'none').length,
    births: drafted.filter(({ fate }) => fate === 'active' || fate === 'shadow').length,
    rejected: drafted.filter(({ fate }) => fate === 'rejected').length,
    promoted: events.filter(({ kind }) => kind === 'promoted').length,
    retired: events.filter(({ kind }) => kind === 'retired').length,
  };
}

function skillRow(name: CellName, round: number, events: readonly ArmEvent[]): SkillRoundRow {
  const evaluated = events.find((event) => event.kind === 'evaluated');
  const trained = events.find((event) => event.kind === 'trained');
  const erased = events.find((event) => event.kind === 'erased');
  const left = events.filter((event) => event.kind === 'left');
  const by = (reason: string): number => left.filter((event) => event.reason === reason).length;
  return {
    ...name,
    round,
    testScores: evaluated?.test.scores ?? [],
    untouchedScores: evaluated?.untouched.scores ?? [],
    trainTrueMean: trained?.trueMean ?? null,
    passed: trained?.passed ?? 0,
    failed: trained?.failed ?? 0,
    abstained: trained?.abstained ?? 0,
    routed: trained?.routed ?? 0,
    capsules: trained?.capsules ?? 0,
    activeSkills: evaluated?.active ?? 0,
    written: events.filter(({ kind }) => kind === 'written').length,
    leftByMerit: by('merit'),
    leftByCap: by('cap'),
    leftByRollback: by('rollback'),
    rolledBack: events.filter(({ kind }) => kind === 'rolled-back').length,
    erasedShare: erased?.share ?? null,
  };
}

function opRows(name: CellName, { pool }: EvolutionState, rounds: readonly GraderRoundRow[]): OpRow[] {
  const selected = new Set(
    [...new Set(rounds.flatMap(({ expression }) => expression ?? []))].flatMap((text) =>
      leavesOf(parseExpression(text)),
    ),
  );
  return pool.map(({ spec, status, promotedAt, left }) => ({
    ...name,
    op: spec.name,
    failureClass: spec.failureClass,
    tier: spec.tier,
    origin: spec.origin,
    bornAt: spec.bornAt,
    promotedAt,
    leftAt: left?.round ?? null,
    leftBecause: left?.reason ?? null,
    status,
    everSelected: selected.has(spec.name),
  }));
}

function skillRows(name: CellName, { library }: SkillState): SkillRow[] {
  return library.map(({ skill, pattern, bornAt, left, trials, successes }) => ({
    ...name,
    skill: skill.id,
    name: skill.name,
    pattern,
    bornAt,
    leftAt: left?.round ?? null,
    leftBecause: left === null ? null : `${left.reason}: ${left.detail}`,
    trials,
    successes,
  }));
}

/** What the evolved grader says of the locked items at its best audit and in its last round, and the two fixed graders. */
function verdictRows(
  store: Store,
  cell: StoredCell,
  name: CellName,
  rounds: readonly GraderRoundRow[],
  letters: readonly (string | null)[],
): VerdictRow[] {
  const note = store.cells.noted(cell.id, 'locked') as unknown as LockedNote | undefined;
  if (note === undefined || rounds.length === 0) return [];
  const agreement = rounds.map(({ correct, opinions }) => (opinions === 0 ? -1 : correct / opinions));
  const peak = agreement.indexOf(Math.max(...agreement));
  const said: [VerdictRow['grader'], string | null | undefined][] = [
    ['peak', letters[peak]],
    ['last', letters.at(-1)],
    ['hand-seed', note.handSeed],
    ['bare-judge', note.bareJudge],
  ];
  return said.flatMap(([grader, text]) =>
    text === null || text === undefined || text === ''
      ? []
      : note.items.map((item, index): VerdictRow => ({
          ...name,
          grader,
          item,
          label: note.labels[index] === 'P' ? 'PASS' : 'FAIL',
          verdict: text[index] === 'P' ? 'PASS' : text[index] === 'F' ? 'FAIL' : 'ABSTAIN',
        })),
  );
}

function preferenceRows(store: Store, cell: StoredCell, name: CellName): PreferenceRow[] {
  const noted = store.cells.noted(cell.id, 'preferences') as unknown as
    | readonly (Omit<PreferenceRow, keyof CellName | 'reasons'> & { readonly reasons: readonly string[] })[]
    | undefined;
  return (noted ?? []).map(({ against, rubric, task, winner, reasons }) => ({
    ...name,
    against,
    rubric,
    task,
    winner,
    // Most of a row is this: `1: …` is said against the text that was shown first, `2: …` against the second.
    reasons: reasons
      .map((reason) =>
        reason.replace('against the first text: ', '1: ').replace('against the second text: ', '2: '),
      )
      .join('; '),
  }));
}

function replayRows(store: Store, cell: StoredCell, family: string, rounds: number): ReplayRow[] {
  const note = store.cells.noted(cell.id, replayName(rounds)) as unknown as ReplayNote | undefined;
  if (note === undefined) return [];
  return (['subset', 'fresh'] as const).flatMap((anchors) =>
    note[anchors].map((sample) => ({ family, anchors, ...sample })),
  );
}

function addCalls(calls: Map<string, Map<string, number>>, phase: string, asked: CallCounts): void {
  for (const [role, count] of Object.entries(asked)) {
    let ofRole = calls.get(role);
    if (ofRole === undefined) calls.set(role, (ofRole = new Map<string, number>()));
    ofRole.set(phase, (ofRole.get(phase) ?? 0) + count);
  }
}

/** Simulated roles take no tokens and cost nothing; their calls are counted all the same. */
function callRows(name: CellName, calls: ReadonlyMap<string, ReadonlyMap<string, number>>): CallRow[] {
  return [...calls]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([role, phases]) =>
      [...phases].map(([phase, count]) => ({ ...name, role, phase, calls: count, tokens: 0, cost: 0 })),
    );
}
