/**
 * The simulated providers, each in a separate process, with a delay added to every call of the
 * venue.
 *
 * @module
 */
import { Option } from "effect";
import { addressOf } from "../../../adapters/polymarket/clob/signing_key.ts";
import type { DemoIdentity } from "../../../app/sandbox/demo_identity.ts";
import type { LoggedRequest } from "../../../app/simulator/kit/request_log.ts";
import { SIMULATOR_NAMES, type SimulatorName } from "../../../app/simulator/start_simulator.ts";
import { type ServerProcess, startServer } from "../child.ts";
import type { BenchMarket } from "./trader_process.ts";

/** The delay added to every call of the venue. */
export const DELAY_MS = 20;
/** A book of this many levels on either side, each a cent from the next. */
const LEVELS = 20;
/** Enough of everything for the length of a benchmark. */
const PLENTY = "100000000";
/** Longer than any benchmark takes. */
const OPEN_MS_MIN = 3_600_000;

/** The venue's two services. */
const VENUE_NAMES = ["venue-metadata", "venue-orders"] as const;

/** The providers as they run. */
export interface Venue {
  readonly urlOf: (name: SimulatorName) => string;
  /** Makes every call {@linkcode DELAY_MS} slower from now on. */
  readonly holdUp: () => Promise<void>;
  /** Returns the requests of all clients to the venue since the last call. */
  readonly takeLog: () => Promise<ReadonlyArray<LoggedRequest>>;
  /** Returns plain markets with deep books, and a wallet with plenty of their shares. */
  readonly markets: (count: number, demo: DemoIdentity) => Promise<ReadonlyArray<BenchMarket>>;
  readonly stop: () => Promise<void>;
}

/** Starts all of them on free ports, in the world of a seed. */
export async function startVenue(seed: number): Promise<Venue> {
  const servers = new Map<SimulatorName, ServerProcess>();
  for (const name of SIMULATOR_NAMES) {
    const args = ["simulate", name, "--seed", String(seed)];
    servers.set(name, await startServer("app/strikeline.ts", { args }));
  }
  const urlOf = (name: SimulatorName) => servers.get(name)?.url ?? "";
  return {
    urlOf,
    holdUp: async () => {
      for (const name of VENUE_NAMES) {
        for (const match of ["GET /", "POST /"]) {
          const fault = { match, kind: "delay", delay_ms: DELAY_MS, times: 1e9 };
          await ask(`${urlOf(name)}/__faults`, "POST", fault);
        }
      }
    },
    takeLog: async () => {
      const requests: Array<LoggedRequest> = [];
      for (const name of VENUE_NAMES) {
        const url = `${urlOf(name)}/__log`;
        const log = await ask<{ requests: ReadonlyArray<LoggedRequest> }>(url, "GET");
        requests.push(...log.requests);
        await ask(url, "DELETE");
      }
      return requests;
    },
    markets: async (count, { signingKey }) => {
      const found: Array<BenchMarket> = [];
      const { events } = await ask<ListedEvents>(
        `${urlOf("venue-metadata")}/events/keyset?closed=false&limit=100`,
        "GET",
      );
      const clobUrl = urlOf("venue-orders");
      // Otherwise the limits of the lowest tier would be measured.
      await ask(`${clobUrl}/__mode`, "PUT", { tier: "elite" });
      for (const market of events.flatMap(({ markets }) => markets)) {
        if (found.length < count && await isPlain(clobUrl, market)) found.push(toMarket(market));
      }
      if (found.length < count) throw new Error(`Cannot find ${count} plain markets`);
      for (const { tokenId } of found) await ask(`${clobUrl}/__book`, "PUT", deepBook(tokenId));
      await ask(`${clobUrl}/__account`, "PUT", {
        address: Option.getOrThrow(addressOf(signingKey)),
        balance: PLENTY,
        allowances: true,
        shares: Object.fromEntries(found.map(({ tokenId }) => [tokenId, PLENTY])),
      });
      return found;
    },
    stop: async () => {
      for (const server of servers.values()) await server.stop();
    },
  };
}

/** A page of the venue's catalog. */
interface ListedEvents {
  readonly events: ReadonlyArray<{ readonly markets: ReadonlyArray<ListedMarket> }>;
}

/** A market as the venue's catalog lists it. */
interface ListedMarket {
  readonly slug: string;
  readonly version: string;
  readonly conditionId?: string;
  readonly endDate: string;
  /** JSON in text. */
  readonly outcomes: string;
  readonly clobTokenIds: string;
}

/** The terms by which the order book distinguishes a special market. */
interface MarketTerms {
  readonly mts?: number;
  readonly ao?: boolean;
  readonly nr?: boolean;
  readonly itode?: boolean;
  readonly sd?: number;
}

/** A market with ticks of a cent, open for long, whose orders the venue does not hold. */
async function isPlain(
  clobUrl: string,
  { version, conditionId, endDate }: ListedMarket,
): Promise<boolean> {
  const isLongOpen = Date.parse(endDate) >= Date.now() + OPEN_MS_MIN;
  // The reference is the venue's own client, which supports only the first protocol.
  if (version !== "v1" || conditionId === undefined || !isLongOpen) return false;
  const terms = await ask<MarketTerms>(`${clobUrl}/clob-markets/${conditionId}`, "GET");
  const { mts, ao, nr = false, itode = false, sd = 0 } = terms;
  return mts === 0.01 && ao === true && !nr && !itode && sd === 0;
}

function toMarket({ slug, outcomes, clobTokenIds }: ListedMarket): BenchMarket {
  const [outcome = ""] = JSON.parse(outcomes) as ReadonlyArray<string>;
  const [tokenId = ""] = JSON.parse(clobTokenIds) as ReadonlyArray<string>;
  return { slug, outcome, tokenId };
}

function deepBook(tokenId: string) {
  const steps = Array.from({ length: LEVELS }, (_, step) => step);
  return {
    token_id: tokenId,
    bids: steps.map((step) => [`0.${49 - step}`, PLENTY]).toReversed(),
    asks: steps.map((step) => [`0.${51 + step}`, PLENTY]).toReversed(),
  };
}

async function ask<T>(url: string, method: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...init });
  if (!response.ok) throw new Error(`Cannot ${method} ${url}: ${await response.text()}`);
  return await response.json() as T;
}
