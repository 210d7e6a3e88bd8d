/**
 * Reads what of a feed's day can be read, and counts what cannot.
 *
 * @module
 */
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { Option } from "effect";
import { type Feed, readReceivedLine, type Received } from "../../core/recording/mod.ts";
import { type Block, wholeBlocks } from "./block_file.ts";
import { dataFile } from "./day_folder.ts";

const decompress = promisify(zstdDecompress);

/** A block has a second or a mebibyte, and what was received at once is smaller than this. */
const BLOCK_BYTES_MAX = 64 * 1_048_576;
const TEXT_BYTES_MAX = 256 * 1_048_576;

/** A block of a feed, as far as it can be read. */
export interface ReadableBlock {
  readonly received: ReadonlyArray<Received>;
  /** Its size in the file. */
  readonly bytes: number;
  /** Lines that cannot be read. */
  readonly unreadable: number;
  /** The lines of a block that cannot be read at all: at least one. */
  readonly lost: number;
}

/** The file of a feed's day. */
export interface FeedOfDay {
  readonly folder: string;
  readonly day: string;
  readonly feed: Feed;
}

/** Returns the size of a feed's day; 0 of what is not there. */
export async function sizeOfFeed({ folder, day, feed }: FeedOfDay): Promise<number> {
  return await stat(dataFile(folder, { day, feed })).then(({ size }) => size, () => 0);
}

/** Returns the blocks of a feed's day, in order; none of what is not there. One is in memory. */
export async function* readableBlocks(
  { folder, day, feed, isWanted }: FeedOfDay & {
    /** Looks at a line before it is read: the others are left out. */
    readonly isWanted?: ((line: string) => boolean) | undefined;
  },
): AsyncGenerator<ReadableBlock> {
  const path = dataFile(folder, { day, feed });
  for (const block of await wholeBlocks(path)) {
    const lines = await linesOf(path, block);
    const received: Array<Received> = [];
    let unreadable = 0;
    for (const line of lines ?? []) {
      if (isWanted?.(line) === false) continue;
      const read = readReceivedLine(feed, line);
      if (Option.isSome(read) && Number.isSafeInteger(read.value.atMs)) received.push(read.value);
      else unreadable += 1;
    }
    const lost = lines === undefined ? Math.max(1, block.lines) : 0;
    yield { received, bytes: block.bytes, unreadable, lost };
  }
}

async function linesOf(
  path: string,
  { offset, bytes }: Block,
): Promise<ReadonlyArray<string> | undefined> {
  if (bytes > BLOCK_BYTES_MAX) return undefined;
  try {
    const block = await Bun.file(path).slice(offset, offset + bytes).bytes();
    const text = await decompress(block, { maxOutputLength: TEXT_BYTES_MAX });
    return text.toString().split("\n").slice(0, -1);
  } catch {
    return undefined;
  }
}
