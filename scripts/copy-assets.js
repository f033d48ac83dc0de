// Copies what the compiler leaves behind: the sandbox child and the Python drivers.
import { cpSync, chmodSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const assets = /\.(py|mjs|md)$/;
cpSync(`${root}src`, `${root}dist`, {
  recursive: true,
  filter: (source) => !/\.[a-z]+$/.test(source) || assets.test(source),
});
const bin = `${root}dist/cli/main.js`;
if (existsSync(bin)) chmodSync(bin, 0o755);
