/** A code cell as a file holds it. */
export function codeCell(source: string, fields: object = {}): object {
  return { cell_type: 'code', metadata: {}, source, outputs: [], execution_count: null, ...fields };
}

/** A notebook file with these cells. */
export function notebookText(cells: readonly object[], metadata: object = {}): string {
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells });
}
