import type Database from 'better-sqlite3';
import { taskHash, type Task } from '../grader/item.js';
import { sha256 } from '../hash.js';
import { compressJson, expandJson } from './compressed-json.js';

/** Tasks and outputs, each distinct text stored once and named by a number. To be called inside a transaction. */
export interface OutputTable {
  /** The number of an output, stored when it is new. */
  numberOf(task: Task, output: string): number;
  /** The task of a stored record; equal numbers give the same object. */
  taskOf(number: number, record: Buffer): Task;
}

/** The tasks and outputs of an open store. */
export function outputTable(database: Database.Database): OutputTable {
  const findTask = database.prepare('SELECT id FROM tasks WHERE hash = ?').pluck();
  const addTask = database.prepare('INSERT INTO tasks (hash, task_id, record) VALUES (?, ?, ?)');
  const findOutput = database.prepare('SELECT id FROM outputs WHERE task = ? AND hash = ?').pluck();
  const addOutput = database.prepare('INSERT INTO outputs (task, hash, output) VALUES (?, ?, ?)');
  const tasks = new Map<number, Task>();

  const taskNumber = (task: Task): number =>
    (findTask.get(taskHash(task)) as number | undefined) ??
    Number(addTask.run(taskHash(task), task.id, compressJson(task)).lastInsertRowid);

  return {
    numberOf: (task, output) => {
      const number = taskNumber(task);
      const hash = sha256(output);
      return (
        (findOutput.get(number, hash) as number | undefined) ??
        Number(addOutput.run(number, hash, output).lastInsertRowid)
      );
    },
    taskOf: (number, record) => {
      let task = tasks.get(number);
      if (task === undefined) {
        task = expandJson(record) as unknown as Task;
        tasks.set(number, task);
      }
      return task;
    },
  };
}
