import { inspect } from 'node:util';
import type { Diagnostic } from './compile/tslab.js';
import { placeOf, sourceOf, type Place } from './cells.js';
import type { Failure } from './link.js';

const kernelFolder = new URL('.', import.meta.url).href;
const besideKernel = [kernelFolder, kernelFolder.replace('file://', '')];
const contextLines = 2;

/**
 * Makes V8 write stacks in the coordinates of cells and of TypeScript files, without the kernel's own frames.
 * The places of the newest errors are kept for their tracebacks.
 */
export function installStackTraces(): void {
  Error.prepareStackTrace = (error, sites) => {
    const places: Place[] = [];
    const lines: string[] = [];
    const inCells = sites.some((site) => sourceOf(site.getFileName() ?? '') !== undefined);
    for (const site of sites) {
      const file = site.getFileName() ?? '';
      if (inCells && (besideKernel.some((folder) => file.startsWith(folder)) || file === 'node:vm')) continue;
      const line = site.getLineNumber() ?? 0;
      const column = site.getColumnNumber() ?? 0;
      if (sourceOf(file) === undefined) {
        if (!(inCells && file.startsWith('node:internal/'))) lines.push(`    at ${textOfSite(site)}`);
        continue;
      }
      const place = placeOf(file, line, column);
      if (place === undefined) continue;
      places.push(place);
      const text = textOfSite(site);
      const at = `${file}:${line}:${column}`;
      const where = `${place.source.label}:${place.line}:${place.column}`;
      // The function that wraps a cell has no name that anyone would know.
      lines.push(
        `    at ${text.startsWith(at) ? where : text.replace(at, where).replace(/^(Object|exports)\./, '')}`,
      );
    }
    placesOf.set(error, places);
    return [headOf(error), ...lines].join('\n');
  };
}

/** V8's own words for a frame; the types of Node leave out that it has some. */
function textOfSite(site: NodeJS.CallSite & { readonly toString: () => string }): string {
  return site.toString();
}

/** The number of the cell that an error came from: the outermost one in its stack, which called all others. */
export function cellBehind(thrown: unknown): number | undefined {
  if (!isError(thrown) || typeof thrown.stack !== 'string') return undefined;
  const file = placesOf.get(thrown)?.findLast(({ source }) => source.file.startsWith('cell-'))?.source.file;
  return file === undefined ? undefined : Number(file.slice('cell-'.length));
}

const placesOf = new WeakMap<Error, readonly Place[]>();

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

/** Anything that was thrown, as Jupyter shows it. */
export function failureOf(thrown: unknown): Failure {
  if (!isError(thrown)) {
    const value = inspect(thrown);
    return {
      ename: 'Thrown',
      evalue: value,
      traceback: [`${red('Thrown')}: ${value}`, 'Throw an Error to see where.'],
    };
  }
  const stack = typeof thrown.stack === 'string' ? thrown.stack : headOf(thrown);
  const inSource = syntaxPlace(stack);
  if (inSource !== undefined) {
    const traceback = [excerpt(inSource, inSource), `${red(thrown.name)}: ${thrown.message}`];
    return { ename: thrown.name, evalue: thrown.message, traceback };
  }
  const place = placesOf.get(thrown)?.[0];
  return {
    ename: thrown.name,
    evalue: thrown.message,
    traceback: [
      ...(place === undefined ? [] : [excerpt(place, place)]),
      stack.replace(thrown.name, red(thrown.name)),
      ...detailsOf(thrown),
    ],
  };
}

/** Errors of other realms (`vm` contexts) are errors too. */
function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}

/** A syntax error that V8 finds has its place in front of its stack. */
function syntaxPlace(stack: string): Place | undefined {
  const [, file, line] = /^(.*):(\d+)\n/.exec(stack) ?? [];
  return file === undefined ? undefined : placeOf(file, Number(line), 1);
}

/** Hints, causes and inner errors. */
function detailsOf(error: Error): readonly string[] {
  const lines: string[] = [];
  if ('hint' in error && typeof error.hint === 'string') lines.push(`hint: ${error.hint}`);
  if (error instanceof AggregateError) {
    error.errors.forEach((inner: unknown, index) => lines.push(`[${index}] ${textOf(inner)}`));
  }
  if (error.cause !== undefined) lines.push(`caused by ${textOf(error.cause)}`);
  return lines;
}

function textOf(thrown: unknown): string {
  return isError(thrown) && typeof thrown.stack === 'string' ? thrown.stack : inspect(thrown);
}

/** The error of an interrupt; front ends know this name. */
export const interruptedFailure: Failure = {
  ename: 'KeyboardInterrupt',
  evalue: 'the cell was interrupted',
  traceback: [`${red('KeyboardInterrupt')}: the cell was interrupted`],
};

/**
 * What the compiler found wrong, each with its line of source.
 *
 * @param cell - the cell's label and text
 */
export function failureOfDiagnostics(
  diagnostics: readonly Diagnostic[],
  cell: { readonly label: string; readonly text: string },
): Failure {
  const texts = diagnostics.map(({ start, end, messageText, code, fileName }) => {
    const label = fileName ?? cell.label;
    const message = `${label}:${start.line + 1}:${start.character + 1} - TS${code}: ${messageText}`;
    if (fileName !== undefined) return message + hintFor(code, messageText);
    const place = { source: cell, line: start.line + 1, column: start.character + 1 };
    const width = end.line === start.line ? end.character - start.character : 1;
    return `${excerpt(place, place, width)}\n${message}${hintFor(code, messageText)}`;
  });
  const [first] = diagnostics;
  const syntax = first !== undefined && first.code < 2000;
  const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : '';
  return {
    ename: syntax ? 'SyntaxError' : 'TypeScriptError',
    evalue: `${first?.messageText ?? 'the cell does not compile'}${more}`,
    traceback: [`${red(syntax ? 'SyntaxError' : 'TypeScriptError')}: nothing of this cell was run`, ...texts],
  };
}

/** What helps with the mistakes that notebooks see most. */
function hintFor(code: number, message: string): string {
  if (code === 2307 && /'\.\.?\//.test(message)) return '\nhint: paths start at the folder of the notebook';
  if (code === 2307)
    return '\nhint: install the package in the folder of the notebook or above it, then run this again';
  if (code === 7016)
    return '\nhint: install its types (@types/…), or import it with `await import(…)` as any';
  if (code === 2304) return '\nhint: has the cell that defines it been run?';
  if (code === 18046) return '\nhint: check what it is first, e.g. `if (error instanceof Error)`';
  if (code === 2742 || code === 4023 || code === 4058 || code === 4094) {
    return '\nhint: write the type of this variable; later cells need to know it';
  }
  return '';
}

/** The lines around a place, with a mark. */
function excerpt(
  {
    source,
    line,
    column,
  }: { readonly source: { readonly text: string }; readonly line: number; readonly column: number },
  { source: { label } }: { readonly source: { readonly label?: string } },
  width = 1,
): string {
  const lines = source.text.split('\n');
  const from = Math.max(1, line - contextLines);
  const to = Math.min(lines.length, line + contextLines);
  const digits = String(to).length;
  const shown: string[] = [`${label ?? ''}, line ${line}`];
  for (let number = from; number <= to; number++) {
    const mark = number === line ? '-->' : '   ';
    shown.push(`${mark} ${String(number).padStart(digits)} | ${lines[number - 1] ?? ''}`.trimEnd());
    if (number === line) {
      shown.push(
        `    ${' '.repeat(digits)} | ${' '.repeat(Math.max(0, column - 1))}${red('^'.repeat(Math.max(1, width)))}`,
      );
    }
  }
  return shown.join('\n');
}

function red(text: string): string {
  return `\u001b[31m${text}\u001b[39m`;
}
