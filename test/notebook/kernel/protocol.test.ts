import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../src/version.js';
import { openSession, type Session } from '../session.js';

let session: Session;
beforeAll(async () => {
  session = await openSession();
});
afterAll(() => session.close());

describe('execute_request', () => {
  it('announces its input, counts, and answers with the same count', async () => {
    const first = await session.run('1');
    const second = await session.run('2');
    expect(first.types).toEqual(['execute_input', 'execute_result']);
    expect(first.messages[0]?.content).toEqual({ code: '1', execution_count: first.count });
    expect(first.messages[1]?.content['execution_count']).toBe(first.count);
    expect(second.count).toBe(Number(first.count) + 1);
  });

  it('is quiet when silent, and counts only what is kept in the history', async () => {
    const before = Number((await session.run('0')).count);
    const silent = await session.run("console.log('hush'); 5", { silent: true });
    expect(silent.types).toEqual([]);
    const unkept = await session.run('6', { store_history: false });
    expect(unkept.result).toBe('6');
    expect((await session.run('7')).count).toBe(before + 1);
  });

  it('evaluates user expressions', async () => {
    const { reply } = await session.run('const shown = 20', {
      user_expressions: { twice: 'shown * 2', wrong: 'nowhere' },
    });
    expect(reply.content['user_expressions']).toMatchObject({
      twice: { status: 'ok', data: { 'text/plain': '40' } },
      wrong: { status: 'error', ename: 'TypeScriptError' },
    });
  });

  it('aborts what was sent with a cell that fails, and says so', async () => {
    const sent = ["throw new Error('first')", '1', '2'].map((code) => session.client.execute(code));
    const statuses = (await Promise.all(sent)).map(({ content }) => content['status']);
    expect(statuses).toEqual(['error', 'aborted', 'aborted']);
    expect((await session.run('3')).result).toBe('3');
  });

  it('goes on when told not to stop', async () => {
    const sent = ["throw new Error('first')", '1'].map((code) => session.run(code));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(['error', 'ok']);
  });

  it('prints in order and shows at once', async () => {
    const { printed, types } = await session.run("console.log('a'); console.error('b'); console.log('c'); 1");
    expect(printed).toBe('a\nb\nc\n');
    expect(types).toEqual(['execute_input', 'stream', 'stream', 'stream', 'execute_result']);
  });

  it('sends what a timer prints to the cell that set it', async () => {
    const heard = new Promise<unknown>((resolve) => {
      session.client.onLate(({ header, parent }) => {
        if (header.msg_type === 'stream') resolve('msg_id' in parent ? parent.msg_id : '');
      });
    });
    const first = await session.run("setTimeout(() => console.log('later'), 30); 1");
    const second = await session.run('await new Promise((resolve) => setTimeout(resolve, 60))');
    expect(second.printed).toBe('');
    expect(await heard).toBe('msg_id' in first.reply.parent ? first.reply.parent.msg_id : '');
  });
});

describe('display', () => {
  it('sends several MIME types in one message, updates them, and clears', async () => {
    const { messages } = await session.run(
      `const shown = { toMimeBundle: () => ({ data: { 'text/html': '<b>1</b>', 'image/svg+xml': '<svg/>' } }) };
       display(shown, { id: 'bar' });
       display('text', { id: 'bar', update: true });
       clearOutput(true);`,
    );
    const [, display, update, clear] = messages;
    expect(display?.header.msg_type).toBe('display_data');
    expect(display?.content).toMatchObject({
      data: { 'text/html': '<b>1</b>', 'image/svg+xml': '<svg/>' },
      transient: { display_id: 'bar' },
    });
    expect(update?.header.msg_type).toBe('update_display_data');
    expect(update?.content).toMatchObject({
      data: { 'text/plain': "'text'" },
      transient: { display_id: 'bar' },
    });
    expect(clear?.header.msg_type).toBe('clear_output');
    expect(clear?.content).toEqual({ wait: true });
  });

  it.each([
    ['a bundle', "({ toMimeBundle: () => ({ data: { 'text/html': '<i>' } }) })", ['text/html', 'text/plain']],
    [
      'a promised bundle of bare types',
      "({ toMimeBundle: async () => ({ 'image/png': new Uint8Array([1]) }) })",
      ['image/png', 'text/plain'],
    ],
    [
      'an object made for Deno',
      "({ [Symbol.for('Jupyter.display')]: () => ({ 'text/markdown': '*a*' }) })",
      ['text/markdown', 'text/plain'],
    ],
    [
      'an arquero table',
      "import { table as make } from 'arquero'; make({ a: [1, 2] })",
      ['text/html', 'text/plain'],
    ],
  ])('shows %s', async (_name, code, types) => {
    const { data, traceback } = await session.run(code);
    expect(traceback).toBe('');
    expect(Object.keys(data).sort()).toEqual(types);
  });

  it("serves tslab's own display", async () => {
    const { messages } = await session.run("import { display as show } from 'tslab'; show.html('<u>u</u>')");
    expect(messages[1]?.content).toMatchObject({ data: { 'text/html': '<u>u</u>' } });
  });
});

describe('input', () => {
  it('asks where a front end offers it', async () => {
    const { result } = await session.run(
      "prompt('Who?')",
      {},
      { onInput: (question) => `answer to ${question}` },
    );
    expect(result).toBe("'answer to Who?'");
  });

  it.each([
    ['prompt without a front end', "prompt('Who?')", 'nobody can be asked here'],
    [
      'standard input',
      "process.stdin.on('data', () => {}); await new Promise(() => {})",
      'no standard input',
    ],
  ])('refuses %s clearly', async (_name, code, words) => {
    const outcome = await session.run(code);
    expect(outcome.status).toBe('error');
    expect(outcome.evalue).toContain(words);
  });
});

describe('other requests', () => {
  it('kernel_info says the versions that run', async () => {
    const { content } = await session.client.request('kernel_info_request', {});
    const require = createRequire(createRequire(import.meta.url).resolve('tslab/package.json'));
    const typescript = require('@tslab/typescript-for-tslab/package.json') as { version: string };
    expect(content).toMatchObject({
      status: 'ok',
      protocol_version: '5.3',
      implementation: 'pawl',
      implementation_version: version,
      language_info: { name: 'typescript', version: typescript.version, file_extension: '.ts' },
    });
  });

  it('complete and inspect count characters as people do', async () => {
    await session.run('const numbers = [1, 2];');
    const code = "'😀'; numbers.fla";
    const { content } = await session.client.request('complete_request', {
      code,
      cursor_pos: [...code].length,
    });
    expect(content['matches']).toEqual(expect.arrayContaining(['flat', 'flatMap']));
    expect([content['cursor_start'], content['cursor_end']]).toEqual([13, 16]);
    const inspected = await session.client.request('inspect_request', {
      code,
      cursor_pos: 7,
      detail_level: 0,
    });
    expect(inspected.content).toMatchObject({ found: true });
    expect(JSON.stringify(inspected.content['data'])).toContain('const numbers: number[]');
    const nothing = await session.client.request('inspect_request', {
      code: '   ',
      cursor_pos: 1,
      detail_level: 0,
    });
    expect(nothing.content).toMatchObject({ status: 'ok', found: false, data: {} });
  });

  it.each([
    ['console.log', 11, 'Prints to'],
    ["import { join } from 'node:path'", 11, 'Join all arguments together'],
    ['[1].flatMap', 9, 'Calls a defined callback function'],
  ])('inspect finds the documentation of %s', async (code, position, words) => {
    const { content } = await session.client.request('inspect_request', {
      code,
      cursor_pos: position,
      detail_level: 0,
    });
    expect(JSON.stringify(content['data'])).toContain(words);
  });

  it.each([
    ['const a = 1', 'complete'],
    ['function f() {', 'incomplete'],
    ['[1, 2', 'incomplete'],
    ['const = 1', 'invalid'],
  ])('is_complete: %s', async (code, status) => {
    const { content } = await session.client.request('is_complete_request', { code });
    expect(content['status']).toBe(status);
  });

  it('history: tail, range and search', async () => {
    await session.run("'needle one'");
    await session.run("'needle two'");
    const ask = async (content: Readonly<Record<string, unknown>>): Promise<unknown[]> => {
      const reply = await session.client.request('history_request', { output: false, raw: true, ...content });
      return (reply.content['history'] as [number, number, string][]).map(([, , source]) => source);
    };
    expect(await ask({ hist_access_type: 'tail', n: 2 })).toEqual(["'needle one'", "'needle two'"]);
    expect(await ask({ hist_access_type: 'search', pattern: '*needle*', n: 1 })).toEqual(["'needle two'"]);
    expect(await ask({ hist_access_type: 'range', session: 0, start: 1, stop: 2 })).toHaveLength(1);
  });

  it('comms: none are open, and those that are opened are closed', async () => {
    const info = await session.client.request('comm_info_request', {});
    expect(info.header.msg_type).toBe('comm_info_reply');
    expect(info.content).toEqual({ status: 'ok', comms: {} });
  });

  it('answers what it does not know instead of leaving a client waiting', async () => {
    const { header, content } = await session.client.request('debug_request', {}, { channel: 'control' });
    expect(header.msg_type).toBe('debug_reply');
    expect(content).toMatchObject({ status: 'error', ename: 'NotSupported' });
  });
});
