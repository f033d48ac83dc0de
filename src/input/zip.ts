import { inflateRawSync } from 'node:zlib';
import * as zlib from 'node:zlib';
import { PawlError } from '../errors.js';

/** A file within a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  read(): string;
}

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;

/**
 * Lists the files of a ZIP archive by its central directory (PKWARE APPNOTE 6.3, without ZIP64 and encryption). Stored and
 * deflated files are read everywhere; those packed with Zstandard need a Node that has it (22.15 or newer).
 *
 * @param bytes the whole archive @param source its name in messages
 * @throws PawlError `bad-input` when it is no such archive; from `read` for a packing that is not known here
 */
export function zipEntries(bytes: Buffer, source: string): ZipEntry[] {
  const end = endRecord(bytes);
  if (end < 0) throw new PawlError('bad-input', `${source}: not a ZIP archive, or cut off`);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== centralSignature)
      throw new PawlError('bad-input', `${source}: the archive is damaged (entry ${index + 1} of ${count})`);
    const method = bytes.readUInt16LE(at + 10);
    const packedSize = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const header = bytes.readUInt32LE(at + 42);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    entries.push({ name, read: () => unpack(bytes, { header, packedSize, method }, `${source}: ${name}`) });
  }
  return entries;
}

/** The end record is the last thing in the file, but for a comment of at most 64 KiB. */
function endRecord(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return -1;
}

function unpack(
  bytes: Buffer,
  {
    header,
    packedSize,
    method,
  }: { readonly header: number; readonly packedSize: number; readonly method: number },
  what: string,
): string {
  if (header + 30 > bytes.length) throw new PawlError('bad-input', `${what}: the archive is cut off`);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + packedSize);
  try {
    if (method === 0) return packed.toString('utf8');
    if (method === 8) return inflateRawSync(packed).toString('utf8');
    const zstd = (zlib as { readonly zstdDecompressSync?: (from: Buffer) => Buffer }).zstdDecompressSync;
    if (method === 93 && zstd !== undefined) return zstd(packed).toString('utf8');
  } catch (cause) {
    throw new PawlError('bad-input', `${what}: damaged`, { cause });
  }
  throw new PawlError('bad-input', `${what}: packed in a way that this Node cannot read (method ${method})`, {
    hint: 'convert the log first: inspect log convert FILE --to json --output-dir DIR',
  });
}
