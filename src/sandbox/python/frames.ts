const nonceLength = 32;

/** One message of a child: the nonce that it carries, and its body. */
export interface Frame {
  readonly nonce: string;
  readonly body: Buffer;
}

/** Cuts a child's output into messages; refuses one that is longer than any child may send. */
export class FrameReader {
  readonly #largest: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(largest: number) {
    this.#largest = largest;
  }

  /**
   * Takes the next bytes and returns the messages that are complete now.
   *
   * @throws RangeError for a length that no child sends
   */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      if (this.#size < 4) return frames;
      if ((this.#chunks[0]?.length ?? 0) < 4) this.#chunks = [Buffer.concat(this.#chunks)];
      const length = this.#chunks[0]?.readUInt32LE(0) ?? 0;
      if (length < nonceLength || length > this.#largest)
        throw new RangeError(`a message of ${length} bytes`);
      if (this.#size < 4 + length) return frames;
      const whole =
        this.#chunks.length === 1 && this.#chunks[0] !== undefined
          ? this.#chunks[0]
          : Buffer.concat(this.#chunks);
      frames.push({
        nonce: whole.toString('latin1', 4, 4 + nonceLength),
        body: whole.subarray(4 + nonceLength, 4 + length),
      });
      const rest = whole.subarray(4 + length);
      this.#chunks = rest.length > 0 ? [rest] : [];
      this.#size = rest.length;
    }
  }
}

/** Puts a message to a child together. */
export function frame(nonce: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(4 + nonceLength);
  head.writeUInt32LE(nonceLength + parts.reduce((sum, part) => sum + part.length, 0), 0);
  head.write(nonce, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}
