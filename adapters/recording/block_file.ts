/**
 * A file of lines that only grows: blocks of zstd, one after the other, and beside it an index.
 *
 * The file is zstd as a whole, so that `zstd -d` reads it too. A block is written at once, and its
 * line of the index after it: whatever kills the writer tears at most the last block, which is cut
 * off when the file is opened for writing, and left out when it is read.
 *
 * @module
 */
import { constants, zstdCompress } from "node:zlib";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { frameBytes } from "./zstd_frame.ts";

const compress = promisify(zstdCompress);

/** Strong enough to halve the size again, at a small part of a core. */
const LEVEL = 6;
const PARAMS = {
  [constants.ZSTD_c_compressionLevel]: LEVEL,
  [constants.ZSTD_c_checksumFlag]: 1,
};

/** A block of a file: where it is, and the instants of its lines, in unix milliseconds. */
export interface Block {
  readonly offset: number;
  readonly bytes: number;
  readonly lines: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Lines to be written, and their first and last instants. */
export interface BlockLines {
  readonly lines: ReadonlyArray<string>;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The name of a file's index. */
export const indexPath = (path: string): string => `${path}.index`;

/** A file that is being written. */
export class BlockFile {
  readonly #data: FileHandle;
  readonly #index: FileHandle;
  readonly #hash: Bun.CryptoHasher;
  #bytes: number;
  #indexBytes: number;
  #lines: number;

  private constructor(
    { data, index, hash, bytes, indexBytes, lines }: {
      readonly data: FileHandle;
      readonly index: FileHandle;
      readonly hash: Bun.CryptoHasher;
      readonly bytes: number;
      readonly indexBytes: number;
      readonly lines: number;
    },
  ) {
    this.#data = data;
    this.#index = index;
    this.#hash = hash;
    this.#bytes = bytes;
    this.#indexBytes = indexBytes;
    this.#lines = lines;
  }

  /** Opens a file, which is made where there is none, behind its last whole block. */
  static async open(path: string): Promise<BlockFile> {
    const blocks = await wholeBlocks(path);
    const last = blocks.at(-1);
    const bytes = last === undefined ? 0 : last.offset + last.bytes;
    const data = await open(path, "a");
    await data.truncate(bytes);
    const listed = Buffer.from(blocks.map(indexLine).join(""));
    await Bun.write(indexPath(path), listed);
    const index = await open(indexPath(path), "a");
    const hash = new Bun.CryptoHasher("sha256");
    for await (const part of Bun.file(path).stream()) hash.update(part);
    const lines = blocks.reduce((sum, block) => sum + block.lines, 0);
    return new BlockFile({ data, index, hash, bytes, indexBytes: listed.length, lines });
  }

  /** What is written by now. */
  get written(): { readonly bytes: number; readonly lines: number; readonly sha256: string } {
    const sha256 = this.#hash.copy().digest("hex");
    return { bytes: this.#bytes, lines: this.#lines, sha256 };
  }

  /**
   * Writes a block, whole or not at all. Not called again before it is written. Returns the bytes
   * that it takes, with its line of the index.
   */
  async append({ lines, fromMs, untilMs }: BlockLines): Promise<number> {
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const block = await compress(text, { params: PARAMS });
    const about = { offset: this.#bytes, bytes: block.length, lines: lines.length };
    const line = Buffer.from(indexLine({ ...about, fromMs, untilMs }));
    try {
      await this.#data.appendFile(block);
      await this.#index.appendFile(line);
    } catch (cause) {
      // What a full disk has taken of it would stand before the next one.
      await this.#data.truncate(this.#bytes);
      await this.#index.truncate(this.#indexBytes);
      throw cause;
    }
    this.#hash.update(block);
    this.#bytes += block.length;
    this.#indexBytes += line.length;
    this.#lines += lines.length;
    return block.length + line.length;
  }

  /** Makes what is written survive a power failure, and closes the file. */
  async close(): Promise<void> {
    for (const file of [this.#data, this.#index]) {
      await file.sync();
      await file.close();
    }
  }
}

/** Returns the lines of a block; undefined where it is torn. */
export async function readBlock(
  path: string,
  { offset, bytes }: Block,
): Promise<ReadonlyArray<string> | undefined> {
  const block = await Bun.file(path).slice(offset, offset + bytes).bytes();
  const text = await Bun.zstdDecompress(block).catch(() => undefined);
  return text?.toString().split("\n").slice(0, -1);
}

/**
 * Returns the blocks of a file, in order, as far as they are whole: none of a file that is not
 * there. What the index does not have is found by reading it.
 */
export async function wholeBlocks(path: string): Promise<ReadonlyArray<Block>> {
  const file = Bun.file(path);
  if (!await file.exists()) return [];
  const index = Bun.file(indexPath(path));
  const texts = await index.exists() ? (await index.text()).split("\n") : [];
  const blocks: Array<Block> = [];
  let end = 0;
  for (const text of texts) {
    const block = readIndexLine(text);
    if (block === undefined || block.offset !== end || end + block.bytes > file.size) break;
    blocks.push(block);
    end += block.bytes;
  }
  for await (const block of unlistedBlocks(path, end)) blocks.push(block);
  return blocks;
}

/** What was received at once is smaller than this. */
const BLOCK_BYTES_MAX = 64 * 1_048_576;
/** Most blocks are smaller than this by far. */
const AHEAD_BYTES = 262_144;

/**
 * Finds blocks from an offset on, as far as they are whole. Mostly that is the last one, since its
 * line of the index comes right after it; all of them where the index is lost.
 */
async function* unlistedBlocks(path: string, from: number): AsyncGenerator<Block> {
  const file = Bun.file(path);
  for (let offset = from; offset < file.size;) {
    let bytes: number | undefined;
    for (let ahead = AHEAD_BYTES; bytes === undefined && ahead <= BLOCK_BYTES_MAX; ahead *= 4) {
      bytes = frameBytes(await file.slice(offset, offset + ahead).bytes());
      if (offset + ahead >= file.size) break;
    }
    if (bytes === undefined) return;
    const block = { offset, bytes, lines: 0, fromMs: 0, untilMs: 0 };
    const lines = await readBlock(path, block);
    const [first, last] = [instantOf(lines?.[0]), instantOf(lines?.at(-1))];
    if (lines === undefined || first === undefined || last === undefined) return;
    yield { ...block, lines: lines.length, fromMs: first, untilMs: last };
    offset += bytes;
  }
}

function instantOf(line: string | undefined): number | undefined {
  const ms = line === undefined ? undefined : /^\{"at_ms":(\d+)/.exec(line)?.[1];
  return ms === undefined ? undefined : Number(ms);
}

const indexLine = (block: Block): string => `${JSON.stringify(block)}\n`;

function readIndexLine(text: string): Block | undefined {
  try {
    const { offset, bytes, lines, fromMs, untilMs } = JSON.parse(text) as Block;
    const isWhole = [offset, bytes, lines].every((count) => Number.isSafeInteger(count)) &&
      bytes > 0 && Number.isFinite(fromMs) && Number.isFinite(untilMs);
    return isWhole ? { offset, bytes, lines, fromMs, untilMs } : undefined;
  } catch {
    return undefined;
  }
}
