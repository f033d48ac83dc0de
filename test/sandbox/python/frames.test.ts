import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, FrameReader } from '../../../src/sandbox/python/frames.js';

const nonce = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });

describe('FrameReader', () => {
  it('finds the messages however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ nonce, body: fc.uint8Array({ maxLength: 50 }) }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
        (messages, cuts) => {
          const stream = Buffer.concat(messages.map((one) => frame(one.nonce, Buffer.from(one.body))));
          const reader = new FrameReader(100);
          const found = [];
          for (let at = 0, turn = 0; at < stream.length; turn += 1) {
            const end = at + (cuts[turn % cuts.length] ?? 1);
            found.push(...reader.push(stream.subarray(at, end)));
            at = end;
          }
          expect(found.map((one) => ({ nonce: one.nonce, body: new Uint8Array(one.body) }))).toEqual(
            messages,
          );
        },
      ),
    );
  });

  it.each([
    ['longer than allowed', 101],
    ['too short for a nonce', 31],
    ['of four gigabytes', 0xffffffff],
  ])('refuses a message %s as soon as its length is read', (_name, length) => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(length, 0);
    expect(() => new FrameReader(100).push(head)).toThrow(RangeError);
  });
});
