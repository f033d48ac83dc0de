import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, PawlError } from '../../errors.js';
import { contentHash } from '../../hash.js';
import { LockedProcess } from './locked-process.js';
import { childFolder, engineVersion, pyodideFolder } from './engine.js';

const buildLimitMs = 180_000;
const largestImageBytes = 512 * 2 ** 20;
/** One for each of the Node versions in use, and one for the version before. */
const keptImages = 4;
const magic = 'PAWL PYTHON IMAGE 1\n';
/** The header is padded to one page, so that the memory behind it lies as aligned in a file buffer as in the interpreter. */
const headerBytes = 4096;

/** Addresses in the interpreter's memory. */
interface MemoryLayout {
  readonly functions: { readonly run: number; readonly loadDriver: number };
  readonly stackEnd: number;
  readonly stackPointer: number;
  readonly heapEnd: number;
}

/** Where the interpreter's clean memory lies on disk, and the addresses that a child needs. */
export interface MemoryImage {
  readonly file: string;
  /** First byte of the memory in the file. */
  readonly offset: number;
  readonly memoryBytes: number;
  readonly layout: MemoryLayout;
}

interface ImageHeader {
  readonly sha256: string;
  readonly layout: MemoryLayout;
}

/** What the image depends on. Its bytes do not depend on Node's version; the key does, for safety. */
interface ImageParts {
  readonly engine: string;
  readonly node: string;
  readonly hashSeed: string;
  /** Name and text of each of the child's sources. */
  readonly sources: readonly (readonly [string, string])[];
}

/** The name of the image that these parts give. */
export function imageKey(parts: ImageParts): string {
  return contentHash(parts).slice(0, 24);
}

function presentParts(): ImageParts {
  const folder = childFolder();
  const names = readdirSync(folder).filter((name) => /\.(mjs|py)$/.test(name));
  return {
    engine: engineVersion(),
    node: process.versions.node.split('.')[0] ?? '',
    hashSeed: '0',
    sources: names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  };
}

/**
 * Finds the memory image in the cache folder, or builds it there. Two processes that build at once both end with a whole file, since each
 * writes its own and renames it into place; a damaged file is noticed by its hash and built anew.
 *
 * @param onChild is told of the process that builds, so that it can be ended before it is done
 * @throws PawlError `sandbox` when the interpreter cannot be started, `environment` when the cache folder cannot be written
 */
export async function ensureMemoryImage(
  cacheFolder: string,
  onChild: (child: LockedProcess) => void = () => undefined,
): Promise<MemoryImage> {
  const file = join(cacheFolder, `python-${imageKey(presentParts())}.image`);
  const found = readImage(file);
  if (found !== undefined) return found;
  makeFolder(cacheFolder);
  writeImage(cacheFolder, file, await buildImage(onChild));
  const image = readImage(file);
  if (image === undefined) {
    throw new PawlError('environment', `${file} could not be read back as it was written`, {
      hint: 'set PAWL_CACHE to a folder on another disk',
    });
  }
  return image;
}

/** Reads and checks an image file; undefined when there is none or it is damaged. */
export function readImage(file: string): MemoryImage | undefined {
  try {
    const bytes = readFileSync(file);
    const [first, header] = bytes.toString('utf8', 0, headerBytes).split('\n');
    if (`${first}\n` !== magic) return undefined;
    const { sha256, layout } = JSON.parse(header ?? '') as ImageHeader;
    const memory = bytes.subarray(headerBytes);
    if (createHash('sha256').update(memory).digest('hex') !== sha256) return undefined;
    return { file, offset: headerBytes, memoryBytes: memory.length, layout };
  } catch {
    return undefined;
  }
}

function writeImage(folder: string, file: string, built: BuiltImage): void {
  const sha256 = createHash('sha256').update(built.memory).digest('hex');
  const header = Buffer.alloc(headerBytes, ' ');
  header.write(`${magic}${JSON.stringify({ sha256, layout: built.layout } satisfies ImageHeader)}\n`);
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(temporary, Buffer.concat([header, built.memory]));
    renameSync(temporary, file);
    removeOldImages(folder);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw notWritable(folder, error);
  }
}

/** Images of other versions are thirty megabytes each: all but the newest few go. */
function removeOldImages(folder: string): void {
  readdirSync(folder)
    .filter((name) => /^python-[0-9a-f]{24}\.image$/.test(name))
    .map((name) => ({ path: join(folder, name), changed: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.changed - a.changed)
    .slice(keptImages)
    .forEach(({ path }) => rmSync(path, { force: true }));
}

/** Before the build, which takes seconds. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw notWritable(folder, error);
  }
}

function notWritable(folder: string, cause: unknown): PawlError {
  return new PawlError('environment', `the cache folder ${folder} cannot be written: ${messageOf(cause)}`, {
    hint: 'set PAWL_CACHE to a folder that can',
    cause,
  });
}

interface BuiltImage {
  readonly layout: MemoryLayout;
  readonly memory: Buffer;
}

async function buildImage(onChild: (child: LockedProcess) => void): Promise<BuiltImage> {
  const folder = pyodideFolder();
  const child = new LockedProcess({
    script: join(childFolder(), 'build-image.mjs'),
    readable: [`${folder}/*`, `${childFolder()}/*`],
    memoryLimitBytes: 2 ** 28,
    largestAnswerBytes: largestImageBytes,
  });
  onChild(child);
  const question = JSON.stringify({ pyodideFolder: `${pathToFileURL(folder).href}/` });
  const reply = await child.ask([Buffer.from(question, 'utf8')], buildLimitMs);
  await child.end();
  if (reply.kind !== 'answer') {
    throw new PawlError('sandbox', `the Python interpreter could not be prepared: ${reply.why}`, {
      hint: 'run `pawl doctor`',
    });
  }
  const end = reply.body.indexOf('\n');
  const layout = JSON.parse(reply.body.toString('utf8', 0, end)) as MemoryLayout;
  return { layout, memory: reply.body.subarray(end + 1) };
}
