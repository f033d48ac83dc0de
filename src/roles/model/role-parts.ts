import type { Family } from '../../families/family.js';
import type { Task } from '../../grader/item.js';
import { didYouMean } from '../../input/nearest-name.js';
import type { PythonSandbox } from '../../sandbox/python/python-sandbox.js';
import type { Asker } from './ask.js';
import { sharedMaterial } from './data-block.js';
import type { FilledPrompt, Prompts } from './prompts.js';

/** What every part is played with. */
export interface RoleParts {
  readonly asker: Asker;
  readonly prompts: Prompts;
  readonly sandbox: PythonSandbox;
  readonly shared: SharedText;
}

/** What the prompts of a family have in common. */
export interface SharedText {
  readonly dataRule: string;
  /** What a solver is told of the form of its answer. */
  readonly format: string;
  /** What readers are told of outputs and facts. */
  readonly reading: string;
  readonly taxonomyList: string;
  /** The files that the shared text comes from. */
  readonly from: readonly string[];
  /** Puts the long material that a task shares with others behind the system part. */
  onTask(prompt: FilledPrompt, task: Task): FilledPrompt;
  /** A class that is not in the taxonomy, as a problem. */
  unknownClass(named: readonly string[]): string | null;
}

/** Reads what is said to everybody about a family; families of a user's own get general words. */
export function sharedText(
  { name, taxonomy }: Pick<Family, 'name' | 'taxonomy'>,
  prompts: Prompts,
): SharedText {
  const file = ['code', 'sql', 'report'].includes(name) ? `family-${name}` : 'family-other';
  return {
    dataRule: prompts.text('data-rule'),
    format: prompts.part(file, 'Output'),
    reading: prompts.part(file, 'Reading'),
    taxonomyList: taxonomy.map((failureClass) => `- ${failureClass}`).join('\n'),
    from: [file, 'data-rule'],
    onTask: (prompt, task) => ({ ...prompt, system: prompt.system + sharedMaterial(task) }),
    unknownClass: (named) => {
      const unknown = named.find((one) => !taxonomy.includes(one));
      return unknown === undefined
        ? null
        : `'${unknown.slice(0, 40)}' is no failure class of the list; ${didYouMean(unknown.slice(0, 40), taxonomy)}`;
    },
  };
}
