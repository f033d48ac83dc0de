// Entry of the child that builds the memory image. It runs trusted code only and still has no more rights than any other child.
import { readFileSync } from 'node:fs';
import { readMessage, writeMessage } from './frames.mjs';
import { harden } from './harden.mjs';
import { buildImage } from './interpreter.mjs';

const { nonce, body } = readMessage();
const { pyodideFolder } = JSON.parse(body.toString('utf8'));
const bootstrap = readFileSync(new URL('bootstrap.py', import.meta.url), 'utf8');
harden();
const { memory, layout } = await buildImage({ pyodideFolder: new URL(pyodideFolder), bootstrap });
writeMessage(nonce, `${JSON.stringify(layout)}\n`, memory);
process.exit(0);
