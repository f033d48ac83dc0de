/** What was run in this session, as `history_request` asks for it. */
export interface History {
  add(count: number, source: string): void;
  answer(request: Readonly<Record<string, unknown>>): readonly (readonly [number, number, unknown])[];
}

/** Pawl keeps the history of the running session only; its number is 1. */
const session = 1;

export function createHistory(): History {
  const entries: { readonly count: number; readonly source: string }[] = [];
  return {
    add: (count, source) => void entries.push({ count, source }),
    answer: (request) => {
      const whole = (name: string, otherwise: number): number =>
        typeof request[name] === 'number' ? request[name] : otherwise;
      const output = request['output'] === true;
      let found: typeof entries;
      switch (request['hist_access_type']) {
        case 'range': {
          // 0 is the current session; negative numbers are earlier ones, which are not kept.
          if (![0, session].includes(whole('session', 0))) return [];
          const stop = whole('stop', Infinity);
          found = entries.filter(({ count }) => count >= whole('start', 0) && count < stop);
          break;
        }
        case 'search': {
          const { pattern } = request;
          const matches = globOf(typeof pattern === 'string' ? pattern : '*');
          found = entries.filter(({ source }) => matches.test(source));
          if (request['unique'] === true) {
            const last = new Map(found.map((entry) => [entry.source, entry]));
            found = found.filter((entry) => last.get(entry.source) === entry);
          }
          found = found.slice(-whole('n', found.length));
          break;
        }
        default:
          found = entries.slice(-whole('n', entries.length));
      }
      return found.map(({ count, source }) => [session, count, output ? [source, null] : source]);
    },
  };
}

/** `*` and `?`, as in a shell. */
function globOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`);
}
