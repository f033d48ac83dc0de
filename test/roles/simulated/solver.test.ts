import { describe, expect, it } from 'vitest';
import { memoryCache } from '../../../src/grader/cache.js';
import type { FaultModel } from '../../../src/roles/simulated/fault-model.js';
import { simulatedSolver } from '../../../src/roles/simulated/solver.js';
import { calibration, fits, plainFaults, plainTask } from './fakes.js';

const tasks = Array.from({ length: 60 }, (_, index) => plainTask(`task ${index}`));

function solver(faults: FaultModel = plainFaults, cache = memoryCache()): ReturnType<typeof simulatedSolver> {
  return simulatedSolver({ family: 'plain', faults, calibration, cache });
}

/** A model that counts how often it is asked. */
function counting(): { readonly model: FaultModel; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    model: {
      ...plainFaults,
      catalogue: (request) => {
        asked.push(request.task.id);
        return plainFaults.catalogue(request);
      },
    },
  };
}

describe('simulatedSolver', () => {
  it('gives equal outputs for equal draws, from another instance too', async () => {
    const [one, other] = [solver(), solver()];
    for (const task of tasks) {
      const request = { task, skill: null, draw: 'run/3/solve' };
      expect(await other.solve(request)).toBe(await one.solve(request));
    }
  });

  it('strikes as often as the task is susceptible', async () => {
    const one = solver();
    for (const task of tasks.slice(0, 12)) {
      const { susceptibilities, variantOf } = await one.prepare(task);
      const draws = await Promise.all(
        Array.from({ length: 400 }, (_, draw) => one.solve({ task, skill: null, draw: `${draw}` })),
      );
      const right =
        1 - susceptibilities.reduce((all, { probability }) => 1 - (1 - all) * (1 - probability), 0);
      const passing = draws.filter((output) => variantOf(output)?.faults.length === 0).length;
      expect(fits(passing, 400, right), task.id).toBe(true);
    }
  });

  it('shows every applied fault of a pair', async () => {
    const one = solver();
    const seen = new Set<number>();
    for (const task of tasks) {
      const { susceptibilities, variantOf } = await one.prepare(task);
      const classes = susceptibilities.map(({ failureClass }) => failureClass);
      for (let draw = 0; draw < 20; draw++) {
        const faults = variantOf(await one.solve({ task, skill: null, draw: `${draw}` }))?.faults ?? [
          'unknown',
        ];
        expect(classes).toEqual(expect.arrayContaining([...faults]));
        seen.add(faults.length);
      }
    }
    expect([...seen].sort()).toEqual([0, 1, 2]);
  });

  it('falls back to fewer faults, first ones first, where the catalogue lacks a combination', async () => {
    const noPairs: FaultModel = {
      ...plainFaults,
      catalogue: async (request) => {
        const { classes, variants } = await plainFaults.catalogue(request);
        return { classes, variants: variants.filter(({ faults }) => faults.length < 2) };
      },
    };
    const one = solver(noPairs);
    const stuck = await Promise.all(tasks.map((task) => one.prepare(task)));
    const index = stuck.findIndex(
      ({ susceptibilities }) => susceptibilities.length > 1 && (susceptibilities[0]?.probability ?? 0) > 0.97,
    );
    const [task, known] = [tasks[index], stuck[index]];
    if (task === undefined || known === undefined) throw new Error('no such task');
    const output = await one.solve({ task, skill: null, draw: 'x' });
    expect(known.variantOf(output)?.faults).toEqual([known.susceptibilities[0]?.failureClass]);
  });

  it('computes a catalogue once, and reads it from the cache in another instance', async () => {
    const { model, asked } = counting();
    const cache = memoryCache();
    const [one, other] = [solver(model, cache), solver(model, cache)];
    await Promise.all(
      tasks
        .slice(0, 5)
        .flatMap((task) => [1, 2].map((draw) => one.solve({ task, skill: null, draw: `${draw}` }))),
    );
    await Promise.all(tasks.slice(0, 5).map((task) => other.solve({ task, skill: null, draw: '1' })));
    expect(asked).toHaveLength(5);
  });

  it('asks again after a failure', async () => {
    let broken = true;
    const one = solver({
      ...plainFaults,
      catalogue: async (request) => {
        if (broken) throw new Error('no sandbox');
        return plainFaults.catalogue(request);
      },
    });
    const request = { task: plainTask('one'), skill: null, draw: '1' };
    await expect(one.solve(request)).rejects.toThrow('no sandbox');
    broken = false;
    await expect(one.solve(request)).resolves.toContain('one');
  });
});
