/** The site on a clock that stands still, and the questions that the tests ask it. @module */
import { makeRecordedPoints } from "../../../../app/simulator/polymarket/relay/recorded_points.ts";
import { listen } from "../../../../app/simulator/kit/simulator.ts";
import { makeSiteSimulator } from "../../../../app/simulator/polymarket/site/site_simulator.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { makeStillClock } from "../../kit/support.ts";

/** `2026-11-20T12:00:00Z`. */
function isoSecond(sec: number): string {
  return `${new Date(sec * 1_000).toISOString().slice(0, 19)}Z`;
}

/** The path that asks for both prices of five minutes of bitcoin, by the average that settles. */
export function pricePath(
  startSec: number,
  changed: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams();
  const parameters = {
    symbol: "BTC",
    eventStartTime: isoSecond(startSec),
    endDate: isoSecond(startSec + 300),
    variant: "fiveminute",
    twapEnabled: "true",
    twapLookbackSeconds: "60",
    ...changed,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value);
  }
  return `/api/crypto/crypto-price?${query}`;
}

/** Starts it. A `speed` beyond that of tests of the pace keeps the pace out of the way. */
export function startSiteWorld(startMs: number, { speed = 1_000_000 } = {}) {
  const clock = { ...makeStillClock(startMs), speed };
  const world = makeWorld(1);
  const profile = PROFILE_BY_NAME.polymarket;
  const recorded = makeRecordedPoints();
  const { url, stop } = listen(makeSiteSimulator({ world, clock, profile, recorded }), {
    seed: 1,
    clock,
  });
  return { clock, recorded, venue: makeVenueWorld(world, profile, { recorded }), url, stop };
}
