/**
 * A simulated secondary venue for its tests, on a clock that stands still.
 *
 * @module
 */
import type { Season } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { makeHyperliquidSimulator } from "../../../app/simulator/hyperliquid/hyperliquid_simulator.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { parseDescription } from "../../../core/venue2/mod.ts";
import { EMPTY_SEASON } from "../season/empty_season.ts";
import { openStream } from "../binance/stream_client.ts";
import { control, makeStillClock, ms } from "../kit/support.ts";

/** An outcome or a question, with the fields that tests read. */
export interface Row {
  readonly outcome: number;
  readonly question: number;
  readonly name: string;
  readonly description: string;
  readonly sideSpecs: ReadonlyArray<{ readonly name: string }>;
  readonly fallbackOutcome: number;
  readonly namedOutcomes: ReadonlyArray<number>;
}

/** The venue's greeting. Source: its own client, which skips it. */
const GREETING = "Websocket connection established.";

/** The answer of `outcomeMeta`. */
export interface Listing {
  readonly outcomes: ReadonlyArray<Row>;
  readonly questions: ReadonlyArray<Row>;
}

/** The answer of `settledOutcome`. */
export interface Settled {
  readonly spec: Row;
  readonly settleFraction: string;
  readonly details: string;
}

/** Starts one at an instant; default seed 1. */
export function startVenue2(
  iso: string,
  { season = EMPTY_SEASON, seed = 1 }: { readonly season?: Season; readonly seed?: number } = {},
) {
  const clock = makeStillClock(ms(iso));
  const provider = makeHyperliquidSimulator({ season, world: makeWorld(seed), clock });
  const venue = listen(provider, { seed: 1, clock });
  /** Sends a raw body. */
  const send = async (body: string, init: RequestInit = {}) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${venue.url}/info`, { method: "POST", headers, body, ...init });
    return { status: response.status, text: await response.text() };
  };
  const ask = async <T>(body: object): Promise<T> => {
    const { status, text } = await send(JSON.stringify(body));
    if (status !== 200) throw new Error(`${status} ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    url: venue.url,
    stop: venue.stop,
    clock,
    send,
    ask,
    at: (iso: string) => clock.set(ms(iso)),
    list: () => ask<Listing>({ type: "outcomeMeta" }),
    settled: (outcome: number) => ask<Settled | null>({ type: "settledOutcome", outcome }),
    mids: () => ask<Readonly<Record<string, string>>>({ type: "allMids" }),
    /** Returns the status and the answer of a control call. */
    put: (what: "listing" | "mids" | "settled", body: unknown) =>
      control(`${venue.url}/__${what}`, "PUT", body),
    socket: () => openStream(`${venue.url}/ws`, { greeting: GREETING }),
  };
}

/** A listening venue. */
export type Venue2 = ReturnType<typeof startVenue2>;

/** Returns the recurring markets of two outcomes, with their facts. */
export function binariesOf({ outcomes }: Listing) {
  return outcomes.map((row) => ({ ...row, facts: parseDescription(row.description) }))
    .filter(({ facts }) => facts.get("class") === "priceBinary");
}

/** Returns the one of an asset. */
export function binaryOf(listing: Listing, underlying: string) {
  const found = binariesOf(listing).find(({ facts }) => facts.get("underlying") === underlying);
  if (found === undefined) throw new Error(`No ${underlying} is listed`);
  return found;
}
