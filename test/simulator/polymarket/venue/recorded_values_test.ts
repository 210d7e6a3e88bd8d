import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeRecordedPoints } from "../../../../app/simulator/polymarket/relay/recorded_points.ts";
import { listingAt } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { get, ms } from "../../kit/support.ts";
import { startSiteWorld } from "../site/site_world.ts";

const NOW_MS = ms("2026-09-20T13:00:00Z");
const FROM_SEC = ms("2026-09-20T11:00:00Z") / 1_000;
const E18 = 10n ** 18n;

const site = startSiteWorld(NOW_MS);
afterAll(() => site.stop());

/** Every second of twelve windows and both their ends, but for those that are missing. */
function points(missing: ReadonlySet<number>, valueOf: (sec: number) => bigint) {
  return Array.from({ length: 12 * 300 + 1 }, (_, i) => FROM_SEC + i)
    .filter((sec) => !missing.has(sec))
    .map((sec) => ({ sec, valueE18: valueOf(sec), delayMs: 1_500 }));
}

const windowAt = (startSec: number) =>
  ({ asset: "btc", interval: "5min", startSec, endSec: startSec + 300 }) as const;

describe("recorded points", () => {
  // One start is missing, and so is the second before it; and so is the end of the last window.
  const lost = FROM_SEC + 900;
  const missing = new Set([lost - 1, lost, FROM_SEC + 2_100]);
  const valueOf = (sec: number) => 63_304n * E18 + BigInt(sec % 977) * (E18 / 1_000n) + 195_075n;

  test("match site and metadata, and missing seconds are missing there", async () => {
    site.recorded.put("btc", points(missing, valueOf));
    const published = (sec: number) => missing.has(sec) ? null : Number(`${valueOf(sec)}e-18`);
    let complete = 0;
    for (let i = 0; i < 12; i++) {
      const window = windowAt(FROM_SEC + 300 * i);
      const [opening, closing] = [published(window.startSec), published(window.endSec)];
      expect(await site.prices(window))
        .toMatchObject({ openPrice: opening, closePrice: closing });
      const metadata = await site.eventMetadata(window);
      if (metadata === undefined) continue;
      expect(metadata).toEqual({
        ...(opening === null ? {} : { priceToBeat: opening }),
        ...(closing === null ? {} : { finalPrice: closing }),
      });
      complete++;
    }
    // The world's own gaps stay, and are few.
    expect(complete).toBeGreaterThan(9);
  });

  test("decide the outcome, with the previous point for a missing second", async () => {
    site.recorded.put("btc", points(missing, valueOf));
    const settled = (sec: number): bigint => missing.has(sec) ? settled(sec - 1) : valueOf(sec);
    for (let i = 0; i < 12; i++) {
      const startSec = FROM_SEC + 300 * i;
      const { body } = await get<{ markets: ReadonlyArray<Readonly<Record<string, string>>> }>(
        `${site.metadata.url}/events/slug/btc-updown-5m-${startSec}`,
      );
      const isUp = settled(startSec + 300) >= settled(startSec);
      const [market] = body.markets;
      expect(JSON.parse(market?.["outcomePrices"] ?? "")).toEqual(isUp ? ["1", "0"] : ["0", "1"]);
      const { body: resolved } = await get(
        `${site.site.url}/v2/resolutions?condition=${market?.["conditionId"]}`,
      );
      expect(resolved).toMatchObject({
        data: [{ status: "resolved", payouts: isUp ? [1_000_000, 0] : [0, 1_000_000] }],
      });
    }
  });

  test("that end as they began are a tie, which goes Up", () => {
    const recorded = makeRecordedPoints();
    const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.polymarket, { recorded });
    recorded.put("btc", points(new Set(), () => 63_304n * E18));
    const track = [...venue.tracks.values()].find(({ subject }) =>
      subject.kind === "up_down" && subject.asset === "btc" && subject.interval === "5min"
    )!;
    const listing = listingAt(track, track.indexAt(FROM_SEC));
    expect(venue.prices.fair(listing, 0, listing.endSec)).toBe(1);
  });

  test("move the price of an outcome as they come, and none is visible before its second", () => {
    const world = makeWorld(1);
    fc.assert(
      fc.property(fc.nat(298), fc.boolean(), (afterSec, isUp) => {
        const recorded = makeRecordedPoints();
        const venue = makeVenueWorld(world, PROFILE_BY_NAME.polymarket, { recorded });
        // Flat until a second, and far from it from the next on.
        const step = isUp ? 500n * E18 : -500n * E18;
        const turnSec = FROM_SEC + afterSec + 1;
        recorded.put(
          "btc",
          points(new Set(), (sec) => 63_304n * E18 + (sec < turnSec ? 0n : step)),
        );
        const track = [...venue.tracks.values()].find(({ subject }) =>
          subject.kind === "up_down" && subject.asset === "btc" && subject.interval === "5min"
        )!;
        const listing = listingAt(track, track.indexAt(FROM_SEC));
        expect(venue.prices.fair(listing, 0, turnSec - 1)).toBe(0.5);
        const after = venue.prices.fair(listing, 0, turnSec);
        expect(after > 0.9).toBe(isUp);
        expect(after < 0.1).toBe(!isUp);
      }),
      { numRuns: 60 },
    );
  });

  test("leave other assets, other times and the exchange's windows unchanged", () => {
    const world = makeWorld(1);
    const recorded = makeRecordedPoints();
    const plain = makeVenueWorld(world, PROFILE_BY_NAME.polymarket).values;
    const covered = makeVenueWorld(world, PROFILE_BY_NAME.polymarket, { recorded }).values;
    recorded.put("btc", points(missing, valueOf));
    const inside = windowAt(FROM_SEC);
    const others = [
      { ...inside, asset: "eth" },
      windowAt(FROM_SEC - 600),
      windowAt(FROM_SEC + 4_200),
      { ...inside, interval: "1hour", endSec: inside.startSec + 3_600 },
    ] as const;
    for (const window of others) {
      expect(covered.published(window)).toEqual(plain.published(window));
      expect(covered.opening(window)).toBe(plain.opening(window));
      expect(covered.closing(window)).toBe(plain.closing(window));
    }
    expect(covered.published(inside)).not.toEqual(plain.published(inside));
    expect(covered.aside(inside, "spot")).toEqual(plain.aside(inside, "spot"));
    // Before averages decided, what is recorded is one of them all the same.
    expect(covered.aside(inside, "twap_60")).toEqual(covered.published(inside));
  });
});
