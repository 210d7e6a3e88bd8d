/**
 * Reads the news of a fleet, from streams in Redis.
 *
 * @module
 */
import { NEWS_CHANNELS, type NewsChannel } from "../../core/port/news.ts";
import type { RedisConnection } from "./connection.ts";

/** Connections, and how keys are named. */
export interface NewsReaderOptions {
  /** Waits for news, so that nothing else can use it. */
  readonly reading: Pick<RedisConnection, "send">;
  readonly streamKey: (channel: NewsChannel) => string;
  /** Names this process, whose own items are not received. */
  readonly reader: string;
  readonly received: (channel: NewsChannel, text: string) => void;
  /** Called when items of a channel were lost: they were dropped before they were read. */
  readonly missed: (channel: NewsChannel) => void;
}

/** Longer than a command to a silent server may take to be noticed. */
const BLOCK_MS = 1_000;
/** The time limit of a command that blocks. */
export const READ_TIMEOUT_MS = BLOCK_MS + 1_000;
const RETRY_MS = 250;
const COUNT_MAX = 1_000;
/** Begins this long before the first contact: what is received twice is ignored. */
const OVERLAP_MS = 30_000;

/** The id of an entry, and its fields: `from`, the writer, `item`, the text. */
type Entry = readonly [id: string, fields: ReadonlyArray<string>];

/** Starts to read, and reads on where it was after each interruption. Returns a function to end. */
export function startNewsReader(
  { reading, streamKey, reader, received, missed }: NewsReaderOptions,
): () => void {
  /** The last entry read of each channel. */
  const lastIds = new Map<NewsChannel, string>();
  const channelOf = new Map(NEWS_CHANNELS.map((channel) => [streamKey(channel), channel]));
  let isClosed = false;
  /** Whether entries may have been dropped since the last reading. */
  let isBehind = false;

  async function begin(): Promise<void> {
    const [sec] = await reading.send("TIME", []) as ReadonlyArray<string>;
    const id = `${Math.max(0, Number(sec) * 1_000 - OVERLAP_MS)}-0`;
    for (const channel of NEWS_CHANNELS) lastIds.set(channel, id);
  }

  async function noticeMissed(): Promise<void> {
    for (const [key, channel] of channelOf) {
      const [first] = await reading.send("XRANGE", [key, "-", "+", "COUNT", "1"]) as Array<Entry>;
      const lastId = lastIds.get(channel);
      // Where even the oldest entry is new, older ones may have been dropped unread.
      if (first === undefined || lastId === undefined || isAfter(first[0], lastId)) missed(channel);
    }
    isBehind = false;
  }

  async function read(): Promise<void> {
    if (lastIds.size === 0) await begin();
    if (isBehind) await noticeMissed();
    const reply = await reading.send("XREAD", [
      "COUNT",
      String(COUNT_MAX),
      "BLOCK",
      String(BLOCK_MS),
      "STREAMS",
      ...channelOf.keys(),
      ...lastIds.values(),
    ]);
    for (const [key, entries] of entriesOf(reply)) {
      const channel = channelOf.get(key);
      if (channel === undefined) continue;
      isBehind ||= entries.length >= COUNT_MAX;
      for (const [id, [, from, , text]] of entries) {
        lastIds.set(channel, id);
        if (from !== reader && text !== undefined) received(channel, text);
      }
    }
  }

  async function readAll(): Promise<void> {
    while (!isClosed) {
      try {
        await read();
      } catch {
        isBehind = lastIds.size > 0;
        await Bun.sleep(RETRY_MS);
      }
    }
  }

  void readAll();
  return () => void (isClosed = true);
}

/** Returns the entries of each stream, whichever protocol the connection speaks. */
function entriesOf(reply: unknown): Iterable<readonly [string, ReadonlyArray<Entry>]> {
  if (reply === null || typeof reply !== "object") return [];
  const pairs = Array.isArray(reply) ? reply : Object.entries(reply);
  return pairs as Array<[string, Array<Entry>]>;
}

/** Compares ids, which are milliseconds and a number within them. */
function isAfter(id: string, other: string): boolean {
  const [[ms = 0, seq = 0], [otherMs = 0, otherSeq = 0]] = [id, other].map((one) =>
    one.split("-").map(Number)
  ) as [Array<number>, Array<number>];
  return ms === otherMs ? seq > otherSeq : ms > otherMs;
}
