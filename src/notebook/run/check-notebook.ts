import { version } from '../../version.js';
import { isRunnable, sourcesHash, tagsOf, type Notebook } from './notebook-file.js';

/**
 * What is wrong with the stored outputs of a notebook: cells that were not run, or out of order, errors, outputs of other
 * code or of another version.
 *
 * @returns one sentence for each problem; empty when a reader can trust what is shown
 */
export function checkNotebook(notebook: Notebook): readonly string[] {
  const problems: string[] = [];
  let expected = 1;
  for (const [index, cell] of notebook.cells.entries()) {
    if (!isRunnable(cell)) continue;
    const where = `cell ${index + 1}`;
    if (cell.execution_count === null) problems.push(`${where}: was not run`);
    else if (cell.execution_count !== expected) {
      problems.push(`${where}: ran as number ${cell.execution_count}, expected ${expected}`);
    }
    expected = (cell.execution_count ?? expected) + 1;
    const error = cell.outputs.find((output) => output.output_type === 'error');
    if (error !== undefined && !tagsOf(cell).includes('raises-exception')) {
      problems.push(`${where}: ended with ${error.ename}: ${error.evalue}`);
    }
  }
  const made = notebook.metadata['pawl'] as
    { readonly version?: unknown; readonly sources?: unknown } | undefined;
  if (made === undefined) problems.push('its outputs were not made by `pawl notebook run`');
  else {
    if (made.version !== version)
      problems.push(`its outputs are of version ${String(made.version)}, this is ${version}`);
    if (made.sources !== sourcesHash(notebook))
      problems.push('its code was changed after its outputs were made');
  }
  return problems;
}

/** Removes outputs, counts and what `pawl notebook run` noted. */
export function clearNotebook(notebook: Notebook): Notebook {
  for (const cell of notebook.cells) {
    if (cell.cell_type !== 'code') continue;
    cell.outputs = [];
    cell.execution_count = null;
  }
  const { pawl: _made, ...metadata } = notebook.metadata;
  return { ...notebook, metadata };
}
