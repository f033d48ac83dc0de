import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, PawlError } from '../../errors.js';
import { contentHash } from '../../hash.js';
import { LockedProcess } from './child-process.js';
import { childFolder, engineVersion, pyodideFolder } from './engine.js';

const buildLimitMs = 120_000;
const largestImage = 512 * 2 ** 20;
const magic = 'PAWL PYTHON IMAGE 1\n';

/** Where the interpreter's clean memory lies on disk, and the addresses in it that a child needs. */
export interface MemoryImage {
  readonly file: string;
  /** First byte of the memory in the file. */
  readonly offset: number;
  readonly functions: { readonly run: number; readonly loadDriver: number };
  readonly stackPointer: number;
}

interface ImageHeader {
  readonly sha256: string;
  readonly functions: MemoryImage['functions'];
  readonly stackPointer: number;
}

/** What the image depends on: the engine, Node's major version (its WebAssembly features decide one function's address), our sources. */
function imageKey(memoryLimitBytes: number): string {
  const folder = childFolder();
  const sources = readdirSync(folder)
    .filter((name) => /\.(mjs|py)$/.test(name))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const node = process.versions.node.split('.')[0] ?? '';
  return contentHash({ engine: engineVersion(), node, hashSeed: '0', memoryLimitBytes, sources }).slice(
    0,
    24,
  );
}

/**
 * Finds the memory image in the cache folder, or builds it there. Two processes that build at once both end with a whole file, since each
 * writes its own and renames it into place; a damaged file is noticed by its hash and built anew.
 *
 * @throws PawlError `sandbox` when the interpreter cannot be started, `environment` when the cache folder cannot be written
 */
export async function ensureMemoryImage(cacheFolder: string, memoryLimitBytes: number): Promise<MemoryImage> {
  const file = join(cacheFolder, `python-${imageKey(memoryLimitBytes)}.image`);
  const found = existsSync(file) ? readImage(file) : undefined;
  if (found !== undefined) return found;
  const { header, memory } = await buildImage(memoryLimitBytes);
  const hash = createHash('sha256').update(memory).digest('hex');
  const text = `${magic}${JSON.stringify({ ...header, sha256: hash } satisfies ImageHeader)}\n`;
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(temporary, Buffer.concat([Buffer.from(text, 'utf8'), memory]));
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new PawlError(
      'environment',
      `the cache folder ${cacheFolder} cannot be written: ${messageOf(error)}`,
      {
        hint: 'set PAWL_CACHE to a folder that can',
        cause: error,
      },
    );
  }
  const image = readImage(file);
  if (image === undefined)
    throw new PawlError('environment', `${file} could not be read back as it was written`);
  return image;
}

/** Reads and checks an image file; undefined when it is damaged. */
function readImage(file: string): MemoryImage | undefined {
  try {
    const bytes = readFileSync(file);
    if (bytes.toString('latin1', 0, magic.length) !== magic) return undefined;
    const end = bytes.indexOf(0x0a, magic.length);
    const header = JSON.parse(bytes.toString('utf8', magic.length, end)) as ImageHeader;
    const memory = bytes.subarray(end + 1);
    if (createHash('sha256').update(memory).digest('hex') !== header.sha256) return undefined;
    return { file, offset: end + 1, functions: header.functions, stackPointer: header.stackPointer };
  } catch {
    return undefined;
  }
}

async function buildImage(
  memoryLimitBytes: number,
): Promise<{ header: Omit<ImageHeader, 'sha256'>; memory: Buffer }> {
  const folder = pyodideFolder();
  const child = new LockedProcess(
    join(childFolder(), 'build-image.mjs'),
    { readable: [`${folder}/*`, `${childFolder()}/*`], memoryLimitBytes },
    largestImage,
  );
  const question = JSON.stringify({
    pyodideFolder: `${pathToFileURL(folder).href}/`,
    memoryLimit: memoryLimitBytes,
  });
  const reply = await child.ask([Buffer.from(question, 'utf8')], buildLimitMs);
  await child.end();
  if (reply.kind !== 'answer') {
    const why =
      reply.kind === 'died'
        ? reply.errorText
        : reply.kind === 'forged'
          ? reply.message
          : `no answer in ${buildLimitMs} ms`;
    throw new PawlError('sandbox', `the Python interpreter could not be prepared: ${why.trim()}`, {
      hint: 'run `pawl doctor`',
    });
  }
  const end = reply.body.indexOf(0x0a);
  const header = JSON.parse(reply.body.toString('utf8', 0, end)) as Omit<ImageHeader, 'sha256'>;
  return { header, memory: reply.body.subarray(end + 1) };
}

/** Size of an image's memory in bytes. */
export function imageBytes(image: MemoryImage): number {
  return statSync(image.file).size - image.offset;
}
