import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  installKernelspec,
  kernelspecFolder,
  readKernelspec,
  uninstallKernelspec,
} from '../../../src/notebook/kernel/kernelspec.js';

let prefix: string;
beforeEach(() => {
  prefix = mkdtempSync(join(tmpdir(), 'pawl-kernelspec-'));
});
afterEach(() => rmSync(prefix, { recursive: true }));

it('writes absolute paths that exist, a logo, and interrupts by signal', async () => {
  const folder = await installKernelspec({ prefix });
  expect(folder).toBe(join(prefix, 'share', 'jupyter', 'kernels', 'pawl'));
  const spec = readKernelspec(folder);
  expect(spec).toMatchObject({
    display_name: 'Pawl (TypeScript)',
    language: 'typescript',
    interrupt_mode: 'signal',
  });
  const paths = spec?.argv.filter((word) => isAbsolute(word)) ?? [];
  expect(paths).toHaveLength(2);
  expect(paths.every((path) => existsSync(path))).toBe(true);
  expect(spec?.argv.at(-1)).toBe('{connection_file}');
  const png = readFileSync(join(folder, 'logo-64x64.png'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
});

it('removes what it wrote and nothing else', async () => {
  await installKernelspec({ prefix, name: 'pawl-two' });
  uninstallKernelspec({ prefix, name: 'pawl-two' });
  expect(existsSync(kernelspecFolder({ prefix, name: 'pawl-two' }))).toBe(false);
  expect(() => uninstallKernelspec({ prefix, name: 'pawl-two' })).toThrow('no kernel is installed there');
});

it("leaves another kernel's folder alone", async () => {
  const folder = await installKernelspec({ prefix });
  writeFileSync(
    join(folder, 'kernel.json'),
    JSON.stringify({ argv: ['x'], display_name: 'Other', metadata: {} }),
  );
  await expect(installKernelspec({ prefix })).rejects.toThrow("holds another kernel, 'Other'");
  expect(() => uninstallKernelspec({ prefix })).toThrow('another kernel');
});

const places: [Readonly<Record<string, string>>, string][] = [
  [{ JUPYTER_DATA_DIR: '/data' }, '/data/kernels/pawl'],
];
if (process.platform === 'linux') {
  places.push([{ XDG_DATA_HOME: '/xdg' }, '/xdg/jupyter/kernels/pawl']);
  places.push([{ HOME: '/home/ann' }, '/home/ann/.local/share/jupyter/kernels/pawl']);
}
it.each(places)('finds the folder of a user with %j', (environment, folder) => {
  expect(kernelspecFolder({ environment })).toBe(folder);
});

it('refuses names that Jupyter would not take', () => {
  expect(() => kernelspecFolder({ name: 'My Kernel' })).toThrow("'My Kernel' is no kernel name");
});
