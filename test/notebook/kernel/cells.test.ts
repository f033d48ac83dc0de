import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, type Session } from '../session.js';

let session: Session;
beforeAll(async () => {
  session = await openSession();
});
afterAll(() => session.close());

describe('variables', () => {
  it.each([
    ['the last expression', '1 + 1', '2'],
    ['a string, quoted', "'a' + 'b'", "'ab'"],
    ['null', 'null', 'null'],
    ['nothing for undefined', 'undefined', undefined],
    ['nothing for a declaration', 'const quiet = 1', undefined],
    ['a variable of an earlier cell', 'quiet', '1'],
    ['a redefined constant', "const quiet = 'two'; quiet", "'two'"],
    ['top-level await', 'const slow = await Promise.resolve(3); slow', '3'],
    ['top-level for await', 'for await (const one of [1, 2]) console.log(one); 5', '5'],
    [
      'an enum and a class',
      'enum Side { Left, Right } class Box { side = Side.Right } new Box()',
      'Box { side: 1 }',
    ],
    ['types only', 'interface Point { x: number }', undefined],
    ['types of an earlier cell', 'const point: Point = { x: 4 }; point.x', '4'],
    ['a type of a whole module', "const os = await import('node:os'); os.EOL.length > 0", 'true'],
    ['a module that has no name for its type, later', 'typeof os.cpus', "'function'"],
  ])('%s', async (_name, code, result) => {
    const outcome = await session.run(code);
    expect(outcome.status).toBe('ok');
    expect(outcome.result).toBe(result);
  });

  it('keeps functions of a cell and later assignments together', async () => {
    await session.run('let total = 1; function read() { return total; } const wrap = () => ({ total });');
    expect((await session.run('total = 5; [read(), wrap().total]')).result).toBe('[ 5, 5 ]');
    expect(
      (await session.run('const copy = { total }; ({ total } = { total: copy.total + 1 }); read()')).result,
    ).toBe('6');
  });

  it('keeps what a cell defined before it threw', async () => {
    expect((await session.run("const before = 7; throw new Error('half')")).status).toBe('error');
    expect((await session.run('before')).result).toBe('7');
  });
});

describe('errors', () => {
  it('shows the line of the cell and of the function of another cell', async () => {
    const defined = await session.run(
      'interface Row { a: number }\n\nfunction second(row: Row | null) {\n  return (row as Row).a;\n}\n1',
    );
    const outcome = await session.run('// a comment\n\nsecond(null);');
    expect(outcome.status).toBe('error');
    expect(outcome.ename).toBe('TypeError');
    expect(outcome.traceback).toContain(`cell [${String(defined.count)}], line 4`);
    expect(outcome.traceback).toContain('--> 4 |   return (row as Row).a;');
    expect(outcome.traceback).toContain(`at second (cell [${String(defined.count)}]:4:23)`);
    expect(outcome.traceback).toContain(`at cell [${String(outcome.count)}]:3:1`);
    expect(outcome.traceback).not.toContain('node:');
    expect(outcome.reply.content).toMatchObject({ status: 'error', ename: 'TypeError' });
  });

  it('runs nothing of a cell that does not type check, and says where and what helps', async () => {
    const outcome = await session.run("console.log('not run');\nconst text: string = 5;");
    expect(outcome.ename).toBe('TypeScriptError');
    expect(outcome.evalue).toBe("Type 'number' is not assignable to type 'string'.");
    expect(outcome.traceback).toContain('--> 2 | const text: string = 5;');
    expect(outcome.traceback).toContain('TS2322');
    expect(outcome.printed).toBe('');
  });

  it.each([
    ['strict null checks', "'a'.match(/a/).length", 'TS2531'],
    ['a parameter without a type', 'function untyped(value) { return value }', 'TS7006'],
    ['an unknown in catch', 'try { 1 } catch (thrown) { thrown.message }', 'check what it is first'],
    ['a name nobody defined', 'nobodyDefinedThis', 'has the cell that defines it been run?'],
    ['a package that is not there', "import x from 'no-such-package'", 'install the package'],
    ['a syntax error', 'new Array(', 'TS1005'],
  ])('%s', async (_name, code, words) => {
    const outcome = await session.run(code);
    expect(outcome.status).toBe('error');
    expect(outcome.traceback).toContain(words);
  });

  it.each([
    ['an expression', '[1].map(() => {\n  throw new Error("x");\n})', ':2:9'],
    ['a statement', 'if (1 < 2)\n  throw new Error("x")', ':2:9'],
    ['a definition', 'const one = 1;\nconst two = [one].map(() => { throw new Error("x") })', ':2:37'],
    ['behind an await', 'await null;\n(null as unknown as Error).message', ':2:28'],
    ['behind types', 'type A = {\n  a: 1;\n};\n(JSON as unknown as { b(): void }).b()', ':4:36'],
  ])('finds the column of %s', async (_name, code, place) => {
    const outcome = await session.run(code);
    expect(outcome.traceback).toContain(`cell [${String(outcome.count)}]${place}`);
  });

  it.each(['const require = 1', 'const exports = 1'])('%s: the name is taken', async (code) => {
    const outcome = await session.run(code);
    expect(outcome.traceback).toMatch(/^SyntaxError: '\w+' is taken in a notebook; choose another name$/);
    expect((await session.run("typeof require('node:fs')")).result).toBe("'object'");
  });

  it('shows causes, inner errors and thrown values', async () => {
    const caused = await session.run("throw new Error('outer', { cause: new RangeError('inner') })");
    expect(caused.traceback).toMatch(/Error: outer[^]*caused by RangeError: inner/);
    const many = await session.run("await Promise.any([Promise.reject(new Error('first'))])");
    expect(many.traceback).toContain('[0] Error: first');
    expect((await session.run("throw 'text'")).traceback).toContain("Thrown: 'text'");
  });

  it('fails a cell whose promise nobody awaits', async () => {
    const outcome = await session.run("Promise.reject(new Error('nobody awaits'));\n1");
    expect(outcome.status).toBe('error');
    expect(outcome.evalue).toBe('nobody awaits');
    expect(outcome.traceback).toContain('--> 1 |');
  });

  it('reports a late throw in the cell that started it', async () => {
    const heard = new Promise<{ parent: string; evalue: unknown }>((resolve) => {
      session.client.onLate(({ header, parent, content }) => {
        if (header.msg_type === 'error' && 'msg_id' in parent)
          resolve({ parent: parent.msg_id, evalue: content['evalue'] });
      });
    });
    const first = await session.run("setTimeout(() => { throw new Error('too late') }, 30); 1");
    const second = await session.run('await new Promise((resolve) => setTimeout(resolve, 60)); 2');
    expect([first.status, second.status]).toEqual(['ok', 'ok']);
    const { parent, evalue } = await heard;
    expect(evalue).toBe('too late');
    expect(parent).toBe('msg_id' in first.reply.parent ? first.reply.parent.msg_id : '');
  });
});

describe('imports', () => {
  it.each([
    ['pawl', "import { random } from 'pawl'; typeof random", "'function'"],
    [
      'a named and a default import',
      "import path, { join } from 'node:path'; path.join('a', 'b') === join('a', 'b')",
      'true',
    ],
    ['a whole ES module', "import * as aq from 'arquero'; typeof aq.table", "'function'"],
    ['types behind exports', "import { z } from 'zod'; z.number().parse(3).toFixed(1)", "'3.0'"],
    ['a subpath', "import { constants } from 'node:fs/promises'; typeof constants", "'object'"],
    ['a dynamic import', "const { sum } = await import('simple-statistics'); sum([1, 2])", '3'],
    ['require', "require('node:url').URL.name", "'URL'"],
  ])('%s', async (_name, code, result) => {
    const outcome = await session.run(code);
    expect(outcome.traceback).toBe('');
    expect(outcome.result).toBe(result);
  });

  it('reads TypeScript beside the notebook, again after a change, with its own lines in tracebacks', async () => {
    const file = join(session.folder, 'helper.ts');
    writeFileSync(join(session.folder, 'inner.ts'), 'export const base: number = 40;\n');
    writeFileSync(
      file,
      "import { base } from './inner.js';\nexport const answer = (): number => base + 2;\n",
    );
    expect((await session.run("import { answer } from './helper.ts'; answer()")).result).toBe('42');
    writeFileSync(
      file,
      "interface Hidden { a: 1 }\n\nexport function answer(): string {\n  throw new Error('changed');\n}\n",
    );
    const outcome = await session.run("import { answer } from './helper'; answer()");
    expect(outcome.evalue).toBe('changed');
    expect(outcome.traceback).toContain('at answer (helper.ts:4:9)');
    writeFileSync(file, 'export const answer: number = "text";\n');
    expect((await session.run("import { answer } from './helper'; answer")).traceback).toContain(
      'helper.ts:1:14',
    );
  });

  it('reads TypeScript and JSON from folders above the notebook', async () => {
    const above = join(session.folder, '..', `${basename(session.folder)}-above`);
    mkdirSync(above);
    writeFileSync(join(above, 'up.ts'), 'export const up: number = 12;\n');
    writeFileSync(join(above, 'data.json'), '{ "deep": { "value": 5 } }');
    const from = `../${basename(above)}`;
    const outcome = await session.run(
      `import { up } from '${from}/up';\nimport data from '${from}/data.json';\nup + data.deep.value`,
    );
    rmSync(above, { recursive: true });
    expect(outcome.traceback).toBe('');
    expect(outcome.result).toBe('17');
  });

  it('loads ES modules that await at their top', async () => {
    writeFileSync(join(session.folder, 'waits.mjs'), 'export const value = await Promise.resolve(9);\n');
    writeFileSync(join(session.folder, 'waits.d.mts'), 'export declare const value: number;\n');
    expect((await session.run("import { value } from './waits.mjs'; value")).result).toBe('9');
  });
});
