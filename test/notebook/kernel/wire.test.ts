import { describe, expect, it } from 'vitest';
import { createHistory } from '../../../src/notebook/kernel/history.js';
import { decode, encode, makeHeader, type Message } from '../../../src/notebook/kernel/wire.js';

const message: Message = {
  identities: [Buffer.from('peer')],
  header: makeHeader('execute_request', 'session'),
  parent: {},
  metadata: {},
  content: { code: "'<IDS|MSG>' + 'é😀'" },
  buffers: [Buffer.from([0, 255])],
};

function framesOf(key: string): Buffer[] {
  return encode(message, key).map((frame) => Buffer.from(frame));
}

describe('messages', () => {
  it.each(['', 'secret'])('come back as they were sent, with key %j', (key) => {
    expect(decode(framesOf(key), key)).toEqual(message);
  });

  it('are refused when changed, signed with another key, or cut short', () => {
    const changed = framesOf('secret').map((frame) =>
      frame.includes('execute_request') ? Buffer.from(frame.toString().replace('execute', 'inspect')) : frame,
    );
    expect(() => decode(changed, 'secret')).toThrow('wrong signature');
    expect(() => decode(framesOf('other'), 'secret')).toThrow('wrong signature');
    expect(() => decode(framesOf('').slice(0, 4), '')).toThrow('cut short');
  });
});

describe('history', () => {
  const history = createHistory();
  ['a = 1', 'b = 2', 'a = 1', 'c[0]'].forEach((source, index) => history.add(index + 1, source));

  it.each([
    [{ hist_access_type: 'tail', n: 2 }, ['a = 1', 'c[0]']],
    [{ hist_access_type: 'range', session: 0, start: 2, stop: 4 }, ['b = 2', 'a = 1']],
    [{ hist_access_type: 'range', session: -1, start: 1, stop: 4 }, []],
    [{ hist_access_type: 'search', pattern: 'a*' }, ['a = 1', 'a = 1']],
    [{ hist_access_type: 'search', pattern: 'a*', unique: true }, ['a = 1']],
    [{ hist_access_type: 'search', pattern: '?[0]' }, ['c[0]']],
  ])('answers %j', (request, sources) => {
    expect(history.answer(request).map(([, , source]) => source)).toEqual(sources);
  });
});
