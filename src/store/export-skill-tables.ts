import { makeItem, type Task } from '../grader/item.js';
import type { JsonObject } from '../json.js';
import type { SkillEvent } from '../skills/events.js';
import type { SkillState } from '../skills/state.js';
import type { StoredAttempt, StoredRound } from './rounds.js';

/** An attempt, by the ids of its task and item. */
export function attemptRow({ split, task, output, skillId, verdict, score }: StoredAttempt): JsonObject {
  return { split, task: task.id, item: itemId(task, output), skill: skillId, verdict, score };
}

/** One row a skill round: scores of the locked and the untouched split, and what became of the train pass. */
export function skillSummaryOf(round: Omit<StoredRound, 'state'>): JsonObject {
  const events = skillEventsOf(round);
  const evaluated = events.find((event) => event.kind === 'evaluated');
  const trained = events.find((event) => event.kind === 'trained');
  return {
    active: evaluated?.active ?? 0,
    test: evaluated === undefined ? null : plain(evaluated.test),
    untouched: evaluated === undefined ? null : plain(evaluated.untouched),
    train: trained === undefined ? null : withoutKind(trained),
  };
}

/** The verdicts of the critic that this round added: with what each capsule held. */
export function capsuleRows(round: StoredRound): JsonObject[] {
  const state = round.state as unknown as SkillState;
  return state.window
    .filter((one) => one.round === state.round - 1)
    .map(({ round: _, ...one }) => plain(one));
}

/** Events that other tables show. */
const shownElsewhere = new Set(['evaluated', 'trained', 'calls', 'erased']);

/** What a round decided about skills, or what it asked of whom. */
export function loopRows(round: Omit<StoredRound, 'state'>, table: 'skill-events' | 'calls'): JsonObject[] {
  const events = round.events as readonly JsonObject[];
  if (table === 'calls') {
    const calls = events.find(({ kind }) => kind === 'calls')?.['calls'] as
      Readonly<Record<string, number>> | undefined;
    return Object.entries(calls ?? {}).map(([role, count]) => ({ role, calls: count }));
  }
  return round.kind === 'skill'
    ? events.filter(({ kind }) => typeof kind === 'string' && !shownElsewhere.has(kind))
    : [];
}

function skillEventsOf(round: Omit<StoredRound, 'state'>): readonly SkillEvent[] {
  return round.events as unknown as readonly SkillEvent[];
}

function withoutKind(event: { readonly kind: string }): JsonObject {
  const { kind: _, ...rest } = event;
  return plain(rest);
}

/** Interfaces of plain data are JSON objects; the compiler asks for an index signature that they do not declare. */
function plain(value: object): JsonObject {
  return value as JsonObject;
}

const ids = new WeakMap<Task, Map<string, string>>();

/** The id of an item; equal attempts come thousands of times. */
function itemId(task: Task, output: string): string {
  let ofTask = ids.get(task);
  if (ofTask === undefined) ids.set(task, (ofTask = new Map<string, string>()));
  let id = ofTask.get(output);
  if (id === undefined) ofTask.set(output, (id = makeItem(task, output).id));
  return id;
}
