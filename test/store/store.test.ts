import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.js';
import { exampleRound, exampleTask, temporaryFolders } from './helpers.js';

const folder = temporaryFolders();
const key = { family: 'code', arm: 'grader', seed: 42, config: { version: '1', lambda: 1 } };
const times = { startedAt: '2026-01-01T00:00:00.000Z' };

describe('a store', () => {
  it('gives equal keys the same cell, whatever the order of their members', () => {
    const store = openStore({ folder: folder(), mode: 'write' });
    const cell = store.cells.ensure(key);
    expect(store.cells.ensure({ ...key, config: { lambda: 1, version: '1' } }).id).toBe(cell.id);
    expect(store.cells.ensure({ ...key, seed: 7 }).id).not.toBe(cell.id);
    expect(store.cells.ensure({ ...key, config: { version: '1', lambda: 2 } }).id).not.toBe(cell.id);
    expect(store.cells.find({ ...key, arm: 'co' })).toBeUndefined();
    store.close();
  });

  it('remembers rounds, states, events and graded outputs over processes', () => {
    const place = folder();
    const writer = openStore({ folder: place, mode: 'write' });
    const cell = writer.cells.ensure(key);
    for (const round of [0, 1]) {
      writer.rounds.commit({ cell: cell.id, phase: 0, round }, exampleRound(round));
    }
    writer.close();

    const reader = openStore({ folder: place, mode: 'read' });
    expect(reader.rounds.count(cell.id, 0)).toBe(2);
    expect(reader.rounds.count(cell.id, 1)).toBe(0);
    const { state, events, graded } = exampleRound(1);
    expect(reader.rounds.get({ cell: cell.id, phase: 0, round: 1 })).toEqual({
      phase: 0,
      round: 1,
      kind: 'grader',
      state,
      events,
    });
    expect(reader.rounds.graded({ cell: cell.id, phase: 0, round: 1 })).toEqual(graded);
    expect([...reader.rounds.iterate(cell.id, 0, 9)].map(({ round }) => round)).toEqual([0, 1]);
    expect([...reader.rounds.iterate(cell.id, 0, 1)].map(({ round }) => round)).toEqual([0]);
    reader.close();
  });

  it('commits a round wholly or not at all, and never twice', () => {
    const store = openStore({ folder: folder(), mode: 'write' });
    const cell = store.cells.ensure(key).id;
    const bad = exampleRound(0);
    const half = {
      ...bad,
      graded: [
        ...bad.graded,
        { split: 'train', task: exampleTask, output: 'x', verdict: 'MAYBE', label: null },
      ],
    };
    // A verdict that the schema refuses stands for any failure after the first inserts.
    expect(() => store.rounds.commit({ cell, phase: 0, round: 0 }, half as never)).toThrow(/CHECK/);
    expect(store.rounds.count(cell, 0)).toBe(0);
    store.rounds.commit({ cell, phase: 0, round: 0 }, bad);
    expect(store.rounds.graded({ cell, phase: 0, round: 0 })).toEqual(bad.graded);
    expect(() => store.rounds.commit({ cell, phase: 0, round: 0 }, exampleRound(1))).toThrow(/UNIQUE/);
    store.close();
  });

  it('keeps runs with the cells that they want, in order', () => {
    const store = openStore({ folder: folder(), mode: 'write' });
    const seven = store.cells.ensure({ ...key, seed: 7 }).id;
    const first = store.cells.ensure(key).id;
    const cells = [
      { cell: first, rounds: 30 },
      { cell: seven, rounds: 20 },
    ];
    const run = store.runs.begin({ command: 'evolve', request: { seeds: [42, 7] }, cells, ...times });
    expect(run).toMatchObject({ id: 'r1', status: 'running', request: { seeds: [42, 7] }, endedAt: null });
    expect(store.runs.cellsOf('r1')).toEqual(cells);
    store.runs.end('r1', { status: 'stopped', reason: 'Ctrl-C', endedAt: '2026-01-01T00:01:00.000Z' });
    expect(store.runs.get('r1')).toMatchObject({ status: 'stopped', reason: 'Ctrl-C' });
    store.runs.reopen('r1');
    expect(store.runs.get('r1')).toMatchObject({ status: 'running', reason: null, endedAt: null });
    store.runs.begin({ command: 'evolve', request: {}, cells, ...times });
    expect(store.runs.list().map(({ id }) => id)).toEqual(['r2', 'r1']);
    expect(store.runs.latest()?.id).toBe('r2');
    store.close();
  });

  it.each(['r9', '9', 'latest', 'r0', ''])("says that there is no run '%s'", (id) => {
    const store = openStore({ folder: folder(), mode: 'write' });
    expect(() => store.runs.get(id)).toThrow(expect.objectContaining({ code: 'not-found' }));
    store.close();
  });

  it('does not begin a run that names a cell twice or none that exists', () => {
    const store = openStore({ folder: folder(), mode: 'write' });
    const cell = store.cells.ensure(key).id;
    for (const cells of [
      [
        { cell, rounds: 1 },
        { cell, rounds: 2 },
      ],
      [{ cell: 99, rounds: 1 }],
    ]) {
      expect(() => store.runs.begin({ command: 'evolve', request: {}, cells, ...times })).toThrow(
        /CONSTRAINT/,
      );
    }
    expect(store.runs.list()).toEqual([]);
    store.close();
  });
});
