import { describe, expect, it } from 'vitest';
import { failureClassOf } from '../../../src/families/code/failure-class.js';
import type { ObservedCall } from '../../../src/families/code/observe.js';
import type { CodeFailure } from '../../../src/families/code/taxonomy.js';
import type { Encoded } from '../../../src/families/code/value.js';

const right: ObservedCall = {
  outcome: 'right',
  call: { value: 1, steps: 1 },
  expected: 1,
  edge: false,
  changed: false,
};
const wrong = (value: Encoded, expected: Encoded, edge = false): ObservedCall => ({
  outcome: 'wrong',
  call: { value, steps: 1 },
  expected,
  edge,
  changed: false,
});
const raised = (type: string, message = '', edge = false): ObservedCall => ({
  outcome: 'raised',
  call: { raised: [type, message], steps: 1 },
  expected: 1,
  edge,
  changed: false,
});
const printed: ObservedCall = {
  outcome: 'wrong',
  call: { value: null, steps: 1, stdout: [2, '5\n'] },
  expected: 5,
  edge: false,
  changed: false,
};
const endless: ObservedCall = {
  outcome: 'step-limit',
  call: { stepLimit: true, steps: 9 },
  expected: 1,
  edge: false,
  changed: false,
};
const mutated: ObservedCall = {
  outcome: 'mutated',
  call: { value: 1, mutated: true, steps: 1 },
  expected: 1,
  edge: false,
  changed: true,
};

const table: readonly (readonly [CodeFailure | null, readonly ObservedCall[]])[] = [
  ['endless-loop', [right, endless]],
  ['wrong-signature', [raised('TypeError', 'f() takes 2 positional arguments but 1 was given')]],
  ['wrong-signature', [right, raised('NameError', "name 'x' is not defined")]],
  ['print-instead-of-return', [printed, printed]],
  ['mutated-input', [right, mutated]],
  ['mutated-input', [right, { ...wrong(40, 7), changed: true }]],
  [null, [right, mutated, wrong(40, 7)]],
  ['dropped-guard', [right, wrong(3, 4, true)]],
  ['dropped-guard', [right, raised('IndexError', '', true)]],
  ['crash', [raised('IndexError', '', true)]],
  ['crash', [right, raised('ValueError')]],
  ['crash', [right, raised('TypeError', "unsupported operand type(s) for +: 'int' and 'str'")]],
  ['wrong-format', [right, wrong('5', 5)]],
  ['wrong-format', [wrong(['t', 1, 2], ['l', 1, 2])]],
  ['wrong-format', [right, wrong('A-B', 'a b')]],
  ['off-by-one', [right, wrong(4, 5), wrong(['f', 2.5], ['f', 1.5])]],
  ['off-by-one', [right, wrong(['l', 1, 2], ['l', 1, 2, 3])]],
  ['off-by-one', [right, wrong('bcd', 'abcd')]],
  ['off-by-one', [right, wrong(['l', 1, 2, 3], ['l', 2, 3, 4])]],
  ['wrong-operator', [right, wrong(true, false)]],
  ['wrong-operator', [right, wrong(-7, 7)]],
  ['misread-spec', [wrong(40, 7), wrong('x', 'other')]],
  [null, [right, wrong(40, 7)]],
];

describe('failureClassOf', () => {
  it.each(table)('sees %s', (failureClass, calls) => {
    expect(failureClassOf({ kind: 'called', calls, inputs: calls.length })).toBe(failureClass);
  });

  it('reads programs that could not be called', () => {
    expect(failureClassOf({ kind: 'timed-out' })).toBe('endless-loop');
    expect(failureClassOf({ kind: 'out-of-memory' })).toBe('crash');
    expect(failureClassOf({ kind: 'broken', broken: { stage: 'entry' } })).toBe('wrong-signature');
    expect(
      failureClassOf({ kind: 'broken', broken: { stage: 'compile', raised: ['SyntaxError', ''] } }),
    ).toBe('crash');
    expect(failureClassOf({ kind: 'broken', broken: { stage: 'run', raised: ['NameError', ''] } })).toBe(
      'wrong-signature',
    );
    expect(failureClassOf({ kind: 'broken', broken: { stage: 'run', stepLimit: true } })).toBe(
      'endless-loop',
    );
  });
});
