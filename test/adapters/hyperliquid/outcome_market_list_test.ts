import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { makeHyperliquidClient } from "../../../adapters/hyperliquid/client.ts";
import {
  makeHyperliquidOutcomeMarketList,
} from "../../../adapters/hyperliquid/outcome_market_list.ts";
import { formatE18 } from "../../../core/price/mod.ts";
import { type OutcomeMarket, toMinuteStamp } from "../../../core/venue2/mod.ts";
import { outcomeMarketListContract } from "../../contract/outcome_market_list_contract.ts";
import { staged } from "../../core/venue2/arbitrary.ts";
import { type MovedTime, moveTime } from "../outbound/moved_time.ts";
import { type Row, type Venue2, withoutStream, withVenue2 } from "./venue2_world.ts";

/** As the venue writes it, with a fact that nobody knows and in an order of its own. */
function wireOf(market: OutcomeMarket): Row {
  const sides = [{ name: "Yes" }, { name: "No", token: 7 }];
  return {
    outcome: market.outcomeId,
    name: "Recurring",
    description: `targetPrice:${market.targetText}|period:${market.period}|mood:fine` +
      `|expiry:${toMinuteStamp(market.expirySec)}|underlying:${market.underlying}` +
      "|class:priceBinary",
    sideSpecs: market.yesIndex === 0 ? sides : sides.toReversed(),
    quoteToken: "USDC",
  };
}

const NOISE: ReadonlyArray<Row> = [
  { outcome: 1, name: "Prose", description: "Rain?", sideSpecs: [{ name: "Yes" }, { name: "No" }] },
  { outcome: 2, name: "template:binaryPrice", description: "perp:BTC", sideSpecs: [] },
  { outcome: 3, name: "Recurring", description: null, sideSpecs: [{ name: "A" }] },
];

const stage = (venue: Venue2, markets: ReadonlyArray<OutcomeMarket>) =>
  venue.put({ outcomes: [...NOISE, ...markets.map(wireOf)], questions: [] });

const makeList = Effect.fnUntraced(function* ({ url, socketUrl }: Venue2) {
  const client = yield* makeHyperliquidClient({ url });
  const { list, follow } = yield* makeHyperliquidOutcomeMarketList({ client, wsUrl: socketUrl });
  yield* Effect.forkScoped(follow);
  return list;
});

let time: MovedTime;
const pass = (ms: number) => Effect.promise(() => time.pass(ms));

/** Lets time pass until it is so. */
const eventually = Effect.fnUntraced(function* <E>(isSo: Effect.Effect<boolean, E>) {
  while (!(yield* isSo)) yield* pass(50);
});

const LINKS: ReadonlyArray<readonly [name: string, link: (venue: Venue2) => Venue2]> = [
  ["with a socket", (venue) => venue],
  ["without a socket", withoutStream],
];

for (const [name, link] of LINKS) {
  outcomeMarketListContract({
    name: `hyperliquid ${name}`,
    run: (body) =>
      withVenue2(Effect.fnUntraced(function* (venue) {
        const list = yield* makeList(link(venue));
        return yield* body({
          list,
          stage: (markets) => stage(venue, markets),
          price: (mids) => {
            const coins = [...mids].map(([side, e18]) => [`#${side}`, formatE18(e18)] as const);
            const none = { "#950": null, "#60241": null };
            return venue.putMids({ ...none, ...Object.fromEntries(coins) });
          },
          fail: Effect.all([
            venue.fault({ match: "POST /info", kind: "status", status: 500 }),
            venue.fault({ match: "GET /ws", kind: "status", status: 500 }),
            venue.cutSockets,
          ]),
          age: Effect.sync(() => venue.clock.set(venue.clock.nowMs() + 2_001)),
        });
      })),
  });
}

describe("the list of the secondary venue's markets", () => {
  beforeEach(() => void (time = moveTime()));
  afterEach(() => time[Symbol.dispose]());

  const HYPE = staged({ outcomeId: 6_024, underlying: "HYPE" });
  const idsOf = (listed: ReadonlyArray<OutcomeMarket>) => listed.map(({ outcomeId }) => outcomeId);
  const infoCalls = (venue: Venue2) =>
    Effect.map(venue.asked, (paths) => paths.filter((path) => path === "/info").length);

  test("is asked for once, however many want it at once and within two seconds", () =>
    withVenue2(Effect.fnUntraced(function* (venue) {
      yield* stage(venue, [staged()]);
      yield* venue.putMids({ "#950": "0.4" });
      const list = yield* makeList(withoutStream(venue));
      const once = Effect.all([list.listed, list.mids], { concurrency: 2 });
      const isCached = Effect.map(once, (both) => both.map(({ isCached }) => isCached));
      yield* Effect.all(Array.from({ length: 20 }, () => once), { concurrency: 20 });
      venue.clock.set(venue.clock.nowMs() + 2_000);
      expect(yield* isCached).toEqual([true, true]);
      expect(yield* infoCalls(venue)).toBe(2);
      venue.clock.set(venue.clock.nowMs() + 1);
      expect(yield* isCached).toEqual([false, false]);
      expect(yield* infoCalls(venue)).toBe(4);
    })));

  test("is kept by the socket without asking, from a whole list on", () =>
    withVenue2(Effect.fnUntraced(function* (venue) {
      yield* stage(venue, [staged()]);
      yield* venue.putMids({ "#950": "0.4" });
      const list = yield* makeList(venue);
      yield* eventually(Effect.map(venue.sockets, (sockets) => sockets === 1));
      yield* eventually(Effect.gen(function* () {
        yield* list.look;
        const before = yield* infoCalls(venue);
        // What was just read is old by now; what was heard is not.
        venue.clock.set(venue.clock.nowMs() + 2_100);
        yield* pass(150);
        yield* list.listed;
        return (yield* infoCalls(venue)) === before;
      }));
      const before = yield* infoCalls(venue);
      yield* stage(venue, [HYPE]);
      yield* eventually(Effect.map(list.listed, ({ value }) => idsOf(value).join() === "6024"));
      expect(yield* infoCalls(venue)).toBe(before);
    })));

  test("waits where the venue says that it was asked too much", () =>
    withVenue2(Effect.fnUntraced(function* (venue) {
      yield* venue.fault({ kind: "status", status: 429, times: 1 });
      const list = yield* makeList(withoutStream(venue));
      const refused = yield* Effect.flip(list.listed);
      expect([refused.reason, refused.retryAfterSec]).toEqual(["limited", 15]);
      expect(refused.message).toBe(
        "Cannot get the list of markets from the secondary venue: " +
          "it accepts no more requests for now",
      );
      const { reason, message } = yield* Effect.flip(list.mids);
      expect([reason, message.slice(0, 32)]).toEqual([
        "limited",
        "Cannot get the prices of markets",
      ]);
      expect(yield* infoCalls(venue)).toBe(1);
      venue.clock.set(venue.clock.nowMs() + 15_000);
      expect((yield* list.look).length).toBe(2);
    })));

  test("asks a venue that fails once in two seconds, whoever asks", () =>
    withVenue2(Effect.fnUntraced(function* (venue) {
      yield* venue.fault({ kind: "status", status: 500 });
      const list = yield* makeList(withoutStream(venue));
      yield* Effect.flip(list.listed);
      const asked = yield* infoCalls(venue);
      yield* Effect.flip(list.listed);
      expect(yield* infoCalls(venue)).toBe(asked);
      venue.clock.set(venue.clock.nowMs() + 2_000);
      yield* Effect.flip(list.listed);
      expect(yield* infoCalls(venue)).toBe(2 * asked);
    })));

  test("goes by when it asked, however long the answer took", () =>
    withVenue2(Effect.fnUntraced(function* (venue) {
      yield* venue.fault({ kind: "delay", delay_ms: 200, times: 2 });
      const list = yield* makeList(withoutStream(venue));
      const both = Effect.all([list.listed, list.mids], { concurrency: 2 });
      const asking = yield* Effect.forkChild(both);
      yield* pass(50);
      venue.clock.set(venue.clock.nowMs() + 2_001);
      yield* pass(200);
      yield* Fiber.join(asking);
      yield* both;
      expect(yield* infoCalls(venue)).toBe(4);
    })));
});
