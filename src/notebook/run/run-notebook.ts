import { dirname } from 'node:path';
import { messageOf, PawlError } from '../../errors.js';
import { version } from '../../version.js';
import type { Message } from '../kernel/wire.js';
import { createOutputCollector } from './collect-outputs.js';
import { startKernel, type KernelClient } from './kernel-client.js';
import {
  isRunnable,
  readNotebook,
  sourcesHash,
  tagsOf,
  writeNotebook,
  type CodeCell,
  type Notebook,
  type Output,
} from './notebook-file.js';
import { injectParameters, type Parameters } from './parameters.js';

/** How one cell went. */
export interface CellProgress {
  /** One-based, among the cells that run. */
  readonly position: number;
  readonly total: number;
  readonly state: 'ok' | 'failed' | 'expected-error';
  readonly durationMs: number;
  /** The first line of its code. */
  readonly title: string;
}

export interface CellFailure {
  readonly position: number;
  readonly title: string;
  readonly ename: string;
  readonly evalue: string;
}

export interface NotebookResult {
  /** Cells that ran, of those that should. */
  readonly ran: number;
  readonly total: number;
  readonly failures: readonly CellFailure[];
}

export interface RunNotebookOptions {
  readonly file: string;
  /** Where the executed notebook goes; the file itself unless told. */
  readonly out?: string | undefined;
  readonly parameters?: Parameters;
  /** For each cell; no limit unless told. */
  readonly timeoutMs?: number | undefined;
  /** Goes on after a cell that failed. The notebook has failed all the same. */
  readonly goOn?: boolean;
  readonly onCell?: (progress: CellProgress) => void;
  /** Stops the run; what was executed is written. */
  readonly signal?: AbortSignal | undefined;
  /** What starts the kernel; Pawl's own unless told. */
  readonly command?: (connectionFile: string) => readonly string[];
}

const interruptGraceMs = 2000;
/** Lets what the last cells started fail before the notebook is called done. */
const settle = 'await new Promise((resolve) => setTimeout(resolve, 20))';

/**
 * Executes a notebook in its own folder, with its own kernel, and writes outputs and counts back, also when a cell fails.
 * A cell that fails, a promise that nobody awaits and that fails later, a timeout and a dead kernel all make it fail; cells
 * tagged `raises-exception` may throw.
 *
 * @throws PawlError `bad-input` for a notebook of another language, `environment` when no kernel starts, `stopped` when the signal was raised
 */
export async function runNotebook(options: RunNotebookOptions): Promise<NotebookResult> {
  const { file, out = file } = options;
  const notebook = readNotebook(file);
  refuseOtherLanguages(notebook, file);
  injectParameters(notebook, options.parameters ?? {}, file);
  for (const cell of notebook.cells) {
    if (cell.cell_type !== 'code') continue;
    cell.outputs = [];
    cell.execution_count = null;
  }
  const { command, signal } = options;
  const client = await startKernel({ folder: dirname(file), ...(command === undefined ? {} : { command }) });
  try {
    // Loading the compiler counts for no cell.
    await client.execute('', { silent: true });
    const result = await executeCells(client, notebook, options);
    writeNotebook(out, await withMetadata(client, notebook));
    if (signal?.aborted === true) {
      throw new PawlError(
        'stopped',
        `${file}: stopped after ${result.ran} of ${result.total} cells; what ran is in ${out}`,
      );
    }
    return result;
  } finally {
    await client.close();
  }
}

async function executeCells(
  client: KernelClient,
  notebook: Notebook,
  options: RunNotebookOptions,
): Promise<NotebookResult> {
  const cells = notebook.cells.filter(isRunnable);
  const collector = createOutputCollector();
  const failures: CellFailure[] = [];
  const outputsOf = new Map<
    string,
    { readonly cell: CodeCell; readonly collect: (message: Message) => void }
  >();
  const fail = (cell: CodeCell, ename: string, evalue: string): void => {
    failures.push({ position: cells.indexOf(cell) + 1, title: titleOf(cell), ename, evalue });
  };
  client.onLate((message) => {
    const known = 'msg_id' in message.parent ? outputsOf.get(message.parent.msg_id) : undefined;
    known?.collect(message);
    if (known !== undefined && message.header.msg_type === 'error') {
      fail(known.cell, String(message.content['ename']), String(message.content['evalue']));
    }
  });

  let ran = 0;
  let dead = false;
  for (const [index, cell] of cells.entries()) {
    if (options.signal?.aborted === true) break;
    const began = performance.now();
    const collect = collector.begin(cell.outputs);
    const mayThrow = tagsOf(cell).includes('raises-exception');
    let threw = false;
    ran++;
    try {
      const reply = await executeOne(client, cell, {
        ...options,
        goOn: options.goOn === true || mayThrow,
        collect,
      });
      if ('msg_id' in reply.parent) outputsOf.set(reply.parent.msg_id, { cell, collect });
      const count = reply.content['execution_count'];
      cell.execution_count = typeof count === 'number' ? count : null;
      threw = reply.content['status'] !== 'ok';
      if (threw && !mayThrow) fail(cell, String(reply.content['ename']), String(reply.content['evalue']));
    } catch (thrown) {
      const ename = thrown instanceof CellTimeout ? 'CellTimeout' : 'DeadKernel';
      cell.outputs.push(errorOutput(ename, messageOf(thrown)));
      fail(cell, ename, messageOf(thrown));
      dead = !(thrown instanceof CellTimeout) || thrown.kernelGone;
    }
    const failed = failures.some(({ position }) => position === index + 1);
    const state = failed ? 'failed' : threw ? 'expected-error' : 'ok';
    const progress = { position: index + 1, total: cells.length, title: titleOf(cell) };
    options.onCell?.({ ...progress, state, durationMs: performance.now() - began });
    if (dead || (failures.length > 0 && options.goOn !== true)) break;
  }
  if (!dead) await client.execute(settle, { silent: true }).catch(() => undefined);
  return { ran, total: cells.length, failures };
}

class CellTimeout extends Error {
  constructor(
    message: string,
    readonly kernelGone: boolean,
  ) {
    super(message);
  }
}

async function executeOne(
  client: KernelClient,
  cell: CodeCell,
  options: RunNotebookOptions & { readonly collect: (message: Message) => void },
): Promise<Message> {
  const { timeoutMs, signal, goOn, collect } = options;
  const running = client.execute(cell.source, { stop_on_error: goOn !== true }, { onOutput: collect });
  const interrupt = (): void => client.interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    if (timeoutMs === undefined) return await running;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeoutMs);
    });
    const first = await Promise.race([running, late]);
    if (first !== 'late') return first;
    client.interrupt();
    const message = `the cell took longer than ${timeoutMs / 1000} s`;
    const grace = new Promise<'gone'>((resolve) => {
      timer = setTimeout(() => resolve('gone'), interruptGraceMs);
    });
    const ended = await Promise.race([running.then(() => 'ended' as const), grace]);
    if (ended === 'gone') client.process.signal('SIGKILL');
    throw new CellTimeout(message, ended === 'gone');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', interrupt);
    running.catch(() => undefined);
  }
}

function errorOutput(ename: string, evalue: string): Output {
  return { output_type: 'error', ename, evalue, traceback: [`${ename}: ${evalue}`] };
}

function titleOf(cell: CodeCell): string {
  return cell.source.trim().split('\n', 1)[0]?.slice(0, 60) ?? '';
}

function refuseOtherLanguages({ metadata }: Notebook, file: string): void {
  const spec = metadata['kernelspec'] as { readonly language?: unknown; readonly name?: unknown } | undefined;
  const info = metadata['language_info'] as { readonly name?: unknown } | undefined;
  const language = spec?.language ?? info?.name;
  if (language === undefined || language === 'typescript') return;
  throw new PawlError(
    'bad-input',
    `${file}: is a notebook of ${JSON.stringify(language)}, expected TypeScript`,
    {
      hint: 'choose the kernel "Pawl (TypeScript)" for it in JupyterLab',
    },
  );
}

/** Says who made the outputs, and from what. */
async function withMetadata(client: KernelClient, notebook: Notebook): Promise<Notebook> {
  const info = await client
    .request('kernel_info_request', {})
    .then(({ content }) => content['language_info'])
    .catch(() => notebook.metadata['language_info']);
  return {
    ...notebook,
    metadata: {
      kernelspec: { name: 'pawl', display_name: 'Pawl (TypeScript)', language: 'typescript' },
      ...notebook.metadata,
      ...(info === undefined ? {} : { language_info: info }),
      pawl: { version, sources: sourcesHash(notebook) },
    },
  };
}
