import { readdirSync } from 'node:fs';
import { dataPath } from '../../data-folder.js';
import { PawlError } from '../../errors.js';
import type { Task } from '../../grader/item.js';
import { readJsonl } from '../../input/jsonl.js';
import type { JsonObject } from '../../json.js';
import { packTimeLimitMs } from './limits.js';
import { makeFileTask } from './make-file-task.js';
import { problemsOf } from './task-formats.js';

/** What every function of the embedded pack owes, shown with each task. */
const packContract = 'Return the result; do not print it. Leave the arguments as they were.';

/**
 * The tasks written for this project (`data/families/code/tasks/*.jsonl`), sorted by id.
 *
 * @param folder another folder of such files
 * @throws PawlError `bad-input` naming file and line of every problem
 */
export function loadCodeTasks(folder: string = dataPath('families', 'code', 'tasks')): readonly Task[] {
  const problems: string[] = [];
  const tasks = new Map<string, Task>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.jsonl')) continue;
    for (const { line, value } of readJsonl(`${folder}/${file}`)) {
      const found = problemsOf(value, 'pawl');
      if (found.length === 0) {
        const comparison = (value['comparison'] ?? { kind: 'exact' }) as JsonObject;
        const row = { line, fields: value, inputs: value['inputs'] as readonly string[], comparison };
        const made = makeFileTask(row, 'pawl', undefined);
        if (made.kind !== 'task') found.push(made.reason);
        else if (tasks.has(made.id)) found.push(`the task id '${made.id}' is there already`);
        else tasks.set(made.id, withContract(made.task));
      }
      problems.push(...found.map((problem) => `${file}:${line}: ${problem}`));
    }
  }
  if (problems.length > 0) throw new PawlError('bad-input', problems.slice(0, 20).join('\n'));
  return [...tasks.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The pack's own rules: arguments stay as they were, and the clock is only a backstop. */
function withContract(task: Task): Task {
  return {
    ...task,
    visible: { ...task.visible, contract: packContract },
    hidden: { ...task.hidden, argumentsStay: true, timeLimitMs: packTimeLimitMs },
  };
}
