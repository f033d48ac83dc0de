import type { Json } from '../../json.js';
import type { Reply } from './locked-process.js';
import type { PythonOutcome } from './python-sandbox.js';

/** How one run of a job in one child ended. */
export type Attempt = { readonly kind: 'answered'; readonly outcome: PythonOutcome } | Silence;

/** No answer, and why. */
export type Silence = Exclude<Reply, { kind: 'answer' }>;

/** An outcome as the child writes it. */
type Told =
  | readonly ['value', Json]
  | readonly ['raised', string, string]
  | readonly ['out-of-memory']
  | readonly ['infrastructure', string];

/** What a child answered: the outcome, and whether its interpreter may be used again. */
export function readAnswer(body: Buffer): { readonly outcome: PythonOutcome; readonly fit: boolean } {
  const { fit, outcome } = JSON.parse(body.toString('utf8')) as { fit: boolean; outcome: Told };
  return { fit, outcome: outcomeOf(outcome) };
}

function outcomeOf(told: Told): PythonOutcome {
  switch (told[0]) {
    case 'value':
      return { kind: 'value', value: told[1] };
    case 'raised':
      if (told[1] === 'MemoryError') return { kind: 'out-of-memory' };
      return { kind: 'raised', type: told[1], message: told[2] };
    case 'out-of-memory':
      return { kind: 'out-of-memory' };
    case 'infrastructure':
      return { kind: 'infrastructure', message: told[1] };
  }
}

/** What it says about the code when a child did not answer twice in a row. */
export function outcomeOfSilence(reply: Silence): PythonOutcome {
  switch (reply.kind) {
    case 'timed-out':
      return { kind: 'timed-out' };
    case 'forged':
      return { kind: 'infrastructure', message: `the child sent ${reply.why}` };
    case 'died':
      if (reply.signal === 'SIGTERM' || reply.signal === 'SIGINT' || reply.signal === 'SIGHUP') {
        return { kind: 'infrastructure', message: `the child was ended from outside: ${reply.why}` };
      }
      // The system kills a process that takes too much memory; V8 says so before it aborts.
      if (reply.signal === 'SIGKILL' || /out of memory|allocation failed/i.test(reply.why)) {
        return { kind: 'out-of-memory' };
      }
      return {
        kind: 'raised',
        type: 'InterpreterCrash',
        message: `the interpreter's process ended: ${reply.why}`,
      };
  }
}
