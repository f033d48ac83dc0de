import { readFileSync } from 'node:fs';

/**
 * Python source that defines `StepBudget` and `StepLimitReached`; a driver puts it before its own text. `StepBudget().run(limit, function,
 * *arguments)` calls the function and raises `StepLimitReached` (a BaseException) once it has taken more than `limit` steps: backward jumps
 * and starts or resumptions of Python functions. The same program takes the same number of steps on every machine.
 */
export const stepBudgetSource: string = readFileSync(new URL('./step_budget.py', import.meta.url), 'utf8');
