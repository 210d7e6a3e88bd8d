/**
 * A simulated secondary venue for the tests of it, on a clock that stands still.
 *
 * @module
 */
import type { Season } from "../../app/sandbox/season/season.ts";
import { listen } from "../../app/sandbox/simulator.ts";
import { makeVenue2Simulator } from "../../app/sandbox/venue2/venue2_simulator.ts";
import { makeWorld } from "../../app/sandbox/world/world.ts";
import { parseDescription } from "../../core/venue2/mod.ts";
import { EMPTY_SEASON } from "./empty_season.ts";
import { openStream } from "./stream_client.ts";
import { control, makeStillClock, ms } from "./support.ts";

/** An outcome or a question, as far as tests look. */
export interface Row {
  readonly outcome: number;
  readonly question: number;
  readonly name: string;
  readonly description: string;
  readonly sideSpecs: ReadonlyArray<{ readonly name: string }>;
  readonly fallbackOutcome: number;
  readonly namedOutcomes: ReadonlyArray<number>;
}

/** What the venue says to whoever connects. Source: its own client, which passes it over. */
const GREETING = "Websocket connection established.";

/** What `outcomeMeta` answers. */
export interface Listing {
  readonly outcomes: ReadonlyArray<Row>;
  readonly questions: ReadonlyArray<Row>;
}

/** What `settledOutcome` answers. */
export interface Settled {
  readonly spec: Row;
  readonly settleFraction: string;
  readonly details: string;
}

/** Starts one at an instant, of seed 1 unless it says another. */
export function startVenue2(
  iso: string,
  { season = EMPTY_SEASON, seed = 1 }: { readonly season?: Season; readonly seed?: number } = {},
) {
  const clock = makeStillClock(ms(iso));
  const provider = makeVenue2Simulator({ season, world: makeWorld(seed), clock });
  const venue = listen(provider, { seed: 1, clock });
  /** Sends a body as it is. */
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
    /** The status of a control call, and what it says. */
    put: (what: "listing" | "mids" | "settled", body: unknown) =>
      control(`${venue.url}/__${what}`, "PUT", body),
    socket: () => openStream(`${venue.url}/ws`, { greeting: GREETING }),
  };
}

/** A venue that listens. */
export type Venue2 = ReturnType<typeof startVenue2>;

/** The recurring markets of two outcomes, with their facts. */
export function binariesOf({ outcomes }: Listing) {
  return outcomes.map((row) => ({ ...row, facts: parseDescription(row.description) }))
    .filter(({ facts }) => facts.get("class") === "priceBinary");
}

/** The one of an asset. */
export function binaryOf(listing: Listing, underlying: string) {
  const found = binariesOf(listing).find(({ facts }) => facts.get("underlying") === underlying);
  if (found === undefined) throw new Error(`No ${underlying} is listed`);
  return found;
}
