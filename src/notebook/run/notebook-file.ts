import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { PawlError } from '../../errors.js';
import { sha256 } from '../../hash.js';

type Metadata = Record<string, unknown>;

/** One output of a cell, as `.ipynb` files hold it. */
export type Output =
  | { readonly output_type: 'stream'; readonly name: string; text: string }
  | {
      readonly output_type: 'display_data';
      data: Readonly<Record<string, unknown>>;
      metadata: Readonly<Record<string, unknown>>;
    }
  | {
      readonly output_type: 'execute_result';
      readonly execution_count: number | null;
      data: Readonly<Record<string, unknown>>;
      metadata: Readonly<Record<string, unknown>>;
    }
  | {
      readonly output_type: 'error';
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: readonly string[];
    };

export interface CodeCell {
  readonly cell_type: 'code';
  id: string;
  readonly metadata: Metadata;
  source: string;
  outputs: Output[];
  execution_count: number | null;
}

/** Text, or what is passed through (`raw`). */
export interface OtherCell {
  readonly cell_type: 'markdown' | 'raw';
  id: string;
  readonly metadata: Metadata;
  source: string;
  readonly attachments?: unknown;
}

export type NotebookCell = CodeCell | OtherCell;

/** A notebook, format 4.5, with texts joined. */
export interface Notebook {
  readonly metadata: Metadata;
  readonly cells: NotebookCell[];
}

/**
 * Reads a notebook of format 4; cells without an id get one that depends on nothing but the notebook.
 *
 * @throws PawlError `not-found`, or `bad-input` for what is no such notebook
 */
export function readNotebook(file: string): Notebook {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new PawlError('not-found', `${file}: no such notebook`, { cause });
  }
  return parseNotebook(text, file);
}

/** Parses a notebook; errors name `file`, and the cell where there is one. */
export function parseNotebook(text: string, file: string): Notebook {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new PawlError('bad-input', `${file}: no JSON`, { cause });
  }
  if (value['nbformat'] !== 4 || !Array.isArray(value['cells'])) {
    throw new PawlError(
      'bad-input',
      `${file}: nbformat is ${JSON.stringify(value['nbformat'])}, expected 4`,
      {
        hint: 'open and save it once in JupyterLab',
      },
    );
  }
  const used = new Set<string>();
  const cells = value['cells'].map((cell: unknown, index) => {
    const read = readCell(cell, `${file}: cell ${index + 1}`);
    if (!/^[\w-]{1,64}$/.test(read.id) || used.has(read.id)) {
      read.id = sha256(`${index} ${read.source}`).slice(0, 12);
    }
    used.add(read.id);
    return read;
  });
  return { metadata: asRecord(value['metadata']), cells };
}

function readCell(value: unknown, where: string): NotebookCell {
  const cell = asRecord(value);
  const type = cell['cell_type'];
  const common = {
    id: typeof cell['id'] === 'string' ? cell['id'] : '',
    metadata: asRecord(cell['metadata']),
    source: joined(cell['source'], where),
  };
  if (type === 'markdown' || type === 'raw') {
    return {
      cell_type: type,
      ...common,
      ...('attachments' in cell ? { attachments: cell['attachments'] } : {}),
    };
  }
  if (type !== 'code') {
    throw new PawlError('bad-input', `${where}: cell_type is ${JSON.stringify(type)}`, {
      hint: 'expected code, markdown or raw',
    });
  }
  const outputs = Array.isArray(cell['outputs']) ? cell['outputs'] : [];
  return {
    cell_type: 'code',
    ...common,
    outputs: outputs.map((output) => readOutput(asRecord(output), where)),
    execution_count: typeof cell['execution_count'] === 'number' ? cell['execution_count'] : null,
  };
}

function readOutput(output: Record<string, unknown>, where: string): Output {
  if (output['output_type'] === 'stream') {
    return { output_type: 'stream', name: String(output['name']), text: joined(output['text'], where) };
  }
  if ('data' in output) {
    const data = Object.fromEntries(
      Object.entries(asRecord(output['data'])).map(([type, content]) => [
        type,
        Array.isArray(content) && isText(type) ? content.join('') : content,
      ]),
    );
    return { ...output, data } as Output;
  }
  return output as Output;
}

function joined(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return value.join('');
  throw new PawlError('bad-input', `${where}: a text is neither a string nor a list of strings`);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** MIME types that hold text, which files keep as lists of lines. */
function isText(type: string): boolean {
  return type.startsWith('text/') || type === 'image/svg+xml' || type === 'application/javascript';
}

/** A notebook as a file's text: as Jupyter writes it, so that versions compare line by line. */
export function formatNotebook({ metadata, cells }: Notebook): string {
  const written = {
    cells: cells.map((cell) => {
      const { source, ...rest } = cell;
      const sorted = { ...rest, source: lines(source) };
      return cell.cell_type === 'code' ? { ...sorted, outputs: cell.outputs.map(writeOutput) } : sorted;
    }),
    metadata,
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(sortKeys(written), null, 1)}\n`;
}

function writeOutput(output: Output): unknown {
  if (output.output_type === 'stream') return { ...output, text: lines(output.text) };
  if (output.output_type === 'error') return output;
  const data = Object.fromEntries(
    Object.entries(output.data).map(([type, content]) => [
      type,
      typeof content === 'string' && isText(type) ? lines(content) : content,
    ]),
  );
  return { ...output, data };
}

function lines(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '');
}

/** Jupyter sorts keys; the data of JSON types keep their order, as it may mean something. */
function sortKeys(value: unknown, within = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => sortKeys(one, within));
  if (typeof value !== 'object' || value === null || within.startsWith('application/')) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sortKeys(one, key)]),
  );
}

/** Writes a notebook whole or not at all. */
export function writeNotebook(file: string, notebook: Notebook): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, formatNotebook(notebook));
    renameSync(draft, file);
  } catch (cause) {
    throw new PawlError('environment', `${file}: cannot be written`, { cause });
  }
}

/** A cell's tags. */
export function tagsOf(cell: NotebookCell): readonly string[] {
  const tags = cell.metadata['tags'];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

/** True for cells that run: code that is not blank and not told to be left out. */
export function isRunnable(cell: NotebookCell): cell is CodeCell {
  return cell.cell_type === 'code' && cell.source.trim() !== '' && !tagsOf(cell).includes('skip-execution');
}

/** What the outputs of a notebook were made from: the hash of its code. */
export function sourcesHash(notebook: Notebook): string {
  return sha256(JSON.stringify(notebook.cells.filter(isRunnable).map(({ source }) => source))).slice(0, 16);
}
