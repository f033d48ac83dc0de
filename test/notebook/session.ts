import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { startKernel, type FollowOptions, type KernelClient } from '../../src/notebook/run/kernel-client.js';
import type { Message } from '../../src/notebook/kernel/wire.js';

/** What came of a cell. */
export interface Outcome {
  readonly status: unknown;
  readonly count: unknown;
  /** Types of the messages on iopub, in order. */
  readonly types: readonly string[];
  readonly messages: readonly Message[];
  /** Everything printed. */
  readonly printed: string;
  /** The plain text of the result. */
  readonly result: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly ename: unknown;
  readonly evalue: unknown;
  /** The whole traceback, without colours. */
  readonly traceback: string;
  readonly reply: Message;
}

/** A kernel in a folder of its own, from which `pawl` and its dependencies resolve. */
export interface Session {
  readonly folder: string;
  readonly client: KernelClient;
  run(code: string, content?: Readonly<Record<string, unknown>>, options?: FollowOptions): Promise<Outcome>;
  close(): Promise<void>;
}

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A folder in which `import 'pawl'` works, as in a project that depends on it. */
export function notebookFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-notebook-'));
  symlinkSync(packages, join(folder, 'node_modules'));
  return folder;
}

export async function openSession(): Promise<Session> {
  const folder = notebookFolder();
  const client = await startKernel({ folder });
  return {
    folder,
    client,
    run: async (code, content = {}, options = {}) => {
      const messages: Message[] = [];
      const reply = await client.execute(
        code,
        { stop_on_error: false, ...content },
        {
          ...options,
          onOutput: (message) => messages.push(message),
        },
      );
      return outcomeOf(reply, messages);
    },
    close: async () => {
      await client.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function outcomeOf(reply: Message, messages: readonly Message[]): Outcome {
  const of = (type: string): readonly Message[] => messages.filter(({ header }) => header.msg_type === type);
  const data = (of('execute_result')[0]?.content['data'] ?? {}) as Readonly<Record<string, unknown>>;
  const text = data['text/plain'];
  const error = of('error')[0]?.content;
  return {
    status: reply.content['status'],
    count: reply.content['execution_count'],
    types: messages.map(({ header }) => header.msg_type),
    messages,
    printed: of('stream')
      .map(({ content }) => String(content['text']))
      .join(''),
    result: typeof text === 'string' ? text : undefined,
    data,
    ename: error?.['ename'],
    evalue: error?.['evalue'],
    traceback: stripVTControlCharacters(((error?.['traceback'] ?? []) as readonly string[]).join('\n')),
    reply,
  };
}
