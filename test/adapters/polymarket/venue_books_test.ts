import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Exit, Option, Scope } from "effect";
import { OrderType, Side } from "@polymarket/clob-client-v2";
import { makeBookFollower } from "../../../adapters/polymarket/book/book_follower.ts";
import { makePolymarketVenueBooks } from "../../../adapters/polymarket/venue_books.ts";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { HELD_TOKENS_MAX, type VenueBooks } from "../../../core/port/venue_books.ts";
import { tokensAt } from "../../simulator/polymarket/clob/socket_venue.ts";
import { startOrderBook } from "../../simulator/polymarket/clob/trader.ts";
import { get } from "../../simulator/kit/support.ts";
import { UNWATCHED } from "../../still_run.ts";
import { moveTime } from "../outbound/moved_time.ts";

const time = moveTime();
// Early in a window, when no price is so near to its end that the tick changes.
const clock = makeSandboxClock({ startMs: Date.parse("2026-11-20T12:00:20Z") });
const venue = startOrderBook(clock);
const scope = await Effect.runPromise(Scope.make());
const run = <A, E>(effect: Effect.Effect<A, E>) => time.during(Effect.runPromise(effect));
const books: VenueBooks["Service"] = await time.during(Effect.runPromise(
  Effect.gen(function* () {
    const follower = yield* makeBookFollower({ wsUrl: venue.url.replace("http", "ws") });
    return yield* makePolymarketVenueBooks({ clobUrl: venue.url, books: follower });
  }).pipe(Effect.provide([UNWATCHED, layerClock(clock)]), Scope.provide(scope)),
));
afterAll(async () => {
  await time.during(Effect.runPromise(Scope.close(scope, Exit.void)));
  await venue.stop();
  time[Symbol.dispose]();
});

const LEVELS = {
  bids: [["0.45", "10"], ["0.46", "20.5"]],
  asks: [["0.5", "7"], ["0.48", "30"]],
} as const;
const staged = async () => {
  const { yes, no } = venue.stageMarket();
  await time.during(venue.putBook(yes, LEVELS));
  return { yes, no };
};
/** Waits for a quote that is so. */
const untilBid = (tokenId: string, sizeE6: bigint) =>
  time.until(() => Option.exists(books.quoteNow(tokenId), ({ bid }) => bid?.sizeE6 === sizeE6));

/** Notes the held tokens that change, and those whose book is in doubt then. */
async function listen() {
  const [told, inDoubt]: ReadonlyArray<Array<string>> = [[], []];
  const listening = await run(Scope.make());
  const listener = (tokenIds: ReadonlyArray<string>) => {
    told?.push(...tokenIds);
    inDoubt?.push(...tokenIds.filter((tokenId) => Option.isNone(books.bookNow(tokenId))));
  };
  await run(Scope.provide(books.listen(listener), listening));
  const stop = () => run(Scope.close(listening, Exit.void));
  return { told: told ?? [], inDoubt: inDoubt ?? [], stop };
}

describe("held books", () => {
  test("are what the venue's endpoint answers, with its hash and time", async () => {
    const { yes, no } = await staged();
    const { told, inDoubt, stop } = await listen();
    await run(books.hold([yes, no]));
    await untilBid(yes, 20_500_000n);
    await time.until(() => Option.isSome(books.bookNow(no)));
    inDoubt.splice(0);
    const first = Option.getOrThrow(books.bookNow(yes));
    expect(first.hash).toEqual((await run(books.request(yes))).value.hash);
    const { client, address } = await time.during(venue.trader());
    await time.during(venue.give(address, { [yes]: "5" }));
    const order = { tokenID: yes, price: 0.46, size: 5, side: Side.SELL };
    await time.during(client.createAndPostOrder(order, {}, OrderType.GTC));
    await untilBid(yes, 15_500_000n);
    await time.pass(2_000);
    const { value } = await run(books.request(yes));
    expect(Option.getOrThrow(books.bookNow(yes)).book).toEqual(value.book);
    expect(books.quoteNow(yes)).toMatchObject(Option.some({
      bid: { priceE6: 460_000n, sizeE6: 15_500_000n },
      ask: { priceE6: 480_000n, sizeE6: 30_000_000n },
    }));
    // The hash of each frame agrees, that of the other outcome's trade too.
    expect(inDoubt).toEqual([]);
    expect(new Set(told)).toEqual(new Set([yes, no]));
    await stop();
    await run(books.hold([]));
    await time.until(() => Option.isNone(books.bookNow(yes)));
  });

  test("have the hashes of the venue's frames, second after second", async () => {
    const [up, down] = tokensAt(1, clock.nowMs());
    await run(books.hold([up, down]));
    await time.until(() => [up, down].every((tokenId) => Option.isSome(books.bookNow(tokenId))));
    const { told, inDoubt, stop } = await listen();
    await time.pass(20_000);
    expect(told.length).toBeGreaterThan(20);
    expect(inDoubt).toEqual([]);
    await stop();
    await run(books.hold([]));
  });

  test("are as many as there is place for, the first ones", async () => {
    const { yes } = await staged();
    const others = Array.from({ length: HELD_TOKENS_MAX }, (_, at) => `9${at}`);
    await run(books.hold([...others, yes]));
    await time.pass(2_000);
    expect(books.bookNow(yes)).toEqual(Option.none());
    await run(books.hold([yes, ...others]));
    await untilBid(yes, 20_500_000n);
    await run(books.hold([]));
  });
});

describe("a requested book", () => {
  const count = async () => {
    const { body } = await get<{ requests: ReadonlyArray<{ path: string }> }>(`${venue.url}/__log`);
    return body.requests.filter(({ path }) => path.startsWith("/book")).length;
  };

  test("is shared for a second", async () => {
    const { yes } = await staged();
    const before = await time.during(count());
    const both = [books.request(yes), books.request(yes)];
    const answers = await run(Effect.all(both, { concurrency: "unbounded" }));
    expect(answers.map(({ isCached }) => isCached)).toEqual([false, true]);
    await time.pass(900);
    expect((await run(books.request(yes))).isCached).toBe(true);
    expect(await time.during(count()) - before).toBe(1);
    await time.pass(200);
    expect((await run(books.request(yes))).isCached).toBe(false);
  });

  test("is refused without a call beyond 20 a second, whatever the venue answers", async () => {
    await time.pass(1_000);
    const before = await time.during(count());
    const asked = Array.from({ length: 60 }, (_, at) => Effect.flip(books.request(`12${at}`)));
    const failures = await run(Effect.all(asked, { concurrency: "unbounded" }));
    const limited = failures.filter((failure) =>
      failure._tag === "ProviderFailed" && failure.reason === "limited"
    );
    expect([limited.length, await time.during(count()) - before]).toEqual([40, 20]);
    expect(limited[0]).toMatchObject({ retryAfterSec: 1 });
    await time.pass(1_000);
    expect(await run(Effect.flip(books.request("12999")))).toMatchObject({ _tag: "NoOrderBook" });
  });
});
