/**
 * Publishes news to a fleet, through streams of bounded length in Redis.
 *
 * @module
 */
import type { NewsChannel } from "../../core/port/news.ts";
import type { RedisConnection } from "./connection.ts";

/** The connection, and how keys are named. */
export interface NewsWriterOptions {
  readonly connection: Pick<RedisConnection, "send">;
  /** Names this process in its fleet. */
  readonly writer: string;
  readonly streamKey: (channel: NewsChannel) => string;
  readonly leaseKey: (lease: string) => string;
  /** Called when Redis refuses items, because this process does not hold their lease there. */
  readonly refused: (lease: string) => void;
}

/** An item to publish. With a lease, only while this process holds it. */
export interface WrittenNews {
  readonly channel: NewsChannel;
  readonly text: string;
  readonly lease: string | undefined;
}

/** Publishes news in order. */
export interface NewsWriter {
  readonly write: (news: WrittenNews) => void;
  /** Forgets what waits under a lease that was lost. */
  readonly forget: (lease: string) => void;
  readonly close: () => void;
}

/**
 * About how many items a stream keeps: as many prices as a replica needs that comes late (a replay
 * of 288 s of 21 series), trades of some seconds, and of the others the latest.
 */
const LENGTH_MAX: Readonly<Record<NewsChannel, number>> = {
  prices: 12_000,
  trades: 500,
  targets: 2_000,
  closes: 500,
  games: 100,
  outcomes: 100,
  quotes: 50,
  legs: 100,
  wallets: 500,
};
/** A fleet that has ended leaves nothing behind. */
const KEPT_SEC = 86_400;
/** While Redis is away, the newest wait: its replicas do their own work after 3 s. */
const WAITING_MAX = 5_000;
const BATCH_MAX = 200;
const UNREADABLE = "";
const RETRY_MS = 250;
const REFUSED = -1;

/**
 * Adds items, unless this process has lost the lease by now. Redis itself decides: a process that
 * hung for a while cannot know.
 */
const ADD = `
  if ARGV[4] ~= '' and redis.call('GET', KEYS[2]) ~= ARGV[4] then return ${REFUSED} end
  for i = 5, #ARGV do
    redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'from', ARGV[3], 'item', ARGV[i])
  end
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  return #ARGV - 4`;

/** Makes a writer with nothing to publish. */
export function makeNewsWriter(
  { connection, writer, streamKey, leaseKey, refused }: NewsWriterOptions,
): NewsWriter {
  const waiting: Array<WrittenNews> = [];
  let isWriting = false;
  let isClosed = false;

  /** Takes the first items that go to one stream under one lease. */
  function takeBatch(): ReadonlyArray<WrittenNews> {
    const first = waiting[0];
    const other = waiting.findIndex(({ channel, lease }) =>
      channel !== first?.channel || lease !== first.lease
    );
    const count = Math.min(other === -1 ? waiting.length : other, BATCH_MAX);
    return waiting.splice(0, count);
  }

  /** Listeners of a channel learn that they missed something where an item cannot be read. */
  const dropOldest = () => {
    const dropped = waiting.splice(0, Math.max(0, waiting.length - WAITING_MAX));
    for (const channel of new Set(dropped.map(({ channel }) => channel))) {
      waiting.unshift({ channel, text: UNREADABLE, lease: undefined });
    }
  };

  async function add(batch: ReadonlyArray<WrittenNews>): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const { channel, lease } = first;
    const key = streamKey(channel);
    const added = await connection.send("EVAL", [
      ADD,
      "2",
      key,
      lease === undefined ? key : leaseKey(lease),
      String(LENGTH_MAX[channel]),
      String(KEPT_SEC),
      writer,
      lease === undefined ? "" : writer,
      ...batch.map(({ text }) => text),
    ]);
    if (added === REFUSED && lease !== undefined) refused(lease);
  }

  async function writeAll(): Promise<void> {
    // Items of the same turn of the event loop travel together.
    await Promise.resolve();
    while (waiting.length > 0 && !isClosed) {
      const batch = takeBatch();
      try {
        await add(batch);
      } catch {
        // They may have been added all the same; listeners ignore what they receive twice.
        waiting.unshift(...batch);
        dropOldest();
        await Bun.sleep(RETRY_MS);
      }
    }
    // At once: an item that came before this is known would wait for the next one.
    isWriting = false;
  }

  return {
    write: (news) => {
      waiting.push(news);
      dropOldest();
      if (isWriting || isClosed) return;
      isWriting = true;
      void writeAll();
    },
    forget: (lost) => {
      const kept = waiting.filter(({ lease }) => lease !== lost);
      waiting.splice(0, waiting.length, ...kept);
    },
    close: () => void (isClosed = true),
  };
}
