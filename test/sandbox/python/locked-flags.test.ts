import { describe, expect, it } from 'vitest';
import { lockedFlags } from '../../../src/sandbox/python/locked-flags.js';

describe('lockedFlags', () => {
  it('turns the permission model on under the name that this Node knows, and caps memory', () => {
    const flags = lockedFlags({ readable: ['/a/*', '/b.image'], memoryLimitBytes: 256 * 2 ** 20 });
    const stable = Number(process.versions.node.split('.')[0]) >= 22;
    expect(flags).toContain(stable ? '--permission' : '--experimental-permission');
    expect(flags).toContain('--allow-fs-read=/a/*');
    expect(flags).toContain('--allow-fs-read=/b.image');
    expect(flags).toContain('--wasm-max-mem-pages=4096');
    expect(flags).toContain('--disallow-code-generation-from-strings');
  });

  it('allows nothing but reading', () => {
    const allowed = lockedFlags({ readable: ['/a'], memoryLimitBytes: 2 ** 26 }).filter((flag) =>
      flag.startsWith('--allow'),
    );
    expect(allowed).toEqual(['--allow-fs-read=/a']);
  });
});
