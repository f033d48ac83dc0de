import type { ObservedCall, Observation } from './observe.js';
import type { CodeFailure } from './taxonomy.js';
import { keyOf, partsOf, realOf, tagOf, typeName, type Encoded } from './value.js';

/**
 * The failure class that the evidence of a failed program shows, or null where nothing tells. Only what was observed
 * counts: two programs that behave alike get the same class, whatever their text.
 */
export function failureClassOf(observation: Observation): CodeFailure | null {
  switch (observation.kind) {
    case 'timed-out':
      return 'endless-loop';
    case 'out-of-memory':
      return 'crash';
    case 'broken': {
      const { stage, raised, stepLimit } = observation.broken;
      if (stepLimit === true) return 'endless-loop';
      return stage === 'entry' || isNameError(raised?.[0]) ? 'wrong-signature' : 'crash';
    }
    case 'called':
      return classOfCalls(observation.calls);
  }
}

function classOfCalls(calls: readonly ObservedCall[]): CodeFailure | null {
  const failed = calls.filter(({ outcome }) => outcome !== 'right');
  const wrong = failed.filter(({ outcome }) => outcome === 'wrong');
  const raised = failed.filter(({ outcome }) => outcome === 'raised');
  if (failed.some(({ outcome }) => outcome === 'step-limit')) return 'endless-loop';
  if (raised.some(isSignatureError)) return 'wrong-signature';
  if (wrong.length > 0 && wrong.every(onlyPrints)) return 'print-instead-of-return';
  if (failed.every(({ changed }) => changed)) return 'mutated-input';
  if (failed.every(({ edge }) => edge) && calls.some(({ outcome, edge }) => outcome === 'right' && !edge))
    return 'dropped-guard';
  if (raised.length > 0) return 'crash';
  if (wrong.every(isOtherForm)) return 'wrong-format';
  if (wrong.every(isOffByOne)) return 'off-by-one';
  if (wrong.every(isFlipped)) return 'wrong-operator';
  return calls.some(({ outcome }) => outcome === 'right') ? null : 'misread-spec';
}

function isNameError(type: string | undefined): boolean {
  return type === 'NameError' || type === 'UnboundLocalError';
}

/** An undefined name, or a call that the parameters do not fit. */
function isSignatureError({ call }: ObservedCall): boolean {
  const [type, message = ''] = call.raised ?? [];
  return (
    isNameError(type) ||
    (type === 'TypeError' &&
      /\(\) (takes|missing|got an unexpected|got multiple)/.test(message) &&
      !message.includes('__init__'))
  );
}

function onlyPrints({ call, expected }: ObservedCall): boolean {
  return call.value === null && expected !== null && call.stdout !== undefined;
}

/** Another type, or the same content in another dress: `5` for `'5'`, `[1, 2]` for `(1, 2)`, `'A b'` for `'a-b'`. */
function isOtherForm({ call, expected }: ObservedCall): boolean {
  const value = call.value ?? null;
  if (value === null || expected === null) return false;
  return typeName(value) !== typeName(expected)
    ? !bothNumbers(value, expected)
    : looseText(value) === looseText(expected);
}

function bothNumbers(a: Encoded, b: Encoded): boolean {
  return tagOf(a) !== 'bool' && tagOf(b) !== 'bool' && realOf(a) !== undefined && realOf(b) !== undefined;
}

/** A value without what only dresses it: letters and digits of texts, without case; numbers as they are. */
function looseText(value: Encoded): string {
  if (typeof value === 'string') return value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const number = realOf(value);
  if (number !== undefined) return String(number);
  return partsOf(value).map(looseText).join(' ');
}

/** A number one away, a sequence with one element more or less at an end, or a sequence of numbers each at most one away. */
function isOffByOne({ call, expected }: ObservedCall): boolean {
  return apart(call.value ?? null, expected);
}

function apart(value: Encoded, expected: Encoded): boolean {
  if (tagOf(value) === 'bool' || tagOf(expected) === 'bool') return false;
  const [a, b] = [realOf(value), realOf(expected)];
  if (a !== undefined && b !== undefined) return Math.abs(a - b) === 1;
  const [x, y] = [sequenceOf(value), sequenceOf(expected)];
  if (x === undefined || y === undefined || tagOf(value) !== tagOf(expected)) return false;
  if (Math.abs(x.length - y.length) === 1) {
    const [longer, shorter] = x.length > y.length ? [x, y] : [y, x];
    return [longer.slice(1), longer.slice(0, -1)].some((cut) => cut.join(',') === shorter.join(','));
  }
  const [v, w] = [partsOf(value).map(realOf), partsOf(expected).map(realOf)];
  return (
    v.length > 0 &&
    v.length === w.length &&
    v.every((number, at) => Math.abs((number ?? NaN) - (w[at] ?? NaN)) <= 1)
  );
}

function sequenceOf(value: Encoded): string[] | undefined {
  if (typeof value === 'string') return Array.from(value);
  if (tagOf(value) !== 'l' && tagOf(value) !== 't') return undefined;
  return partsOf(value).map((part, at) => keyOf(part) ?? `opaque ${at}`);
}

/** The opposite truth value, or the opposite sign. */
function isFlipped({ call, expected }: ObservedCall): boolean {
  const value = call.value ?? null;
  if (typeof value === 'boolean' && typeof expected === 'boolean') return true;
  const [a, b] = [realOf(value), realOf(expected)];
  return a !== undefined && b !== undefined && a === -b && a !== 0;
}
