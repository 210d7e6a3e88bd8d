import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { marketsSince } from "../../../../app/simulator/polymarket/clob/listing_news.ts";
import {
  marketCount,
  marketNumber,
} from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { bookSummary } from "../../../../app/simulator/polymarket/clob/book_summary.ts";
import { changesOf, type Frame } from "./book_reader.ts";
import { tradedIds } from "../gamma/gamma_ids.ts";
import { BTC, BTC_DOWN, ETH, makeVenue, NOW_MS, venue } from "./socket_venue.ts";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const of = (kind: string, frames: ReadonlyArray<Frame>) =>
  frames.filter(({ event_type }) => event_type === kind);

describe("custom features", () => {
  test("publish changed best prices to clients that requested them", () => {
    const { open, pass, bookOf, clock } = makeVenue();
    const [custom, plain] = [open(), open()];
    custom.subscribe([BTC], true);
    plain.subscribe([BTC]);
    custom.take();
    let changes = 0;
    for (let sec = 0; sec < 60; sec++) {
      const before = bookSummary(bookOf(BTC));
      pass(1);
      const { bids, asks, market } = bookSummary(bookOf(BTC));
      const isSame = before.bids.at(-1)?.price === bids.at(-1)?.price &&
        before.asks.at(-1)?.price === asks.at(-1)?.price;
      expect(of("best_bid_ask", custom.take())).toEqual(
        isSame ? [] : [{
          market,
          asset_id: BTC,
          best_bid: bids.at(-1)?.price,
          best_ask: asks.at(-1)?.price,
          spread: bookSummary(bookOf(BTC)).tick_size,
          timestamp: String(clock.nowMs()),
          event_type: "best_bid_ask",
        }],
      );
      if (!isSame) changes++;
    }
    expect(changes).toBeGreaterThan(5);
    expect(of("best_bid_ask", plain.take())).toEqual([]);
  });

  test("publish the winner, once, to subscribers", () => {
    const { open, pass, clock, books } = makeVenue();
    const [custom, down, plain, other, left] = [open(), open(), open(), open(), open()];
    custom.subscribe([BTC], true);
    down.subscribe([BTC_DOWN], true);
    plain.subscribe([BTC]);
    other.subscribe(["12"], true);
    left.subscribe([BTC], true);
    left.say({ operation: "unsubscribe", assets_ids: [BTC] });
    clock.set(ms("2026-11-20T12:05:44Z"));
    for (const client of [custom, down, plain, other, left]) client.take();
    pass(0);
    expect(of("market_resolved", custom.take())).toEqual([]);
    expect(books.book(BTC)).toBeDefined();
    plain.take();
    pass(1);
    expect(books.book(BTC)).toBeUndefined();
    const [published, ...more] = of("market_resolved", custom.take());
    expect(more).toEqual([]);
    expect(published).toMatchObject({
      assets_ids: [BTC, BTC_DOWN],
      timestamp: String(ms("2026-11-20T12:05:45Z")),
      event_message: { slug: `btc-updown-5m-${ms("2026-11-20T12:00:00Z") / 1000}` },
      tags: expect.arrayContaining(["5M"]),
    });
    const found = venue.outcomeByTokenId(BTC, clock.nowMs() / 1000);
    const isUp = found !== undefined &&
      venue.prices.fair(found.listing, found.marketIndex, clock.nowMs() / 1000) === 1;
    expect(published).toMatchObject({
      winning_asset_id: isUp ? BTC : BTC_DOWN,
      winning_outcome: isUp ? "Up" : "Down",
    });
    expect(of("market_resolved", down.take())).toEqual(published === undefined ? [] : [published]);
    for (const client of [other, left]) {
      expect(of("market_resolved", client.take())).toEqual([]);
    }
    const last = plain.take();
    expect(last.map(({ event_type }) => event_type)).toEqual(["price_change"]);
    expect(changesOf(last[0] as Frame).every(({ size }) => size === "0")).toBe(true);
    // Its levels were removed with it, once; a new subscriber finds no book.
    pass(1);
    expect(of("market_resolved", custom.take())).toEqual([]);
    expect(plain.take()).toEqual([]);
    const late = open();
    late.subscribe([BTC]);
    expect(late.take()).toEqual([]);
  });

  test("publish every new market as in its metadata, with the fee as text", async () => {
    const { open, clock, pass } = makeVenue();
    const custom = open();
    custom.subscribe([ETH], true);
    pass(900);
    const published = of("new_market", custom.take());
    jest.useRealTimers();
    const metadata = start("venue-metadata", makeStillClock(clock.nowMs()));
    expect(published.length).toBeGreaterThan(25);
    type Gamma = Readonly<Record<string, unknown>> & {
      readonly feeSchedule?: Readonly<Record<string, unknown>>;
      readonly events: ReadonlyArray<Readonly<Record<string, unknown>>>;
    };
    for (const frame of published) {
      const { body } = await get<Gamma>(`${metadata.url}/markets/${String(frame["id"])}`);
      const ids = tradedIds(body);
      // A new market does not name its protocol.
      expect(Object.keys(frame)).not.toContain("version");
      expect<unknown>({
        question: frame["question"],
        condition: frame["market"],
        again: frame["condition_id"],
        slug: frame["slug"],
        tokens: frame["assets_ids"],
        outcomes: JSON.stringify(frame["outcomes"]).replace(",", ", "),
        tick: frame["order_price_min_tick_size"],
        fees: frame["fees_enabled"],
        event: frame["event_message"],
        schedule: frame["fee_schedule"],
      }).toEqual({
        question: body["question"],
        condition: ids?.conditionId,
        again: frame["market"],
        slug: body["slug"],
        tokens: ids?.tokenIds,
        outcomes: body["outcomes"],
        tick: "0.01",
        fees: body["feesEnabled"],
        event: {
          id: body.events[0]?.["id"],
          ticker: body.events[0]?.["ticker"],
          slug: body.events[0]?.["slug"],
          title: body.events[0]?.["title"],
          description: body.events[0]?.["description"],
        },
        schedule: body.feeSchedule && {
          exponent: String(body.feeSchedule["exponent"]),
          rate: String(body.feeSchedule["rate"]),
          taker_only: true,
          rebate_rate: String(body.feeSchedule["rebateRate"]),
        },
      });
    }
    await metadata.stop();
  });

  test("stop once they are switched off, or the client disconnects", () => {
    const { open, pass } = makeVenue();
    const [off, gone, on] = [open(), open(), open()];
    for (const client of [off, gone, on]) client.subscribe([ETH], true);
    off.say({ operation: "subscribe", assets_ids: [], custom_feature_enabled: false });
    // A message without the flag changes nothing.
    on.say({ operation: "subscribe", assets_ids: [] });
    gone.end();
    pass(600);
    expect(of("new_market", on.take()).length).toBeGreaterThan(0);
    const plain = new Set(off.take().map(({ event_type }) => event_type));
    expect(plain.difference(new Set(["book", "price_change", "tick_size_change"])).size).toBe(0);
    on.end();
    off.end();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe("the markets since an instant", () => {
  test.each(["deployedSec", "closedSec"] as const)("are those with their %s in it", (time) => {
    const untilSec = NOW_MS / 1000;
    const afterSec = untilSec - 7_200;
    const found = marketsSince(venue, time, { afterSec, untilSec });
    const wanted = [...venue.tracks.values()].flatMap((track) => {
      const last = track.indexAt(untilSec + 4 * 86_400);
      return Array.from({ length: 2_500 }, (_, back) => listingAt(track, last - back))
        .filter((listing) => listing[time] > afterSec && listing[time] <= untilSec)
        .flatMap((listing) =>
          Array.from({ length: marketCount(listing) }, (_, marketIndex) => ({
            listing,
            marketIndex,
          }))
        );
    });
    const sorted = (markets: typeof found) => markets.map(marketNumber).sort((a, b) => a - b);
    expect(sorted(found)).toEqual(sorted(wanted));
    expect(found.length).toBeGreaterThan(100);
    const times = found.map(({ listing }) => listing[time]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
