/** A simulated secondary venue for its tests, on a clock that stands still. @module */
import type { Season } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { makeHyperliquidSimulator } from "../../../app/simulator/hyperliquid/hyperliquid_simulator.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { parseDescription } from "../../../core/venue2/mod.ts";
import { EMPTY_SEASON } from "../season/empty_season.ts";
import { control, makeStillClock, ms } from "../kit/support.ts";

/** An outcome or a question, with the fields that tests read. */
export interface Row {
  readonly outcome: number;
  readonly name: string;
  readonly description: string;
}

/** The answer of `outcomeMeta`. */
export interface Listing {
  readonly outcomes: ReadonlyArray<Row>;
  readonly questions: ReadonlyArray<Row>;
}

/** Starts one of seed 1 at an instant. */
export function startVenue2(iso: string, season: Season = EMPTY_SEASON) {
  const clock = makeStillClock(ms(iso));
  const provider = makeHyperliquidSimulator({ season, world: makeWorld(1), clock });
  const venue = listen(provider, { seed: 1, clock });
  const ask = async <T>(type: string): Promise<T> => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ type });
    const response = await fetch(`${venue.url}/info`, { method: "POST", headers, body });
    return await response.json() as T;
  };
  return {
    url: venue.url,
    stop: venue.stop,
    clock,
    list: () => ask<Listing>("outcomeMeta"),
    mids: () => ask<Readonly<Record<string, string>>>("allMids"),
    putListing: (body: unknown) => control(`${venue.url}/__listing`, "PUT", body),
    /** Returns the page on which a market is traded. */
    page: async (slug: string) => {
      const response = await fetch(`${venue.url}/trade/${slug}`);
      return { status: response.status, text: await response.text() };
    },
  };
}

/** A listening venue. */
export type Venue2 = ReturnType<typeof startVenue2>;

/** Returns the recurring market of an asset, with its facts. */
export function binaryOf({ outcomes }: Listing, underlying: string) {
  const found = outcomes.map((row) => ({ ...row, facts: parseDescription(row.description) }))
    .find(({ facts }) =>
      facts.get("class") === "priceBinary" && facts.get("underlying") === underlying
    );
  if (found === undefined) throw new Error(`No ${underlying} is listed`);
  return found;
}
