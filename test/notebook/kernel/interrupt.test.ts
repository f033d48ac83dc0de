import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession, type Session } from '../session.js';

let session: Session;
beforeAll(async () => {
  session = await openSession();
});
afterAll(() => session.close());

/** Runs a cell that says when it has begun, and interrupts it then. */
async function interruptOnceBegun(code: string): Promise<Awaited<ReturnType<Session['run']>>> {
  const began: Promise<void>[] = [];
  const outcome = session.client.execute(
    code,
    { stop_on_error: false },
    {
      onOutput: ({ header }) => {
        if (header.msg_type === 'stream' && began.length === 0) {
          began.push(Promise.resolve());
          session.client.interrupt();
        }
      },
    },
  );
  const { content } = await outcome;
  expect(began).toHaveLength(1);
  expect(content).toMatchObject({ status: 'error', ename: 'KeyboardInterrupt' });
  return session.run('"still " + "alive"');
}

// A loop prints itself: a stream that is not printed at once would never come out of it.
const loop = 'const spin = () => { for (;;) console.log("spinning") };';

it.each([
  ['a loop', `${loop} spin()`],
  ['a loop after an await', `${loop} await null; spin()`],
  ['a loop after a timer', `${loop} await new Promise((resolve) => setTimeout(resolve, 5)); spin()`],
  ['a loop in a timer', `${loop} setTimeout(spin, 5); await new Promise(() => {})`],
  [
    'a loop behind reading a file',
    `${loop} import { readFile } from 'node:fs/promises'; await readFile(import.meta.filename ?? '/dev/null').catch(() => ''); spin()`,
  ],
  ['a promise that never settles', 'console.log("waiting"); await new Promise(() => {})'],
  [
    'a loop that awaits',
    'for (;;) { console.log("turn"); await new Promise((resolve) => setTimeout(resolve, 5)) }',
  ],
])('stops %s and goes on', async (_name, code) => {
  const next = await interruptOnceBegun(code);
  expect(next.result).toBe("'still alive'");
});

it('answers interrupt_request, and stops nothing when nothing runs', async () => {
  const reply = await session.client.request('interrupt_request', {}, { channel: 'control' });
  expect(reply.header.msg_type).toBe('interrupt_reply');
  expect(reply.content).toEqual({ status: 'ok' });
  expect((await session.run('2 + 2')).result).toBe('4');
});

it('answers on the control channel while a cell computes', async () => {
  const began = performance.now();
  const running = session.run('const until = performance.now() + 600; while (performance.now() < until); 1');
  const reply = await session.client.request('kernel_info_request', {}, { channel: 'control' });
  expect(reply.content['status']).toBe('ok');
  expect(performance.now() - began).toBeLessThan(550);
  expect((await running).result).toBe('1');
});
