// Messages between the pool and a child: a length, the nonce of the one message that is being answered, and the body.
import * as fs from 'node:fs';

// Kept here, since the module loses its functions once the interpreter runs.
const { readSync, writeSync } = fs;

const nonceLength = 32;
const input = 0;
const output = 3;

/** Reads exactly so many bytes; leaves the process when the pool is gone. */
function readExactly(size) {
  const bytes = Buffer.allocUnsafe(size);
  for (let have = 0; have < size;) {
    const got = readSync(input, bytes, have, size - have, null);
    if (got === 0) process.exit(0);
    have += got;
  }
  return bytes;
}

/** Waits for the next message. */
export function readMessage() {
  const size = readExactly(4).readUInt32LE(0);
  const bytes = readExactly(size);
  return { nonce: bytes.toString('latin1', 0, nonceLength), body: bytes.subarray(nonceLength) };
}

/** Writes one message completely. */
export function writeMessage(nonce, ...parts) {
  const body = parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part));
  const head = Buffer.alloc(4 + nonceLength);
  head.writeUInt32LE(nonceLength + body.reduce((sum, part) => sum + part.length, 0), 0);
  head.write(nonce, 4, 'latin1');
  for (const part of [head, ...body]) {
    for (let sent = 0; sent < part.length;) sent += writeSync(output, part, sent, part.length - sent, null);
  }
}
