import { existsSync } from 'node:fs';
import { messageOf } from '../../errors.js';
import { version } from '../../version.js';
import { startKernel } from '../run/kernel-client.js';
import { kernelspecFolder, readKernelspec, type KernelspecPlace } from './kernelspec.js';

export interface KernelFinding {
  readonly part: string;
  readonly state: 'fine' | 'missing' | 'broken' | 'old';
  readonly detail: string;
}

/**
 * Says whether the installed kernel would work: its files are there, it is of this version, and it runs a cell.
 *
 * @param folder - where the trial cell runs
 */
export async function examineKernel(
  place: KernelspecPlace,
  folder: string,
): Promise<readonly KernelFinding[]> {
  const specFolder = kernelspecFolder(place);
  const spec = readKernelspec(specFolder);
  if (spec === undefined) {
    return [
      { part: 'kernelspec', state: 'missing', detail: `${specFolder}: install it with: pawl kernel install` },
    ];
  }
  const findings: KernelFinding[] = [{ part: 'kernelspec', state: 'fine', detail: specFolder }];
  const [node = ''] = spec.argv;
  const main = spec.argv.find((word) => /main\.[jt]s$/.test(word)) ?? '';
  for (const [part, file] of [
    ['node', node],
    ['kernel', main],
  ] as const) {
    const there = existsSync(file);
    findings.push({
      part,
      state: there ? 'fine' : 'missing',
      detail: there ? file : `${file}: is gone; install the kernel again`,
    });
  }
  const installed = spec.metadata?.pawl?.version ?? 'unknown';
  findings.push({
    part: 'version',
    state: installed === version ? 'fine' : 'old',
    detail:
      installed === version ? version : `installed by ${installed}, this is ${version}; install it again`,
  });
  if (findings.some(({ state }) => state === 'missing')) return findings;
  return [...findings, await tryKernel(spec.argv, folder)];
}

async function tryKernel(argv: readonly string[], folder: string): Promise<KernelFinding> {
  const began = performance.now();
  try {
    const client = await startKernel({
      folder,
      command: (connectionFile) => argv.map((word) => word.replace('{connection_file}', connectionFile)),
    });
    try {
      const { content } = await client.execute('const one: number = 1; one + 1', {
        user_expressions: { two: 'one + 1' },
      });
      const expressions = content['user_expressions'] as
        { readonly two?: { readonly data?: Readonly<Record<string, unknown>> } } | undefined;
      const right = content['status'] === 'ok' && expressions?.two?.data?.['text/plain'] === '2';
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      return right
        ? { part: 'cell', state: 'fine', detail: `a cell ran; ${seconds} s from the start` }
        : { part: 'cell', state: 'broken', detail: `a cell gave ${JSON.stringify(content)}` };
    } finally {
      await client.close();
    }
  } catch (thrown) {
    return { part: 'cell', state: 'broken', detail: messageOf(thrown) };
  }
}
