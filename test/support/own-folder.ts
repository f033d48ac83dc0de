import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PythonSandbox } from '../../src/sandbox/python/python-sandbox.js';

/** A row as it is written. */
export type Row = Readonly<Record<string, unknown>>;

/** What is different from a family that is in order. */
export interface FolderParts {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly train?: readonly Row[] | string | null;
  readonly anchors?: readonly Row[] | string | null;
  readonly test?: readonly Row[] | string | null;
  /** Detectors by name: the word that they look for. */
  readonly ops?: Readonly<Record<string, string>>;
  /** Further files, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Twelve outputs, every third one with a fault. */
export const trainRows: readonly Row[] = Array.from({ length: 12 }, (_, index) => ({
  id: `t${index}`,
  prompt: `ask ${index}`,
  output:
    index % 3 === 0 ? `bad answer ${index}` : index % 3 === 1 ? `rude answer ${index}` : `answer ${index}`,
}));

/** Two failing and two clean anchors. */
export const anchorRows: readonly Row[] = [
  { id: 'a1', prompt: 'one', output: 'a bad thing', label: 'FAIL', failureClasses: ['wrong'] },
  { id: 'a2', prompt: 'two', output: 'a rude thing', label: 'FAIL', failureClasses: ['tone'] },
  { id: 'a3', prompt: 'three', output: 'a thing', label: 'PASS' },
  { id: 'a4', prompt: 'four', output: 'another thing', label: 'PASS' },
];

/** Writes the folder of a family. */
export function writeOwnFolder(folder: string, parts: FolderParts = {}): string {
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const rows = (
    name: string,
    given: readonly Row[] | string | null | undefined,
    usual: readonly Row[] | null,
  ): void => {
    const chosen = given === undefined ? usual : given;
    if (chosen === null) return;
    write(
      name,
      typeof chosen === 'string' ? chosen : chosen.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
  };
  write('family.json', JSON.stringify({ name: 'mine', taxonomy: ['wrong', 'tone'], ...parts.settings }));
  rows('train.jsonl', parts.train, trainRows);
  rows('anchors.jsonl', parts.anchors, anchorRows);
  rows('test.jsonl', parts.test, null);
  for (const [name, word] of Object.entries(parts.ops ?? { sees_bad: 'bad', sees_rude: 'rude' }))
    write(`ops/${name}.py`, opText(word));
  for (const [name, text] of Object.entries(parts.files ?? {})) write(name, text);
  return folder;
}

/** A detector that the sandbox below understands, and Python too. */
export function opText(word: string, failureClass = 'wrong'): string {
  return [
    `# failure class: ${failureClass}`,
    '# tier: static',
    `# description: has the word ${word}`,
    '',
    '',
    'def check(item):',
    `    return 'DRAWBACK' if '${word}' in item['output'] else 'CLEAN'`,
    '',
  ].join('\n');
}

/** Answers the driver of checks without Python: the quoted word decides; `raise` is a fault, `silent` never has an opinion. */
export function wordSandbox(): PythonSandbox & { readonly jobs: () => number } {
  let jobs = 0;
  return {
    engine: 'words',
    jobs: () => jobs,
    run: async ({ payload }) => {
      jobs += 1;
      const { source, items } = payload as unknown as { source: string; items: { output: string }[] };
      const word = /if '(.*)' in/.exec(source)?.[1] ?? '';
      return {
        kind: 'value',
        value: items.map(({ output }) =>
          word === 'raise'
            ? ['raised', 'ValueError: on purpose']
            : ['verdict', word === 'silent' ? 'ABSTAIN' : output.includes(word) ? 'DRAWBACK' : 'CLEAN'],
        ),
      };
    },
    inspect: async () => ({ engine: 'words', walls: [], reset: 'respawn' }),
    close: async () => undefined,
  };
}
