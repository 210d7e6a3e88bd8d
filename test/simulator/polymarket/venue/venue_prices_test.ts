import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { feeOf } from "../../../../app/simulator/polymarket/venue/fee_period.ts";
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { quoteOf } from "../../../../app/simulator/polymarket/venue/quote.ts";
import {
  makeVenueWorld,
  marketCount,
} from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { get, makeStillClock, ms, signed, start } from "../../kit/support.ts";

const NOW_MS = ms("2026-11-20T12:00:00Z");
const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
const tracks = [...venue.tracks.values()];

/** A listing of any track, and an instant somewhere around its life. */
const moment = fc.record({
  track: fc.constantFrom(...tracks),
  atSec: fc.integer({ min: ms("2024-02-01T00:00:00Z") / 1000, max: NOW_MS / 1000 }),
  part: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
}).map(({ track, atSec, part }) => {
  const listing = listingAt(track, track.indexAt(atSec));
  const { startSec, endSec } = listing;
  return { listing, nowSec: Math.floor(startSec + (endSec - startSec) * part) };
});

describe("prices of outcomes", () => {
  test("lie from 0 to 1, and those of a neg-risk event make 1 together", () => {
    fc.assert(fc.property(moment, ({ listing, nowSec }) => {
      const count = marketCount(listing);
      const prices = Array.from({ length: count }, (_, i) => venue.prices.fair(listing, i, nowSec));
      for (const price of prices) expect(price).toBeWithin(0, 1 + Number.EPSILON);
      if (count > 1) expect(prices.reduce((sum, each) => sum + each)).toBeCloseTo(1, 9);
    }));
  });

  test("are 0 or 1 once a listing is closed, for good, with one winner", () => {
    fc.assert(fc.property(moment, fc.nat(10 ** 8), ({ listing }, laterSec) => {
      const at = (i: number, nowSec: number) => venue.prices.fair(listing, i, nowSec);
      const settled = Array.from(
        { length: marketCount(listing) },
        (_, i) => at(i, listing.closedSec),
      );
      for (const [i, price] of settled.entries()) {
        expect([0, 1]).toContain(price);
        expect(at(i, listing.closedSec + laterSec)).toBe(price);
      }
      if (settled.length > 1) expect(settled.filter((price) => price === 1)).toHaveLength(1);
    }));
  });

  test("are 0.5 before a window opens, and end near what it resolves to", () => {
    let sure = 0;
    let ended = 0;
    for (const track of tracks.filter(({ subject }) => subject.kind === "up_down")) {
      for (let i = 0; i < 4; i++) {
        const listing = listingAt(track, track.indexAt(NOW_MS / 1000) - 1 - i * 7);
        expect(venue.prices.fair(listing, 0, listing.startSec - 1)).toBe(0.5);
        const result = venue.prices.fair(listing, 0, listing.endSec);
        const last = venue.prices.fair(listing, 0, listing.endSec - 1);
        expect([0, 1]).toContain(result);
        ended++;
        if (Math.abs(last - result) < 0.2) sure++;
      }
    }
    expect(sure / ended).toBeGreaterThan(0.85);
  });

  test("have a bid and an ask on the grid, one tick apart and around them", () => {
    fc.assert(fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0.01 as const, 0.001 as const),
      (fair, tick) => {
        const { bidTicks, askTicks, ticksPerUnit } = quoteOf(fair, tick);
        expect(askTicks - bidTicks).toBe(1);
        expect(bidTicks).toBeGreaterThan(0);
        expect(askTicks).toBeLessThan(ticksPerUnit);
        expect(Math.abs((bidTicks + 0.5) / ticksPerUnit - fair))
          .toBeLessThanOrEqual(1.5 / ticksPerUnit + 1e-12);
        expect(ticksPerUnit === 1000).toBe(tick === 0.001 || fair < 0.04 || fair > 0.96);
      },
    ));
  });
});

describe("what the venue resolves", () => {
  const clock = makeStillClock(NOW_MS);
  const metadata = start("venue-metadata", clock);
  const spot = start("exchange-spot", clock);
  const oracle = start("oracle", clock);
  afterAll(() => Promise.all([metadata.stop(), spot.stop(), oracle.stop()]));

  const winnerOf = async (slug: string) => {
    const { body } = await get<{ closed: boolean; outcomePrices: string }>(
      `${metadata.url}/markets/slug/${slug}`,
    );
    expect(body.closed).toBe(true);
    return body.outcomePrices === '["1", "0"]' ? "Up" : "Down";
  };

  test("by the exchange's hours match its candles", async () => {
    const startMs = NOW_MS - 12 * 3_600_000;
    const query = `symbol=ETHUSDT&interval=1h&startTime=${startMs}&limit=11`;
    const { body } = await get<ReadonlyArray<[number, string, string, string, string]>>(
      `${spot.url}/api/v3/klines?${query}`,
    );
    const winners = new Set<string>();
    for (const [openMs, open, , , close] of body) {
      const iso = new Date(openMs).toISOString();
      const slug = `eth-1h-${iso.slice(0, 10)}-${iso.slice(11, 13)}00`;
      const winner = await winnerOf(slug);
      expect([slug, winner]).toEqual([slug, Number(close) >= Number(open) ? "Up" : "Down"]);
      winners.add(winner);
    }
    expect(winners.size).toBe(2);
  });

  test("by the oracle's averages match its reports", async () => {
    const feed = "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f";
    const priceAt = async (sec: number) => {
      const target = `/api/v1/reports/page?feedID=${feed}&startTimestamp=${sec}&limit=1`;
      // Each question in another second: the rate limit is tested elsewhere.
      clock.set(clock.nowMs() + 1_000);
      const { body } = await get<{ reports: ReadonlyArray<{ fullReport: string }> }>(
        `${oracle.url}${target}`,
        signed(target, { nowMs: clock.nowMs() }),
      );
      const [report] = body.reports;
      return BigInt(`0x${report?.fullReport.slice(2 + 14 * 64, 2 + 15 * 64)}`);
    };
    const winners = new Set<string>();
    for (let i = 0; i < 10; i++) {
      const startSec = NOW_MS / 1000 - 3_600 * 3 + i * 300;
      const isUp = await priceAt(startSec + 300) >= await priceAt(startSec);
      const winner = await winnerOf(`btc-updown-5m-${startSec}`);
      expect(winner).toBe(isUp ? "Up" : "Down");
      winners.add(winner);
    }
    expect(winners.size).toBe(2);
  });
});

describe("fees", () => {
  // Dates and rates of the venue's announcements.
  test.each(
    [
      ["crypto", "15min", "2026-01-04", undefined],
      ["crypto", "15min", "2026-01-05", [0.25, 2, 0.2]],
      ["crypto", "5min", "2026-02-11", undefined],
      ["crypto", "5min", "2026-02-12", [0.25, 2, 0.2]],
      ["crypto", "1hour", "2026-03-05", undefined],
      ["crypto", "1hour", "2026-03-06", [0.25, 2, 0.2]],
      ["crypto", "daily", "2026-03-30", [0.072, 1, 0.2]],
      ["crypto", "5min", "2026-04-28", [0.07, 1, 0.2]],
      ["sports", undefined, "2026-02-17", undefined],
      ["sports", undefined, "2026-02-18", [0.0175, 1, 0.25]],
      ["sports", undefined, "2026-04-28", [0.03, 1, 0.25]],
      ["sports", undefined, "2026-07-10", [0.05, 1, 0.15]],
      ["politics", undefined, "2026-01-01", undefined],
      ["politics", undefined, "2026-05-01", [0.04, 1, 0.25]],
      ["weather", undefined, "2026-05-01", [0.05, 1, 0.25]],
      ["geopolitics", undefined, "2026-11-01", undefined],
    ] as const,
  )("of %s %s created on %s", (category, interval, day, expected) => {
    const subject = interval === undefined ? { category } : { category, interval };
    const fee = feeOf(subject, ms(`${day}T00:00:00Z`) / 1000);
    const found = fee === undefined ? undefined : [fee.rate, fee.exponent, fee.rebateRate];
    expect(found as unknown).toEqual(expected);
  });
});
