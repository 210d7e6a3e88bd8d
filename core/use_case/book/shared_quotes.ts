/**
 * The quotes and trades of followed books, which one replica of a fleet has of the venue, and
 * publishes to the others. These say which tokens they follow.
 *
 * The markets of orders are not among them: each replica follows those by itself, because an order
 * must not wait for news.
 *
 * @module
 */
import { Effect, Option, Schedule } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { Leases } from "../../port/leases.ts";
import { News, type QuoteNews } from "../../port/news.ts";
import {
  HELD_TOKENS_MAX,
  KEPT_TRADES_MAX,
  type Quote,
  VenueBooks,
  type VenueTrade,
} from "../../port/venue_books.ts";
import { MachineTime } from "../time/machine_time.ts";
import { repeatJob } from "../time/repeat_job.ts";
import type { BookFollowings } from "./book_followings.ts";
import { isSameQuote } from "./same_quote.ts";
import { makeTokensElsewhere, SAID_EVERY_LOOKS } from "./tokens_elsewhere.ts";

/** The lease on following the books. */
export const QUOTES_LEASE = "venue books";
/** Of a token at most ten changes a second are published; the newest is always the last. */
const PUBLISH_EVERY_MS = 100;
/** All quotes are published this often, for replicas that come later. */
const WHOLE_EVERY = 10;
const LOOK_EVERY_MS = 1_000;
/** What was received is in doubt after so many looks without news. */
const SILENT_LOOKS_MAX = 3;
/**
 * A holder that has had no book for this long gives them up, and leaves them to others for at least
 * the rest. Both double with each time in vain.
 */
const PATIENCE_LOOKS = 10;
const REST_LOOKS = 5;
const LONGEST_LOOKS = 60;

/** The quotes that this replica has. */
export interface SharedQuotes {
  readonly quoteNow: (tokenId: string) => Option.Option<Quote>;
  /** The last trades of a token, newest first. */
  readonly tradesNow: (tokenId: string) => ReadonlyArray<VenueTrade>;
  /** Follows what is followed now: the followings have changed. */
  readonly follow: Effect.Effect<void>;
}

/** Shares quotes for the life of the scope. */
export const shareQuotes = Effect.fnUntraced(function* (followings: BookFollowings) {
  const leases = yield* Leases;
  const news = yield* News;
  const venue = yield* VenueBooks;
  const { sleep } = yield* MachineTime;
  const runFork = Effect.runForkWith(yield* Effect.context<never>());
  const isAlone = leases.state() === "off";
  let isHolding = isAlone;
  let received = new Map<string, Quote>();
  const receivedTrades = new BoundedMap<string, ReadonlyArray<VenueTrade>>(HELD_TOKENS_MAX);
  let silentLooks = 0;
  let timesInVain = 0;
  /** The held tokens that changed since the last publication. */
  const changed = new Set<string>();
  const elsewhere = makeTokensElsewhere();
  const wanted = () => [...new Set([...followings.tokenIds(), ...elsewhere.tokenIds()])];
  const hold = Effect.suspend(() => isHolding ? venue.hold(wanted()) : Effect.void);

  yield* venue.listen((tokenIds) => {
    if (!isHolding) return;
    for (const tokenId of tokenIds) changed.add(tokenId);
    followings.tell(tokenIds);
  });
  const doubled = (looks: number) => Math.min(LONGEST_LOOKS, looks * 2 ** timesInVain);
  const quoteOf = (tokenId: string) => Option.getOrNull(venue.quoteNow(tokenId));

  /** What was published last, so that changes below the best levels are not. */
  const makePublisher = () => {
    const published = new Map<string, Quote>();
    const lastTrades = new Map<string, VenueTrade | undefined>();
    const newTrades = (tokenId: string) => {
      const trades = venue.tradesNow(tokenId);
      const last = lastTrades.get(tokenId);
      lastTrades.set(tokenId, trades[0]);
      const count = last === undefined ? trades.length : trades.indexOf(last);
      return trades.slice(0, count < 0 ? trades.length : count).toReversed()
        .map((trade) => ({ tokenId, trade }));
    };
    let times = 0;
    return Effect.sync(() => {
      const isWhole = times % WHOLE_EVERY === 0;
      times += 1;
      const followed = wanted();
      const tokenIds = isWhole ? followed : [...changed];
      changed.clear();
      const trades = followed.flatMap(newTrades);
      if (isWhole) {
        for (const tokenId of new Set(lastTrades.keys()).difference(new Set(followed))) {
          lastTrades.delete(tokenId);
        }
      }
      const quotes = tokenIds.map((tokenId) => ({ tokenId, quote: quoteOf(tokenId) }))
        .filter(({ tokenId, quote }) => isWhole || !isSameQuote(published.get(tokenId), quote));
      if (isWhole) published.clear();
      for (const { tokenId, quote } of quotes) {
        if (quote === null) published.delete(tokenId);
        else published.set(tokenId, quote);
      }
      const item: QuoteNews = { kind: "quotes", isWhole, quotes, trades };
      if (isWhole || quotes.length + trades.length > 0) news.publish("quotes", item, QUOTES_LEASE);
    });
  };

  /** Ends when no book was there for too long, while others might reach the venue. */
  const waiting = Effect.gen(function* () {
    const isShared = () => leases.state() === "shared";
    for (let looks = 0; looks < doubled(PATIENCE_LOOKS) || !isShared();) {
      yield* sleep(LOOK_EVERY_MS);
      const tokenIds = wanted();
      const isUp = tokenIds.length === 0 || tokenIds.some((tokenId) => quoteOf(tokenId) !== null);
      looks = isUp ? 0 : looks + 1;
      if (isUp) timesInVain = 0;
    }
  });

  const holding = Effect.suspend(() => {
    isHolding = true;
    received = new Map();
    const publishing = repeatJob(makePublisher(), { schedule: Schedule.spaced(PUBLISH_EVERY_MS) });
    return hold.pipe(
      Effect.tap(() => Effect.sync(() => followings.tell(followings.tokenIds()))),
      Effect.andThen(Effect.raceFirst(publishing, waiting)),
    );
  }).pipe(Effect.ensuring(Effect.suspend(() => {
    isHolding = false;
    silentLooks = 0;
    followings.tell(followings.tokenIds());
    return venue.hold([]);
  })));

  /** Ends early if the others leave the books alone as well. */
  const rest = Effect.gen(function* () {
    yield* Effect.logWarning("Cannot get any book from here: another replica takes them over");
    const looks = doubled(REST_LOOKS);
    timesInVain += 1;
    for (let at = 0; at < looks; at += 1) {
      yield* sleep(LOOK_EVERY_MS);
      if (silentLooks >= REST_LOOKS) return;
    }
  });

  const forget = () => {
    const tokenIds = [...received.keys()];
    received = new Map();
    followings.tell(tokenIds);
  };
  const receive = ({ isWhole, quotes, trades }: QuoteNews) => {
    for (const { tokenId, trade } of trades) {
      const before = receivedTrades.get(tokenId) ?? [];
      receivedTrades.setNewest(tokenId, [trade, ...before.slice(0, KEPT_TRADES_MAX - 1)]);
    }
    const before = received;
    received = isWhole ? new Map() : new Map(before);
    for (const { tokenId, quote } of quotes) {
      if (quote === null) received.delete(tokenId);
      else received.set(tokenId, quote);
    }
    const tokenIds = new Set([...before.keys(), ...received.keys()]);
    followings.tell(
      [...tokenIds].filter((tokenId) =>
        !isSameQuote(before.get(tokenId), received.get(tokenId) ?? null)
      ),
    );
  };

  /** Says what is followed here, so that whoever has the books follows it too. */
  const announce = Effect.sync(() => {
    const tokenIds = followings.tokenIds();
    if (isHolding || tokenIds.length === 0) return;
    news.publish("quotes", { kind: "followed_tokens", tokenIds });
  });

  if (!isAlone) {
    yield* news.listen("quotes", (one) => {
      if ("item" in one && one.item.kind === "followed_tokens") {
        if (elsewhere.take(one.item.tokenIds)) runFork(hold);
        return;
      }
      if (isHolding) return;
      // What was missed may have been the change that counts.
      if ("missed" in one) return forget();
      if (one.item.kind !== "quotes") return;
      silentLooks = 0;
      receive(one.item);
    });
    let looks = 0;
    const look = Effect.suspend(() => {
      looks += 1;
      silentLooks += 1;
      if (!isHolding && silentLooks === SILENT_LOOKS_MAX) forget();
      const isDue = looks % SAID_EVERY_LOOKS === 0;
      return Effect.andThen(
        elsewhere.look() ? hold : Effect.void,
        isDue ? announce : Effect.void,
      );
    });
    yield* Effect.forkScoped(
      Effect.forever(Effect.andThen(leases.whileHeld(QUOTES_LEASE, holding), rest)),
    );
    yield* Effect.forkScoped(
      repeatJob(look, { schedule: Schedule.spaced(LOOK_EVERY_MS), isLater: true }),
    );
  }

  return {
    quoteNow: (tokenId) =>
      isHolding ? venue.quoteNow(tokenId) : Option.fromUndefinedOr(received.get(tokenId)),
    tradesNow: (tokenId) =>
      isHolding ? venue.tradesNow(tokenId) : receivedTrades.get(tokenId) ?? [],
    follow: Effect.andThen(hold, announce),
  } satisfies SharedQuotes;
});
