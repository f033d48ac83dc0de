import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureMemoryImage, imageKey, readImage } from '../../../src/sandbox/python/memory-image.js';

const folder = mkdtempSync(join(tmpdir(), 'pawl-image-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A copy with one bit changed. */
function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

describe('the memory image', () => {
  it('comes out whole and the same when two build it at once', async () => {
    const old = Array.from({ length: 5 }, (_, index) =>
      join(folder, `python-${String(index).repeat(24)}.image`),
    );
    old.forEach((file, index) => {
      writeFileSync(file, '');
      utimesSync(file, index + 1, index + 1);
    });
    const [first, second] = await Promise.all([
      ensureMemoryImage(folder),
      ensureMemoryImage(join(folder, 'other')),
    ]);
    expect(readFileSync(first.file).equals(readFileSync(second.file))).toBe(true);
    expect(await ensureMemoryImage(folder)).toEqual(first);
    // Nothing half-written is left, and of other versions' images only the newest.
    const left = readdirSync(folder).filter((name) => name !== 'other');
    expect(left.sort()).toEqual([first.file, ...old.slice(2)].map((file) => basename(file)).sort());
  }, 120_000);

  it('is not used when it is damaged, and built anew', async () => {
    const { file } = await ensureMemoryImage(folder);
    const good = readFileSync(file);
    const damaged = join(folder, 'damaged');
    const damages: readonly (readonly [string, () => void])[] = [
      [
        'a flipped bit',
        () => {
          writeFileSync(damaged, flipped(good, 9_000_000));
        },
      ],
      [
        'a lost end',
        () => {
          copyFileSync(file, damaged);
          truncateSync(damaged, good.length - 1);
        },
      ],
      [
        'only a header',
        () => {
          writeFileSync(damaged, good.subarray(0, 4096));
        },
      ],
      [
        'another format',
        () => {
          writeFileSync(damaged, Buffer.concat([Buffer.from('PAWL PYTHON IMAGE 0\n'), good.subarray(20)]));
        },
      ],
      [
        'nothing in it',
        () => {
          writeFileSync(damaged, '');
        },
      ],
      [
        'text',
        () => {
          writeFileSync(damaged, 'PAWL PYTHON IMAGE 1\nnot json\n');
        },
      ],
    ];
    for (const [name, damage] of damages) {
      damage();
      expect([name, readImage(damaged)]).toEqual([name, undefined]);
    }
    writeFileSync(file, good.subarray(0, 5_000_000));
    const rebuilt = await ensureMemoryImage(folder);
    expect(readFileSync(rebuilt.file).equals(good)).toBe(true);
  }, 120_000);

  it('has another name when anything that it depends on is another', () => {
    const parts = { engine: 'pyodide 1', node: '20', hashSeed: '0', sources: [['a.py', 'x = 1']] as const };
    const keys = [
      parts,
      { ...parts, engine: 'pyodide 2' },
      { ...parts, node: '22' },
      { ...parts, hashSeed: '1' },
      { ...parts, sources: [['a.py', 'x = 2']] as const },
      { ...parts, sources: [['b.py', 'x = 1']] as const },
    ].map((one) => imageKey(one));
    expect(new Set(keys).size).toBe(keys.length);
    expect(imageKey({ ...parts })).toBe(keys[0]);
  });

  it('says what to do when the cache folder cannot be written', async () => {
    const blocked = join(folder, 'a-file');
    writeFileSync(blocked, '');
    await expect(ensureMemoryImage(join(blocked, 'below'))).rejects.toMatchObject({
      code: 'environment',
      hint: /PAWL_CACHE/,
    });
  }, 120_000);
});
