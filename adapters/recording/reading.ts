/**
 * Reads what was recorded.
 *
 * @module
 */
import { Option } from "effect";
import { type Feed, FEEDS, readReceivedLine, type Received } from "../../core/recording/mod.ts";
import { readBlock, wholeBlocks } from "./block_file.ts";
import { dataFile, recordedDays } from "./day_folder.ts";

/** A day of a recording, and the feeds of it; all where none is named. */
export interface RecordedDay {
  readonly folder: string;
  readonly day: string;
  readonly feeds?: ReadonlyArray<Feed>;
  /** Leaves out what was received before, in unix milliseconds, without reading it. */
  readonly fromMs?: number;
}

/**
 * Returns what was received on a day, in the order in which it was received: within an instant, by
 * feed and then as it came. One block of each feed is in memory at a time.
 */
export async function* readDay(
  { folder, day, feeds = FEEDS, fromMs = 0 }: RecordedDay,
): AsyncGenerator<Received> {
  const readers = feeds.map((feed) => readFeed(dataFile(folder, { day, feed }), { feed, fromMs }));
  const heads = await Promise.all(readers.map((reader) => reader.next()));
  while (true) {
    let earliest = -1;
    for (const [at, head] of heads.entries()) {
      const than = heads[earliest];
      if (head.done === true) continue;
      if (than === undefined || than.done === true || head.value.atMs < than.value.atMs) {
        earliest = at;
      }
    }
    const [head, reader] = [heads[earliest], readers[earliest]];
    if (head === undefined || head.done === true || reader === undefined) return;
    yield head.value;
    heads[earliest] = await reader.next();
  }
}

async function* readFeed(
  path: string,
  { feed, fromMs }: { readonly feed: Feed; readonly fromMs: number },
): AsyncGenerator<Received, void> {
  for (const block of await wholeBlocks(path)) {
    if (block.untilMs < fromMs) continue;
    const lines = await readBlock(path, block);
    if (lines === undefined) throw new Error(`Cannot read ${path}: the block at ${block.offset}`);
    for (const line of lines) {
      const received = readReceivedLine(feed, line);
      if (Option.isNone(received)) throw new Error(`Cannot read ${path}: the line ${line}`);
      if (received.value.atMs >= fromMs) yield received.value;
    }
  }
}

/**
 * Returns when the first and the last thing of a recording were received, in unix milliseconds;
 * undefined where there is none.
 */
export async function recordedSpan(
  folder: string,
): Promise<{ readonly fromMs: number; readonly untilMs: number } | undefined> {
  let span: { fromMs: number; untilMs: number } | undefined;
  for (const day of await recordedDays(folder)) {
    for (const feed of FEEDS) {
      const blocks = await wholeBlocks(dataFile(folder, { day, feed }));
      const [first, last] = [blocks[0], blocks.at(-1)];
      if (first === undefined || last === undefined) continue;
      span ??= { fromMs: first.fromMs, untilMs: last.untilMs };
      span.fromMs = Math.min(span.fromMs, first.fromMs);
      span.untilMs = Math.max(span.untilMs, last.untilMs);
    }
  }
  return span;
}
