/**
 * Which seconds of a day a recording has, feed by feed.
 *
 * The oracle and its relay say a number each second: one that is not there is missing. The exchange
 * and the books speak when something happens: a second of theirs is missing while their socket was
 * down, or nothing was recorded at all.
 *
 * @module
 */
import { makeOrderBookState } from "../../adapters/polymarket/book/order_book_state.ts";
import { readMarketFrame } from "../../adapters/polymarket/book/market_frame.ts";
import { readDay } from "../../adapters/recording/reading.ts";
import { type Feed, FEEDS, makeDaySeconds, type Received } from "../../core/recording/mod.ts";
import { type TimeRange, UnixSec } from "../../core/time/mod.ts";
import { toldSeconds } from "./told_seconds.ts";

/** What a day has of one topic of a feed; of the feed as a whole where it has no topics. */
export interface CoverageRow {
  readonly feed: Feed;
  readonly topic: string;
  readonly seconds: number;
  readonly missing: ReadonlyArray<TimeRange>;
}

/** What a day has of a feed. */
export interface FeedCoverage {
  readonly frames: number;
  readonly answers: number;
  /** How often its sockets were lost. */
  readonly reconnects: number;
  /** What was received and could not be kept. */
  readonly dropped: number;
}

/** What a day has. */
export interface DayCoverage {
  /** From the first that was received to the last; nothing where nothing was. */
  readonly recorded: TimeRange | undefined;
  readonly rows: ReadonlyArray<CoverageRow>;
  readonly feeds: ReadonlyMap<Feed, FeedCoverage>;
  /** How often a book no longer agreed with the venue's hash, or with itself. */
  readonly bookBreaks: number;
}

/** Numbers of a second come a little later, and some were asked for from before. */
const EDGE_SEC = 10;
/** The feeds that say a number each second. */
const OF_SECONDS: ReadonlySet<Feed> = new Set(["oracle", "relay"]);

/** These have what was asked for, and what was made of the others. */
const NOT_OF_TIME: ReadonlySet<Feed> = new Set(["metadata", "published"]);

/** Reads a day. */
export async function dayCoverage(folder: string, day: string): Promise<DayCoverage> {
  const startSec = UnixSec(Date.parse(`${day}T00:00:00Z`) / 1000);
  const alive = makeDaySeconds(startSec);
  const told = new Map<string, ReturnType<typeof makeDaySeconds>>();
  const feeds = new Map<Feed, Counts>();
  const books = makeBookBreaks();
  let recorded: { fromMs: number; untilMs: number } | undefined;
  for await (const received of readDay({ folder, day })) {
    const { feed, atMs } = received;
    const counts = feeds.get(feed) ?? newCounts();
    feeds.set(feed, counts);
    take(counts, received);
    alive.add(atMs);
    recorded = { fromMs: recorded?.fromMs ?? atMs, untilMs: atMs };
    for (const { topic, ms } of toldSeconds(received)) {
      const key = `${feed} ${topic}`;
      const seconds = told.get(key) ?? makeDaySeconds(startSec);
      told.set(key, seconds);
      seconds.add(ms);
    }
    if (feed === "books") books.take(received);
  }
  if (recorded === undefined) {
    return { recorded: undefined, rows: [], feeds: new Map(), bookBreaks: 0 };
  }
  const within = rangeOf(recorded.fromMs, recorded.untilMs);
  const inner = { startSec: UnixSec(within.startSec + EDGE_SEC), endSec: within.endSec - EDGE_SEC };
  const rows = FEEDS.flatMap((feed): ReadonlyArray<CoverageRow> => {
    const counts = feeds.get(feed);
    if (counts === undefined || NOT_OF_TIME.has(feed)) return [];
    if (!OF_SECONDS.has(feed)) {
      const up = makeDaySeconds(startSec);
      for (let sec = within.startSec; sec < within.endSec; sec++) {
        const isDown = counts.down.some(({ fromMs, untilMs }) =>
          fromMs < (sec + 1) * 1000 && sec * 1000 < untilMs
        );
        if (alive.has(sec) && !isDown) up.add(sec * 1000);
      }
      return [{ feed, topic: "", seconds: up.count(), missing: up.missing(within) }];
    }
    return [...told].filter(([key]) => key.startsWith(`${feed} `)).map(([key, seconds]) => ({
      feed,
      topic: key.slice(feed.length + 1),
      seconds: seconds.count(),
      missing: seconds.missing({ ...inner, endSec: UnixSec(inner.endSec) }),
    }));
  });
  const ordered = FEEDS.flatMap((feed) => {
    const counts = feeds.get(feed);
    return counts === undefined ? [] : [[feed, counts] as const];
  });
  return { recorded: within, rows, feeds: new Map(ordered), bookBreaks: books.count() };
}

const rangeOf = (fromMs: number, untilMs: number): TimeRange => ({
  startSec: UnixSec(Math.floor(fromMs / 1000)),
  endSec: UnixSec(Math.floor(untilMs / 1000) + 1),
});

/** The counts of a feed, and when its sockets were down. */
interface Counts extends FeedCoverage {
  frames: number;
  answers: number;
  reconnects: number;
  dropped: number;
  readonly down: Array<{ readonly fromMs: number; untilMs: number }>;
}

/** Until its first frame a feed is down. */
const newCounts = (): Counts => ({
  frames: 0,
  answers: 0,
  reconnects: 0,
  dropped: 0,
  down: [{ fromMs: 0, untilMs: Infinity }],
});

function take(counts: Counts, { kind, atMs, about }: Received): void {
  const last = counts.down.at(-1);
  const isDown = last !== undefined && last.untilMs === Infinity;
  switch (kind) {
    case "frame":
      counts.frames += 1;
      if (isDown) last.untilMs = atMs;
      return;
    case "answer":
      counts.answers += 1;
      return;
    case "lost":
      counts.reconnects += 1;
      if (!isDown) counts.down.push({ fromMs: atMs, untilMs: Infinity });
      return;
    case "dropped":
      counts.dropped += Number(about);
      return;
    case "opened":
      return;
  }
}

/** How often followed books are looked at, in milliseconds. */
const LOOK_MS = 250;
const LOOKED_BACK_MS = 2_500;

/** Follows the books of a recording as the service does, and counts what does not fit together. */
function makeBookBreaks() {
  const state = makeOrderBookState();
  const held = new Set<string>();
  let [breaks, lookedMs] = [0, 0];
  return {
    take: ({ kind, text, atMs }: Received) => {
      // As often as the service does, up to when it has seen all: also while nothing comes.
      const fromMs = Math.max(lookedMs + LOOK_MS, atMs - LOOKED_BACK_MS);
      for (let ms = fromMs; ms <= atMs; ms += LOOK_MS) {
        state.maintain(ms);
        lookedMs = ms;
      }
      if (kind === "opened") state.opened(() => {}, atMs);
      if (kind === "lost") state.closed();
      if (kind !== "frame") return;
      const tokens = (readMarketFrame(text) ?? []).flatMap((event) =>
        event.kind === "book" ? [event.book.tokenId] : []
      ).filter((tokenId) => !held.has(tokenId));
      if (tokens.length > 0) {
        for (const tokenId of tokens) held.add(tokenId);
        state.hold([...held], atMs);
      }
      state.receive(text, atMs);
      if (state.takeDoubt() !== undefined) breaks += 1;
    },
    count: () => breaks,
  };
}
