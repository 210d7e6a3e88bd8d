import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option, References } from "effect";
import { Leases } from "../../../../core/port/leases.ts";
import { News } from "../../../../core/port/news.ts";
import { VenueBooks } from "../../../../core/port/venue_books.ts";
import { layerLiveBooks, LiveBooks } from "../../../../core/use_case/book/mod.ts";
import { MemoryFleet } from "../../../memory/fleet.ts";
import { MemoryReplica } from "../../../memory/fleet_replica.ts";
import { makeMemoryVenueBooks, quoteOf, venueBook } from "../../../memory/venue_books.ts";
import { VirtualTime } from "../../../stage/virtual_time.ts";

const MINUTE_MS = 60_000;

/** Starts replicas that follow tokens, on a time that stands until it is moved. */
function startFleet(
  count: number,
  tokensOf: (replica: number) => ReadonlyArray<string> = () => ["1", "2"],
) {
  const time = new VirtualTime(0);
  const fleet = new MemoryFleet({
    time: { nowMs: () => time.nowMs, after: (ms, wake) => time.after(ms, wake) },
    keptMax: () => 50,
  });
  const replicas = Array.from({ length: count }, (_, at) => {
    const replica = new MemoryReplica(fleet, `replica ${at}`);
    const venue = makeMemoryVenueBooks();
    const told: Array<string> = [];
    const published: Array<ReadonlyArray<string>> = [];
    let books: LiveBooks["Service"] | undefined;
    const following = Effect.gen(function* () {
      books = yield* LiveBooks;
      const { setTokens } = yield* books.follow((tokenId) => void told.push(tokenId));
      yield* setTokens(tokensOf(at));
      return yield* Effect.never;
    });
    const news = News.of({
      ...replica.news,
      publish: (channel, item, lease) => {
        if (item.kind === "quotes" && !item.isWhole) {
          published.push(item.quotes.map(({ tokenId }) => tokenId));
        }
        replica.news.publish(channel, item, lease);
      },
    });
    const layer = layerLiveBooks.pipe(
      Layer.provide(Layer.mergeAll(
        Layer.succeed(Leases, replica.leases),
        Layer.succeed(News, news),
        Layer.succeed(VenueBooks, venue.service),
      )),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    );
    const enter = (work: () => void) => replica.gate.enter(work);
    time.fork(Effect.scoped(Effect.provide(following, layer)), enter);
    time.advance(10);
    return {
      replica,
      venue,
      published,
      told: () => told.splice(0).join(),
      quote: (tokenId = "1") => books?.quoteNow(tokenId) ?? Option.none(),
      hasBook: () => Option.isSome(books?.bookNow("1") ?? Option.none()),
      trades: () => books?.tradesNow("1").map(({ atMs }) => atMs),
      isHolding: () => replica.leases.held().length > 0,
    };
  });
  return { time, fleet, replicas };
}

const CENT_E6 = 10_000n;
/** A book of token "1" whose best bid is of so many cents. */
const bookAt = (cents: number, atMs = cents) =>
  venueBook("1", { atMs, bids: [{ priceE6: BigInt(cents) * CENT_E6, sizeE6: 5_000_000n }] });

describe("books in a fleet", () => {
  test("are followed by one replica, and the others have their quotes", () => {
    const { time, replicas: [holder, other] } = startFleet(2);
    expect([holder?.venue.held(), other?.venue.held()]).toEqual([["1", "2"], []]);
    holder?.venue.put(bookAt(40));
    expect(holder?.told()).toBe("1,2,1");
    time.advance(150);
    expect(other?.told()).toBe("1");
    const quote = Option.some(quoteOf(bookAt(40)));
    expect([holder?.quote(), other?.quote()]).toEqual([quote, quote]);
    expect([holder?.hasBook(), other?.hasBook()]).toEqual([true, false]);
    expect([holder?.quote("2"), other?.quote("2")]).toEqual([Option.none(), Option.none()]);
  });

  test("are followed for those that only another replica follows, for as long as it does", () => {
    const { time, replicas: [holder, other, third] } = startFleet(
      3,
      (replica) => [[], ["1", "2"], ["2", "3"]][replica] ?? [],
    );
    time.advance(10);
    expect(holder?.venue.held()).toEqual(["1", "2", "3"]);
    holder?.venue.put(bookAt(40));
    time.advance(150);
    const quote = Option.some(quoteOf(bookAt(40)));
    expect([other?.quote(), holder?.told(), third?.told()]).toEqual([quote, "", ""]);
    time.advance(10_000);
    expect([holder?.venue.held(), other?.quote()]).toEqual([["1", "2", "3"], quote]);
    other?.replica.gate.hang();
    time.advance(10_000);
    expect(holder?.venue.held()).toEqual(["2", "3"]);
  });

  test("that only others follow are followed by the next holder at once", () => {
    const { time, replicas: [holder, ...others] } = startFleet(3, (replica) => [String(replica)]);
    time.advance(5_000);
    holder?.replica.gate.hang();
    while (!others.some(({ isHolding }) => isHolding())) time.advance(10);
    expect(others.find(({ isHolding }) => isHolding())?.venue.held().toSorted())
      .toEqual(["1", "2"]);
  });

  test("are told ten times a second at most, the newest always last", () => {
    const { time, replicas: [holder, other] } = startFleet(2);
    time.advance(1_000);
    holder?.published.splice(0);
    for (let at = 0; at < 500; at += 1) {
      holder?.venue.put(bookAt(1 + at % 46, 1_000 + at));
      time.advance(2);
    }
    time.advance(150);
    expect(holder?.published.length).toBeLessThanOrEqual(11);
    expect(other?.quote()).toEqual(Option.some(quoteOf(bookAt(1 + 499 % 46, 1_499))));
    expect(other?.told().length).toBeGreaterThan(10);
  });

  test("have the same trades on every replica, newest first, each once", () => {
    const { time, replicas: [holder, other] } = startFleet(2);
    const trade = (atMs: number) =>
      holder?.venue.trade("1", { priceE6: 470_000n, sizeE6: 5_000_000n, side: "BUY", atMs });
    for (const atMs of [1, 2]) trade(atMs);
    time.advance(150);
    trade(3);
    time.advance(3_000);
    expect([holder?.trades(), other?.trades()]).toEqual([[3, 2, 1], [3, 2, 1]]);
  });

  test("are not told where only lower levels changed", () => {
    const { time, replicas: [holder, other] } = startFleet(2);
    holder?.venue.put(bookAt(40));
    time.advance(1_500);
    other?.told();
    holder?.published.splice(0);
    holder?.venue.put(bookAt(40));
    time.advance(1_500);
    expect([holder?.published, other?.told()]).toEqual([[], ""]);
  });

  test("are none everywhere once one is in doubt, or the holder tells nothing more", () => {
    const { time, replicas: [holder, other] } = startFleet(2);
    holder?.venue.put(bookAt(40), venueBook("2"));
    time.advance(150);
    holder?.venue.doubt("1");
    time.advance(150);
    expect([other?.quote(), Option.isSome(other?.quote("2") ?? Option.none())])
      .toEqual([Option.none(), true]);
    other?.told();
    holder?.replica.gate.hang();
    time.advance(2_000);
    expect(other?.told()).toBe("");
    time.advance(2_500);
    expect(other?.quote("2")).toEqual(Option.none());
    expect(other?.told()).toContain("2");
  });

  test("are followed by another replica when the holder ends", () => {
    const { time, replicas: [holder, other] } = startFleet(2);
    other?.venue.put(bookAt(41));
    holder?.replica.gate.hang();
    time.advance(5_000);
    expect(other?.isHolding()).toBe(true);
    expect(other?.venue.held()).toEqual(["1", "2"]);
    expect(other?.quote()).toEqual(Option.some(quoteOf(bookAt(41))));
  });

  test("are left to a replica that has them, by one that has none", () => {
    const { time, replicas: [blocked, open] } = startFleet(2);
    open?.venue.put(bookAt(41));
    time.advance(15_000);
    expect([blocked?.isHolding(), open?.isHolding()]).toEqual([false, true]);
    expect(blocked?.quote()).toEqual(Option.some(quoteOf(bookAt(41))));
    expect(blocked?.venue.held()).toEqual([]);
    time.advance(10 * MINUTE_MS);
    expect([blocked?.isHolding(), open?.isHolding()]).toEqual([false, true]);
  });

  test("are in doubt after news were missed, until all are told again", () => {
    const { time, fleet, replicas: [holder, other] } = startFleet(2);
    holder?.venue.put(bookAt(40));
    time.advance(150);
    expect(Option.isSome(other?.quote() ?? Option.none())).toBe(true);
    for (let at = 0; at < 60; at += 1) {
      const item = { kind: "quotes", isWhole: false, quotes: [], trades: [] } as const;
      fleet.add("replica 0", { channel: "quotes", item, lease: undefined });
    }
    time.advance(2);
    expect(other?.quote()).toEqual(Option.none());
    time.advance(1_000);
    expect(other?.quote()).toEqual(Option.some(quoteOf(bookAt(40))));
  });
});
