import { itemHash } from '../../grader/item.js';
import type { OpFinding } from '../../grader/op.js';
import { hashedUnit } from '../../random.js';
import type { JudgeRequest } from '../roles.js';
import type { SharedCalibration } from './calibration.js';
import type { Reader } from './readings.js';

/**
 * A judge who answers one yes/no question about one output (yes = DRAWBACK) and errs at stated rates. The bare question is yes
 * of any wrong output, a narrow one of a wrong output that shows its failure class. Question, item and seed fix the answer;
 * the draw does not: a judge that could be asked again within a run could be asked until the answer suits.
 *
 * @param bareQuestion the family's bare question "is this output wrong?"
 * @returns ABSTAIN with reason `unscored` for an item that cannot be read, and what to do about it
 */
export function simulatedJudge(
  read: Reader,
  bareQuestion: string | null,
  { judge }: SharedCalibration,
  seed: string,
): (request: JudgeRequest) => Promise<OpFinding> {
  return async ({ question, failureClass, item }) => {
    const reading = await read(item);
    if (reading.outcome === 'unreadable')
      return { verdict: 'ABSTAIN', reason: 'unscored', detail: reading.reason };
    const bare = question === bareQuestion;
    const yes = reading.label === 'FAIL' && (bare || (await reading.failureClasses()).includes(failureClass));
    const sensitivity = bare ? judge.bareSensitivity : judge.narrowSensitivity;
    const falseAlarm = bare ? judge.bareFalseAlarm : judge.narrowFalseAlarm;
    const saysYes =
      hashedUnit('judge', seed, question, itemHash(item)) < (yes ? sensitivity : falseAlarm).value;
    return { verdict: saysYes ? 'DRAWBACK' : 'CLEAN' };
  };
}
