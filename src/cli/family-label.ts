import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { GivenLabel } from '../jobs/own-files.js';
import type { Labelled, Labeller, LabelQuestion } from '../jobs/own-label.js';
import { absolute, wholeNumber } from './options.js';
import { shellWord } from './paths.js';
import { print } from './terminal.js';

/** Lines of an answer, one after another; null at the end of input. */
export type NextLine = (prompt: string) => Promise<string | null>;

/** `pawl family label DIR` */
export function addFamilyLabelCommand(family: Command): void {
  family
    .command('label')
    .description(
      'label outputs in the terminal, the most informative ones first; each answer is saved at once',
    )
    .argument('<dir>', 'the folder of a family')
    .option('--count <n>', 'anchors in all', wholeNumber('--count', 4, 20), 10)
    .addHelpText(
      'after',
      `
Answers: p pass, f fail (then which classes, by number or name, and why), s skip, q quit. The outputs on which the detectors
contradict each other or say nothing come first. A labelled output moves from train to anchors.

Example:
  $ pawl family label ./mine`,
    )
    .action(async (dir: string, options: { readonly count: number }) => {
      const { labelOwnFamily } = await import('../jobs/own-label.js');
      const { createPythonSandbox } = await import('../sandbox/python/pool.js');
      const { strictSandbox } = await import('../jobs/strict-sandbox.js');
      const sandbox = strictSandbox(createPythonSandbox({ children: 1 }));
      const lines = lineReader();
      try {
        const labelled = await labelOwnFamily(absolute(dir), {
          wanted: options.count,
          sandbox,
          labeller: terminalLabeller(lines.next),
        });
        print(ending(labelled, shellWord(dir.includes('/') ? dir : `./${dir}`)));
      } finally {
        lines.close();
        await sandbox.close();
      }
    });
}

/** Reads answers from standard input, a terminal or a pipe. */
function lineReader(): { readonly next: NextLine; readonly close: () => void } {
  const reader = createInterface({ input: process.stdin, terminal: false });
  const lines = reader[Symbol.asyncIterator]();
  return {
    next: async (prompt) => {
      process.stdout.write(prompt);
      const line = await lines.next();
      return line.done === true ? null : String(line.value);
    },
    close: () => reader.close(),
  };
}

/** Asks on a terminal. */
export function terminalLabeller(next: NextLine): Labeller {
  return {
    ask: async (question) => {
      print(questionText(question));
      for (;;) {
        const answer = (await next('p pass, f fail, s skip, q quit > '))?.trim().toLowerCase();
        if (answer === undefined || answer === 'q' || answer === 'quit') return 'quit';
        if (answer === 's' || answer === 'skip') return 'skip';
        if (answer === 'p' || answer === 'pass') return { label: 'PASS', failureClasses: [], reason: '' };
        if (answer === 'f' || answer === 'fail') return askFailure(question, next);
        print(`'${answer}' is no answer`);
      }
    },
    saved: ({ verdicts }, { label }) => {
      const fired = verdicts.filter(({ verdict }) => verdict === 'DRAWBACK').map(({ op }) => op);
      print(`saved as ${label}; detectors that fire: ${fired.length === 0 ? 'none' : fired.join(', ')}`);
    },
  };
}

async function askFailure({ settings }: LabelQuestion, next: NextLine): Promise<GivenLabel | 'quit'> {
  const { taxonomy } = settings;
  print(taxonomy.map((name, index) => `  ${index + 1} ${name}`).join('\n'));
  for (;;) {
    const answer = await next('which classes, e.g. 1,3 (empty: none of these) > ');
    if (answer === null) return 'quit';
    const words = answer.split(/[\s,]+/).filter((word) => word !== '');
    const chosen = words.map((word) => taxonomy[Number(word) - 1] ?? taxonomy.find((name) => name === word));
    const unknown = words.find((_, index) => chosen[index] === undefined);
    if (unknown !== undefined) {
      print(`no class '${unknown}'`);
      continue;
    }
    const reason = await next('why, in a few words (may be empty) > ');
    const failureClasses = [...new Set(chosen.filter((name) => name !== undefined))];
    return { label: 'FAIL', failureClasses, reason: reason?.trim() ?? '' };
  }
}

function questionText({ placed: { row, place }, have, wanted, settings }: LabelQuestion): string {
  const indented = (text: string): string =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n');
  const others = Object.entries(row.visible).map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`);
  return [
    '',
    `anchor ${have.FAIL + have.PASS + 1} of ${wanted} (so far ${have.FAIL} FAIL, ${have.PASS} PASS) · ${place}`,
    ...(settings.contract === '' ? [] : [`contract: ${settings.contract}`]),
    ...(row.prompt === '' ? [] : ['prompt:', indented(row.prompt)]),
    ...others,
    ...(row.reference === null ? [] : ['reference:', indented(row.reference)]),
    'output:',
    indented(row.output),
  ].join('\n');
}

function ending({ have, wanted, labelledNow, exhausted }: Labelled, dir: string): string {
  const all = have.FAIL + have.PASS;
  const lines = ['', `${labelledNow} labelled now; anchors: ${have.FAIL} FAIL, ${have.PASS} PASS`];
  if (exhausted) lines.push('no outputs are left in train');
  const isDone = all >= wanted && have.FAIL >= 2 && have.PASS >= 2;
  if (!isDone && !exhausted) lines.push(`\nnext: npx pawl family label ${dir}`);
  else lines.push(`\nnext: npx pawl family check ${dir}`);
  return lines.join('\n');
}
