import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json.js';
import { applyChange, changeBetween } from '../../src/store/state-delta.js';

/** What a store does to a value. */
const stored = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;
const json = (fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>).map(stored);

describe('the change between two states', () => {
  it('leads from the first to the second, whatever they are', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(applyChange(before, stored(changeBetween(before, after)))).toEqual(stored(after));
      }),
    );
  });

  it('leads there where parts are shared, added, dropped at the head and changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.nat(), body: json }), { maxLength: 12 }),
        fc.nat(12),
        fc.array(fc.record({ id: fc.nat(), body: json }), { maxLength: 4 }),
        fc.nat(11),
        (list, drop, more, at) => {
          const window = [...list.slice(drop), ...more].map((element, index) =>
            index === at ? { ...element, id: element.id + 1 } : element,
          );
          const [before, after] = [
            { list, kept: list, gone: 1 } as Json,
            { list: window, kept: list } as Json,
          ];
          expect(applyChange(before, stored(changeBetween(before, after)))).toEqual(stored(after));
        },
      ),
    );
  });

  it('says nothing of what is the same object, and little of a window that moved on', () => {
    const element = (index: number): Json => ({ index, text: 'x'.repeat(500) });
    const before = { library: [element(1), element(2)], window: [1, 2, 3, 4].map(element) };
    const [first = null, ...rest] = before.window;
    const after = { library: before.library, window: [...rest, element(5)] };
    expect(first).not.toBeNull();
    expect(changeBetween(before, before)).toBe(0);
    expect(changeBetween(before, { ...before })).toBe(0);
    expect(changeBetween(before, after)).toEqual({ o: { window: { h: 1, n: 3, c: {}, a: [element(5)] } } });
  });
});
