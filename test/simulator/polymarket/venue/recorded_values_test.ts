import { expect, test } from "bun:test";
import fc from "fast-check";
import { makeRecordedPoints } from "../../../../app/simulator/polymarket/relay/recorded_points.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { ms } from "../../kit/support.ts";

const FROM_SEC = ms("2026-09-20T11:00:00Z") / 1_000;
const E18 = 10n ** 18n;
const world = makeWorld(1);

/** The price of Up in a window whose every second is recorded, at an instant. */
function upPrice(valueOf: (sec: number) => bigint): (atSec: number) => number {
  const recorded = makeRecordedPoints();
  const venue = makeVenueWorld(world, PROFILE_BY_NAME.polymarket, { recorded });
  const seconds = Array.from({ length: 301 }, (_, i) => FROM_SEC + i);
  recorded.put("btc", seconds.map((sec) => ({ sec, valueE18: valueOf(sec), delayMs: 1_500 })));
  const listing = venue.eventBySlug(`btc-updown-5m-${FROM_SEC}`, FROM_SEC)!;
  return (atSec) => venue.prices.fair(listing, 0, atSec);
}

test("recorded points move the price of an outcome in their second, and not before", () => {
  fc.assert(
    fc.property(fc.nat(298), fc.boolean(), (afterSec, isUp) => {
      // Flat until a second, and far from it from the next on.
      const step = isUp ? 500n * E18 : -500n * E18;
      const turnSec = FROM_SEC + afterSec + 1;
      const price = upPrice((sec) => 63_304n * E18 + (sec < turnSec ? 0n : step));
      expect(price(turnSec - 1)).toBe(0.5);
      expect(price(turnSec) > 0.9).toBe(isUp);
      expect(price(turnSec) < 0.1).toBe(!isUp);
    }),
    { numRuns: 60 },
  );
});
