import { describe, expect, it } from 'vitest';
import { inParallel, unlessStopped } from '../../src/jobs/stopping.js';

describe('waiting unless stopped', () => {
  it('gives the value, or the error, when no signal comes', async () => {
    const { signal } = new AbortController();
    await expect(unlessStopped(signal, Promise.resolve(3))).resolves.toBe(3);
    await expect(unlessStopped(signal, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('stops at once, before and during the wait, whatever becomes of the work', async () => {
    const controller = new AbortController();
    const waiting = unlessStopped(controller.signal, new Promise(() => undefined));
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'stopped' });
    await expect(unlessStopped(controller.signal, Promise.resolve(1))).rejects.toMatchObject({
      code: 'stopped',
    });
    await expect(unlessStopped(controller.signal, Promise.reject(new Error('late')))).rejects.toMatchObject({
      code: 'stopped',
    });
  });

  it('does not trust a value that arrives together with the signal', async () => {
    const controller = new AbortController();
    const work = Promise.resolve().then(() => {
      controller.abort();
      return 1;
    });
    await expect(unlessStopped(controller.signal, work)).rejects.toMatchObject({ code: 'stopped' });
  });
});

describe('work in parallel', () => {
  it('never runs more than asked at a time, and does everything', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await inParallel(2, [1, 2, 3, 4, 5], async (element) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      done.push(element);
    });
    expect(most).toBe(2);
    expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('throws the first failure once all have ended, and starts nothing after it', async () => {
    const started: number[] = [];
    let ended = 0;
    const work = inParallel(2, [1, 2, 3, 4], async (element) => {
      started.push(element);
      await Promise.resolve();
      if (element === 1) throw new Error('one');
      await Promise.resolve();
      ended++;
      if (element === 2) throw new Error('two');
    });
    await expect(work).rejects.toThrow('one');
    expect(started).toEqual([1, 2]);
    expect(ended).toBe(1);
  });
});
