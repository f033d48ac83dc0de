import type { MessagePort } from 'node:worker_threads';
import { createCellScope, type Cell } from './cells.js';
import { createCompiler, type Compilation } from './compile/compiler.js';
import { answerTo } from './answers.js';
import { builtinDeclarations, createBuiltins } from './builtins.js';
import { createModules } from './modules.js';
import { labelOf, prepareCell, runCell, type Variables } from './run-cell.js';
import { serveTslab } from './serve-tslab.js';
import { showValue } from './show-value.js';
import { installStreams } from './streams.js';
import { installTimers } from './timers.js';
import {
  cellBehind,
  failureOf,
  failureOfDiagnostics,
  installStackTraces,
  interruptedFailure,
} from './traceback.js';
import {
  phase,
  slot,
  type ExecuteOrder,
  type Failure,
  type Order,
  type Report,
  type UserExpression,
} from './link.js';

/** What the main thread of the kernel does: compiles and runs cells, as the front orders. */
export interface Back {
  take(order: Order): void;
}

export interface BackParts {
  /** The notebook's folder. */
  readonly folder: string;
  readonly port: Pick<MessagePort, 'postMessage'>;
  readonly state: Int32Array;
  readonly answer: Uint8Array;
  /** True where Node follows asynchronous calls without hooks. */
  readonly exactScope: boolean;
  readonly end: (code: number) => void;
}

/** How long a dying process waits for its last messages to leave. */
const lastWordsMs = 2000;

/** A client that has a cell to run has sent it by then. */
const warmAfterMs = 30;
/** When code is kept for the next start, once nothing runs: it takes a tenth of a second. */
const keepCodeAfterMs = 1000;

interface Running {
  readonly cell: Cell;
  readonly finish: (failure: Failure | undefined) => void;
}

/** Loads the compiler and takes over the process: its output, its timers, its unhandled errors. */
export function createBack({ folder, port, state, answer, exactScope, end }: BackParts): Back {
  const report = (one: Report): void => port.postMessage(one);
  const scope = createCellScope(exactScope);
  const nextTurn = setImmediate;
  const streams = installStreams(scope.current, report);
  const send = (one: Report): void => {
    streams.flush();
    report(one);
  };
  installTimers(scope);
  installStackTraces();
  let running: Running | undefined;
  const interrupted = new Error('the cell was interrupted');

  const alive = (value: unknown): unknown => {
    if (scope.current()?.interrupted === true) throw interrupted;
    return value;
  };
  const builtins = createBuiltins({ current: scope.current, send, state, answer, interrupted });
  const modules = createModules(folder, { alive, tslab: () => serveTslab(builtins.show) });
  const variables = Object.assign(Object.create(null) as Variables, builtins.variables);
  const compiler = createCompiler(folder);
  let declarations = builtinDeclarations;

  /** Ends a cell that did not end by itself: its timers stop, and what still awaits does not go on. */
  const stop = (failure: Failure): void => {
    if (running === undefined) return;
    const { cell, finish } = running;
    cell.interrupted = true;
    for (const action of cell.stops) action();
    cell.stops.clear();
    finish(failure);
  };

  const cells = new Map<number, Cell>();
  /** What no code awaits or catches belongs to the cell that started it. */
  const stray = (thrown: unknown): void => {
    const behind = exactScope ? undefined : cellBehind(thrown);
    const cell = (behind === undefined ? undefined : cells.get(behind)) ?? scope.current();
    if (thrown === interrupted || cell === undefined) return;
    const failure = failureOf(thrown);
    if (running?.cell === cell) stop(failure);
    else if (!cell.interrupted) send({ kind: 'late', cell: cell.id, failure });
  };
  process.on('uncaughtException', stray);
  process.on('unhandledRejection', stray);

  const compile = (source: string): Compilation => {
    Atomics.store(state, slot.phase, phase.compiling);
    try {
      return compiler.compile(declarations, source);
    } finally {
      Atomics.store(state, slot.phase, phase.running);
    }
  };

  const evaluateExpression = async (cell: Cell, expression: string): Promise<UserExpression> => {
    try {
      const compiled = compile(`(${expression}\n)`);
      if (compiled.kind === 'wrong') {
        return {
          status: 'error',
          ...failureOfDiagnostics(compiled.diagnostics, { label: 'expression', text: expression }),
        };
      }
      const value =
        compiled.kind === 'compiled'
          ? await runCell(prepareCell({ ...cell, code: expression }, compiled), {
              folder,
              modules,
              variables,
              enter: (action) => scope.run(cell, action),
            })
          : undefined;
      return {
        status: 'ok',
        ...((await showValue(value)) ?? { data: { 'text/plain': 'undefined' }, metadata: {} }),
      };
    } catch (thrown) {
      return { status: 'error', ...failureOf(thrown) };
    }
  };

  const perform = async (cell: Cell): Promise<Failure | undefined> => {
    const compiled = compile(cell.code);
    if (compiled.kind === 'wrong') {
      return failureOfDiagnostics(compiled.diagnostics, { label: labelOf(cell), text: cell.code });
    }
    if (Atomics.load(state, slot.interrupt) === 1) return interruptedFailure;
    const runnable = compiled.kind === 'compiled' ? prepareCell(cell, compiled) : undefined;
    // Also when the cell throws: what it defined until then is there, as in other notebooks.
    declarations = compiled.declarations;
    if (runnable === undefined) return undefined;
    const enter = <Result>(action: () => Result): Result => scope.run(cell, action);
    const value = await runCell(runnable, { folder, modules, variables, enter });
    await Promise.all(cell.pending);
    const shown = cell.silent || cell.interrupted ? undefined : await enter(() => showValue(value));
    if (shown !== undefined && !cell.interrupted) send({ kind: 'result', cell: cell.id, ...shown });
    return undefined;
  };

  const execute = (order: ExecuteOrder): void => {
    const cell: Cell = {
      id: order.cell,
      count: order.count,
      silent: order.silent,
      code: order.code,
      allowStdin: order.allowStdin,
      interrupted: false,
      ended: false,
      pending: [],
      stops: new Set(),
    };
    cells.set(cell.id, cell);
    let finished = false;
    const finish = (failure: Failure | undefined): void => {
      if (finished) return;
      finished = true;
      const done = (userExpressions: Readonly<Record<string, UserExpression>>): void => {
        cell.ended = true;
        running = undefined;
        Atomics.store(state, slot.phase, phase.idle);
        Atomics.store(state, slot.interrupt, 0);
        send({ kind: 'done', cell: cell.id, failure, userExpressions });
      };
      const wanted = failure === undefined ? Object.entries(order.userExpressions) : [];
      if (wanted.length === 0) done({});
      else void evaluateAll(cell, wanted).then(done);
    };
    running = { cell, finish };
    scope.run(
      cell,
      () =>
        void perform(cell).then(
          // A rejection that nobody awaits is known one turn later, and is this cell's fault.
          (failure) => void nextTurn(() => finish(failure)),
          (thrown: unknown) =>
            void nextTurn(() => finish(thrown === interrupted ? interruptedFailure : failureOf(thrown))),
        ),
    );
  };
  const evaluateAll = async (
    cell: Cell,
    wanted: readonly (readonly [string, string])[],
  ): Promise<Readonly<Record<string, UserExpression>>> => {
    const values: Record<string, UserExpression> = {};
    for (const [name, expression] of wanted) values[name] = await evaluateExpression(cell, expression);
    return values;
  };

  process.on('exit', (code) => {
    send({ kind: 'exit', cell: running?.cell.id, code });
    Atomics.wait(state, slot.flushed, 0, lastWordsMs);
  });
  send({ kind: 'ready' });
  // A kernel that nobody uses yet checks a trivial program, so that the first cell finds the checker warm.
  setTimeout(() => {
    if (cells.size === 0) compiler.compile(declarations, '0');
  }, warmAfterMs);
  const keepCode = setInterval(() => {
    if (running !== undefined) return;
    clearInterval(keepCode);
    compiler.keepCode();
  }, keepCodeAfterMs);
  keepCode.unref();

  return {
    take: (order) => {
      scope.reset();
      if (order.kind === 'execute') execute(order);
      else if (order.kind === 'interrupt') {
        Atomics.store(state, slot.interrupt, 0);
        send({ kind: 'interrupted' });
        stop(interruptedFailure);
      } else if (order.kind === 'shutdown') {
        compiler.close();
        end(0);
      } else {
        let content: Readonly<Record<string, unknown>>;
        try {
          content = answerTo(order, compiler, declarations);
        } catch (thrown) {
          content = { status: 'error', ...failureOf(thrown) };
        }
        send({ kind: 'answer', id: order.id, content });
      }
    },
  };
}
