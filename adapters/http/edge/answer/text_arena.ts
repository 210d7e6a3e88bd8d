/**
 * Texts that are sent often, as the bytes that they are sent as, in memory of a bounded size.
 *
 * The bytes of thousands of texts lie one after the other in few buffers: they are sent by copying
 * them, and the garbage collector has nothing to look at in them.
 *
 * @module
 */

const CHUNK_BYTES = 1024 * 1024;
/** A UTF-16 code unit becomes at most three bytes. */
const BYTES_PER_UNIT_MAX = 3;

const encoder = new TextEncoder();

interface Chunk<Owner> {
  readonly buffer: Uint8Array;
  /** The owners of its texts. */
  readonly owners: Array<Owner>;
  usedBytes: number;
}

/** Keeps texts until there is no room for them, the newest longest. */
export class TextArena<Owner> {
  readonly #bytesMax: number;
  readonly #onDrop: (owner: Owner) => void;
  /** Oldest first. */
  #chunks: ReadonlyArray<Chunk<Owner>> = [];
  #bytes = 0;

  /** `onDrop` is called with the owner of each text that is no longer kept. */
  constructor(bytesMax: number, onDrop: (owner: Owner) => void) {
    this.#bytesMax = bytesMax;
    this.#onDrop = onDrop;
  }

  /** How many bytes its buffers have. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Keeps a text, and returns its UTF-8. Whoever still has that may read it at any time. */
  put(text: string, owner: Owner): Uint8Array {
    const chunk = this.#chunkFor(text.length * BYTES_PER_UNIT_MAX);
    const from = chunk.usedBytes;
    chunk.usedBytes += encoder.encodeInto(text, chunk.buffer.subarray(from)).written;
    chunk.owners.push(owner);
    return chunk.buffer.subarray(from, chunk.usedBytes);
  }

  #chunkFor(bytes: number): Chunk<Owner> {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.usedBytes + bytes <= last.buffer.length) return last;
    const buffer = new Uint8Array(Math.max(CHUNK_BYTES, bytes));
    const chunk = { buffer, owners: [], usedBytes: 0 };
    this.#chunks = [...this.#chunks, chunk];
    this.#bytes += buffer.length;
    while (this.#bytes > this.#bytesMax && this.#chunks.length > 1) this.#dropOldest();
    return chunk;
  }

  #dropOldest(): void {
    const [oldest, ...others] = this.#chunks;
    this.#chunks = others;
    if (oldest === undefined) return;
    this.#bytes -= oldest.buffer.length;
    for (const owner of oldest.owners) this.#onDrop(owner);
  }
}
