import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { sha256 } from '../../hash.js';

/** A prompt with its slots filled in. */
export interface FilledPrompt {
  /** The file and the hash of everything that it was made from. */
  readonly id: string;
  /** The same for many calls. */
  readonly system: string;
  readonly user: string;
}

/** Values for the `{{slots}}` of a prompt. */
export type Slots = Readonly<Record<string, string>>;

/** The prompts of a folder. */
export interface Prompts {
  /** Fills in a prompt's `System` and `User` parts. */
  fill(name: string, slots: Slots, alsoFrom?: readonly string[]): FilledPrompt;
  /** A file as it is, e.g. a rule that several prompts share. */
  text(name: string): string;
  /** One part of a file. */
  part(name: string, heading: string): string;
  /** Changes with every file. */
  readonly version: string;
}

const files: readonly string[] = [
  'classify',
  'compose',
  'criticise',
  'data-rule',
  'draft-op',
  'family-code',
  'family-other',
  'family-report',
  'family-sql',
  'judge',
  'prefer',
  'prefer-generic',
  'prefer-task-aware',
  'repair',
  'route',
  'solve',
  'solve-skill',
  'teach',
  'write-skill',
  'write-skill-as-scored',
  'write-skill-value-plus-tag',
];

/** The packaged prompts. */
export const promptFolder: string = fileURLToPath(new URL('./prompts', import.meta.url));

/** Reads all prompts of a folder. */
export function readPrompts(folder: string = promptFolder): Prompts {
  const texts = new Map(files.map((name) => [name, readFileSync(join(folder, `${name}.md`), 'utf8')]));
  const text = (name: string): string => {
    const found = texts.get(name);
    if (found === undefined) throw new RangeError(`there is no prompt '${name}'`);
    return found.trim();
  };
  const part = (name: string, heading: string): string => {
    const parts = text(name).split(/^# (.+)$/m);
    const at = parts.indexOf(heading);
    if (at === -1) throw new RangeError(`prompt '${name}' has no part '${heading}'`);
    return (parts[at + 1] ?? '').trim();
  };
  return {
    text,
    part,
    fill: (name, slots, alsoFrom = []) => {
      const used = new Set<string>();
      const fillIn = (template: string): string =>
        template.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => {
          const value = slots[slot];
          if (value === undefined) throw new RangeError(`prompt '${name}': nothing for the slot '${slot}'`);
          used.add(slot);
          return value;
        });
      const system = fillIn(part(name, 'System'));
      const user = fillIn(part(name, 'User')).trim();
      const unused = Object.keys(slots).filter((slot) => !used.has(slot));
      if (unused.length > 0) throw new RangeError(`prompt '${name}' has no slot '${unused.join("', '")}'`);
      const hash = sha256([name, ...alsoFrom].map(text).join('\n')).slice(0, 12);
      return { id: `${name}.md ${hash}`, system, user };
    },
    version: sha256(JSON.stringify([...texts])).slice(0, 16),
  };
}

/** Fills the slots of a piece of text that is itself put into a prompt. */
export function fillText(template: string, slots: Slots): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, slot: string) => slots[slot] ?? whole);
}
