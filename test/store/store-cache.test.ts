import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/hash.js';
import { openDatabase } from '../../src/store/open-database.js';
import { storeCache } from '../../src/store/store-cache.js';
import { openStore } from '../../src/store/store.js';
import { temporaryFolders } from './helpers.js';

const folder = temporaryFolders();

describe('the cache of a store', () => {
  it('tells kinds and keys apart and knows nothing else', () => {
    const store = openStore({ folder: folder(), mode: 'write' });
    const { cache } = store;
    cache.put('root', sha256('a'), { verdict: 'CLEAN' });
    cache.put('truth', sha256('a'), ['other']);
    cache.put('call', 'not a hash', null);
    expect(cache.get('root', sha256('a'))).toEqual({ verdict: 'CLEAN' });
    expect(cache.get('truth', sha256('a'))).toEqual(['other']);
    expect(cache.get('call', 'not a hash')).toBeNull();
    expect(cache.get('root', sha256('b'))).toBeUndefined();
    store.close();
  });

  it('survives the process: by batches while it lives, the rest at the end', () => {
    const place = folder();
    const writer = openStore({ folder: place, mode: 'write' });
    const keys = Array.from({ length: 2100 }, (_, index) => sha256(`key ${index}`));
    for (const [index, key] of keys.entries()) writer.cache.put('finding', key, { index });

    // What a process that is killed now leaves behind: the first whole batch.
    const whileWriting = openStore({ folder: place, mode: 'read' });
    const known = keys.filter((key) => whileWriting.cache.get('finding', key) !== undefined);
    expect(known).toEqual(keys.slice(0, 2048));
    whileWriting.close();

    writer.close();
    const after = openStore({ folder: place, mode: 'read' });
    expect(keys.map((key) => after.cache.get('finding', key))).toEqual(keys.map((_, index) => ({ index })));
    expect(after.cache.counts()).toEqual({ fromMemory: 0, fromDisk: 2100, missed: 0, put: 0 });
    after.close();
  });

  it('gives the same object again, so that hashes kept by object stay of use', () => {
    const store = openStore({ folder: folder(), mode: 'write' });
    const { cache } = store;
    cache.put('root', sha256('a'), { facts: {} });
    expect(cache.get('root', sha256('a'))).toBe(cache.get('root', sha256('a')));
    store.close();
  });

  it('holds a bounded part in memory and reads the rest from the file', () => {
    const path = join(folder(), 'pawl.sqlite');
    const database = openDatabase({ path, mode: 'write' });
    const cache = storeCache(database, path, { writable: true, memoryBudget: 1000 });
    const text = 'x'.repeat(100);
    for (let index = 0; index < 20; index++) cache.put('variants', sha256(`${index}`), `${index}${text}`);
    expect(cache.get('variants', sha256('19'))).toBe(`19${text}`);
    expect(cache.counts()).toMatchObject({ fromMemory: 1, fromDisk: 0 });
    expect(cache.get('variants', sha256('0'))).toBe(`0${text}`);
    expect(cache.counts()).toMatchObject({ fromMemory: 1, fromDisk: 1 });
    database.close();
  });

  it('keeps puts of a reader in memory', () => {
    const place = folder();
    openStore({ folder: place, mode: 'write' }).close();
    const reader = openStore({ folder: place, mode: 'read' });
    reader.cache.put('root', sha256('a'), 1);
    expect(reader.cache.get('root', sha256('a'))).toBe(1);
    reader.close();
    const again = openStore({ folder: place, mode: 'read' });
    expect(again.cache.get('root', sha256('a'))).toBeUndefined();
    again.close();
  });
});
