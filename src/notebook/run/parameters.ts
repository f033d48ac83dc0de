import { PawlError } from '../../errors.js';
import { didYouMean } from '../../input/nearest-name.js';
import { sha256 } from '../../hash.js';
import { tagsOf, type CodeCell, type Notebook } from './notebook-file.js';

/** A value given on the command line: JSON where it is JSON, else text. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads `k=v` words.
 *
 * @throws PawlError `usage` for a word without `=`, a name that is no identifier, or a name given twice
 * @example
 * readParameters(['rounds=30', 'family=code']) // { rounds: 30, family: 'code' }
 */
export function readParameters(words: readonly string[]): Parameters {
  const parameters: Record<string, unknown> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    const name = word.slice(0, Math.max(0, at));
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) {
      throw new PawlError('usage', `--parameters: '${word}' is not name=value`, {
        hint: 'e.g. --parameters rounds=30',
      });
    }
    if (name in parameters) throw new PawlError('usage', `--parameters: ${name} is given twice`);
    parameters[name] = jsonOrText(word.slice(at + 1));
  }
  return parameters;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const injectedTag = 'injected-parameters';

/**
 * Puts a cell with the values behind the cell tagged `parameters`, as papermill does; one of an earlier run is replaced.
 *
 * @throws PawlError `usage` for a name that the tagged cell does not define; `bad-input` when no cell is tagged
 */
export function injectParameters(notebook: Notebook, parameters: Parameters, file: string): void {
  const { cells } = notebook;
  const earlier = cells.findIndex((cell) => tagsOf(cell).includes(injectedTag));
  if (earlier >= 0) cells.splice(earlier, 1);
  const names = Object.keys(parameters);
  if (names.length === 0) return;

  const at = cells.findIndex((cell) => cell.cell_type === 'code' && tagsOf(cell).includes('parameters'));
  const tagged = cells[at];
  if (tagged === undefined) {
    throw new PawlError('bad-input', `${file}: no cell is tagged 'parameters'`, {
      hint: 'tag the cell that defines them, in JupyterLab under Property Inspector → Cell Tags',
    });
  }
  const known = [...tagged.source.matchAll(/\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)/g)].map(
    ([, name = '']) => name,
  );
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new PawlError(
      'usage',
      `${file}: unknown parameter ${unknown.map((name) => `'${name}'`).join(', ')}`,
      {
        hint: didYouMean(unknown[0] ?? '', known),
      },
    );
  }
  const source = names.map((name) => `let ${name} = ${JSON.stringify(parameters[name])};`).join('\n');
  const cell: CodeCell = {
    cell_type: 'code',
    id: sha256(`${injectedTag} ${tagged.id}`).slice(0, 12),
    metadata: { tags: [injectedTag] },
    source,
    outputs: [],
    execution_count: null,
  };
  cells.splice(at + 1, 0, cell);
}
