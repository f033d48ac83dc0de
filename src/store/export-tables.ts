import type { CandidateFate, CandidateSource, RoundEvent } from '../evolution/events.js';
import type { EvolutionState, Scores } from '../evolution/state.js';
import { makeItem, taskHash } from '../grader/item.js';
import { sha256 } from '../hash.js';
import type { Json, JsonObject } from '../json.js';
import type { StoredCell } from './cells.js';
import type { SkillState } from '../skills/state.js';
import { attemptRow, capsuleRows, loopRows, skillSummaryOf } from './export-skill-tables.js';
import type { GradedOutput, StoredRound } from './rounds.js';
import type { Store } from './store.js';

/** The tables of an export, one file each, in the order in which they are listed. */
export const exportTables = [
  'cells',
  'rounds',
  'candidates',
  'sensed',
  'drafts',
  'pool',
  'retirements',
  'op-faults',
  'audits',
  'verdicts',
  'skill-rounds',
  'skill-events',
  'capsules',
  'skills',
  'attempts',
  'calls',
  'preferences',
  'outputs',
] as const;

/** The name of a table of an export. */
export type ExportTable = (typeof exportTables)[number];

/** A cell of the run that is exported, with the number of its rounds that belong to the run. */
interface ExportCell {
  readonly cell: StoredCell;
  /** e.g. `code/grader/42/1a2b3c4d`: equal for equal config. */
  readonly name: string;
  readonly rounds: number;
}

/**
 * The rows of one table of a run: plain JSON in a fixed order, without times, ids of the store or paths, so that equal
 * config gives equal rows whatever the machine, the interruptions and what else the store holds.
 */
export function* exportRows(store: Store, run: string, table: ExportTable): Generator<JsonObject> {
  const cells = cellsOf(store, run);
  if (table === 'outputs') {
    yield* outputRows(store, cells);
    return;
  }
  for (const one of cells) {
    if (table === 'cells') yield cellRow(store, one);
    else if (table === 'pool') yield* poolRows(store, one);
    else if (table === 'skills') yield* librarySkillRows(store, one);
    else if (table === 'preferences') yield* preferenceRows(store, one);
    else yield* roundRows(store, one, table);
  }
}

/** Sorted by name: the order in which seeds were asked for does not matter. */
function cellsOf(store: Store, run: string): ExportCell[] {
  return store.runs
    .cellsOf(run)
    .map(({ cell: id, rounds }) => {
      const cell = store.cells.get(id);
      const name = `${cell.family}/${cell.arm}/${cell.seed}/${cell.configHash.slice(0, 8)}`;
      return { cell, name, rounds };
    })
    .sort((a, b) => a.cell.seed - b.cell.seed || (a.name < b.name ? -1 : 1));
}

type Decided = Omit<StoredRound, 'state'>;

/** The rounds of a cell that belong to the run, phase by phase in order. */
function* storedRounds(store: Store, { cell, rounds }: ExportCell): Generator<Decided> {
  let left = rounds;
  for (const phase of store.rounds.phases(cell.id)) {
    for (const round of store.rounds.decided(cell.id, phase, left)) {
      left -= 1;
      yield round;
    }
  }
}

/** The same with their states. */
function* wholeRounds(store: Store, { cell, rounds }: ExportCell): Generator<StoredRound> {
  let left = rounds;
  for (const phase of store.rounds.phases(cell.id)) {
    for (const round of store.rounds.iterate(cell.id, phase, left)) {
      left -= 1;
      yield round;
    }
  }
}

/** The state after the last round of a kind; undefined where there is none. */
function lastState(store: Store, one: ExportCell, kind: StoredRound['kind']): Json | undefined {
  let last: Decided | undefined;
  for (const round of storedRounds(store, one)) if (round.kind === kind) last = round;
  if (last === undefined) return undefined;
  return store.rounds.get({ cell: one.cell.id, phase: last.phase, round: last.round })?.state;
}

function cellRow(store: Store, { cell, name, rounds }: ExportCell): JsonObject {
  return {
    cell: name,
    family: cell.family,
    arm: cell.arm,
    seed: cell.seed,
    configHash: cell.configHash,
    rounds: Math.min(rounds, store.rounds.countAll(cell.id)),
    config: cell.config,
    pack: store.cells.noted(cell.id, 'pack') ?? null,
    baselines: store.cells.noted(cell.id, 'baselines') ?? null,
  };
}

/** The pool after the last round of the run, retired ops with the reason. */
function* poolRows(store: Store, one: ExportCell): Generator<JsonObject> {
  const { name } = one;
  const state = lastState(store, one, 'grader');
  for (const { spec, status, promotedAt, left } of (state as unknown as EvolutionState | undefined)?.pool ??
    []) {
    yield {
      cell: name,
      op: spec.name,
      failureClass: spec.failureClass,
      tier: spec.tier,
      origin: spec.origin,
      bornAt: spec.bornAt,
      status,
      promotedAt,
      leftAt: left?.round ?? null,
      leftBecause: left?.reason ?? null,
      description: spec.description,
      check: { ...spec.check },
    };
  }
}

/** The library after the last skill round, skills that left with the reason. */
function* librarySkillRows(store: Store, one: ExportCell): Generator<JsonObject> {
  const state = lastState(store, one, 'skill') as unknown as SkillState | undefined;
  for (const { skill, ...record } of state?.library ?? [])
    yield { cell: one.name, ...plain(record), ...plain(skill) };
}

/** What the final judge said. */
function* preferenceRows(store: Store, { cell, name }: ExportCell): Generator<JsonObject> {
  const rows = (store.cells.noted(cell.id, 'preferences') ?? []) as readonly JsonObject[];
  for (const row of rows) yield { cell: name, ...row };
}

function* roundRows(
  store: Store,
  one: ExportCell,
  table: Exclude<ExportTable, 'cells' | 'pool' | 'skills' | 'preferences' | 'outputs'>,
): Generator<JsonObject> {
  const { cell, name } = one;
  if (table === 'capsules') {
    for (const round of wholeRounds(store, one)) {
      if (round.kind !== 'skill') continue;
      for (const row of capsuleRows(round))
        yield { cell: name, phase: round.phase, round: round.round, ...row };
    }
    return;
  }
  for (const round of storedRounds(store, one)) {
    const key = { cell: cell.id, phase: round.phase, round: round.round };
    const place = { cell: name, phase: round.phase, round: round.round };
    const rowsOf = (): Iterable<JsonObject> => {
      switch (table) {
        case 'verdicts':
          return store.rounds.graded(key).map(verdictRow);
        case 'attempts':
          return store.rounds.attempts(key).map(attemptRow);
        case 'rounds':
          return round.kind === 'grader' ? [{ kind: round.kind, ...summaryOf(round) }] : [];
        case 'skill-rounds':
          return round.kind === 'skill' ? [skillSummaryOf(round)] : [];
        case 'skill-events':
        case 'calls':
          return loopRows(round, table);
        default:
          return eventRows(eventsOf(round), table);
      }
    };
    for (const row of rowsOf()) yield { ...place, ...row };
  }
}

function eventsOf(round: Decided): readonly RoundEvent[] {
  return round.events as unknown as readonly RoundEvent[];
}

function verdictRow({ split, task, output, verdict, label }: GradedOutput): JsonObject {
  return { split, task: task.id, item: makeItem(task, output).id, verdict, label };
}

/** One row a round: what was selected, with its parts, and how much of everything happened. */
function summaryOf(round: Decided): JsonObject {
  const events = eventsOf(round);
  const count = (matches: (event: RoundEvent) => boolean): number => events.filter(matches).length;
  const sensed = events.find((event) => event.kind === 'sensed');
  const selected = events.find((event) => event.kind === 'selected');
  const curated = events.find((event) => event.kind === 'curated');
  return {
    expression: selected?.expression ?? null,
    changed: selected?.changed ?? null,
    objective: selected?.objective ?? null,
    rescored: scoresRow(selected?.rescored ?? null),
    endsWith: curated?.expression ?? null,
    endScores: scoresRow(curated?.scores ?? null),
    misses: sensed?.misses.length ?? 0,
    gaps: sensed?.gaps.length ?? 0,
    candidates: selected?.candidates ?? 0,
    drafts: count(({ kind }) => kind === 'drafted'),
    births: count(
      (event) => event.kind === 'drafted' && (event.fate === 'active' || event.fate === 'shadow'),
    ),
    rejections: count((event) => event.kind === 'drafted' && event.fate === 'rejected'),
    promotions: count(({ kind }) => kind === 'promoted'),
    retirements: count(({ kind }) => kind === 'retired'),
  };
}

function* eventRows(
  events: readonly RoundEvent[],
  table: 'candidates' | 'sensed' | 'drafts' | 'retirements' | 'op-faults' | 'audits',
): Generator<JsonObject> {
  for (const event of events) {
    switch (event.kind) {
      case 'candidate':
        if (table === 'candidates') yield candidateRow(event);
        break;
      case 'sensed':
        if (table !== 'sensed') break;
        for (const item of event.misses) yield { kind: 'miss', item };
        for (const item of event.gaps) yield { kind: 'gap', item };
        break;
      case 'drafted':
        if (table !== 'drafts') break;
        yield withoutKind(event);
        break;
      case 'promoted':
        if (table === 'drafts') yield { ...withoutKind(event), fate: 'promoted' };
        break;
      case 'retired':
        if (table === 'retirements') yield withoutKind(event);
        break;
      case 'op-faults':
        if (table !== 'op-faults') break;
        for (const [reason, count] of Object.entries(event.faults).sort(([a], [b]) => (a < b ? -1 : 1))) {
          yield { op: event.name, reason, count };
        }
        break;
      case 'audited':
        if (table === 'audits') yield { audit: event.audit === null ? null : { ...plain(event.audit) } };
        break;
      case 'selected':
      case 'curated':
        break;
    }
  }
}

function candidateRow(event: {
  readonly expression: string;
  readonly source: CandidateSource;
  readonly scores: Scores | null;
  readonly fate: CandidateFate;
}): JsonObject {
  const { expression, source, fate, scores } = event;
  return { expression, source, fate, scores: scoresRow(scores) };
}

function scoresRow(scores: Scores | null): JsonObject | null {
  return scores === null ? null : plain(scores);
}

function withoutKind(event: { readonly kind: string }): JsonObject {
  const { kind: _, ...rest } = event;
  return plain(rest);
}

/** Interfaces of plain data are JSON objects; the compiler asks for an index signature that they do not declare. */
function plain(value: object): JsonObject {
  return value as JsonObject;
}

/**
 * Every distinct output of the run in the form that `pawl grade` reads, by task and output. A task of the embedded pack is
 * named by id and hash; any other comes whole in the first row that needs it and by id in those that follow.
 */
function* outputRows(store: Store, cells: readonly ExportCell[]): Generator<JsonObject> {
  const outputsSeen = new Map<GradedOutput['task'], Set<string>>();
  const rows = new Map<
    string,
    {
      readonly sort: string;
      readonly graded: Pick<GradedOutput, 'task' | 'output'>;
      readonly embedded: boolean;
    }
  >();
  for (const one of cells) {
    const { cell } = one;
    const embedded = store.cells.noted(cell.id, 'tasks') === 'embedded';
    for (const { phase, round } of storedRounds(store, one)) {
      const key = { cell: cell.id, phase, round };
      for (const graded of [...store.rounds.graded(key), ...store.rounds.attempts(key)]) {
        const seen = outputsSeen.get(graded.task) ?? new Set<string>();
        if (seen.has(graded.output)) continue;
        outputsSeen.set(graded.task, seen.add(graded.output));
        const sort = `${graded.task.id}\u0000${taskHash(graded.task)}\u0000${sha256(graded.output)}`;
        rows.set(sort, { sort, graded, embedded });
      }
    }
  }
  const written = new Set<string>();
  for (const { graded, embedded } of [...rows.values()].sort((a, b) => (a.sort < b.sort ? -1 : 1))) {
    const { task, output } = graded;
    const hash = taskHash(task);
    const isKnown = embedded || written.has(hash);
    written.add(hash);
    yield { task: isKnown ? { id: task.id, hash } : { ...task }, output };
  }
}
