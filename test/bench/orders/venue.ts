/**
 * The simulated providers, each in a process of its own, every call of the venue held up.
 *
 * @module
 */
import { Option } from "effect";
import { addressOf } from "../../../adapters/polymarket/signing_key.ts";
import type { DemoIdentity } from "../../../app/sandbox/demo_identity.ts";
import type { LoggedRequest } from "../../../app/sandbox/request_log.ts";
import { SIMULATOR_NAMES, type SimulatorName } from "../../../app/sandbox/start_simulator.ts";
import { type ServerProcess, startServer } from "../child.ts";
import type { BenchMarket } from "./trader_order.ts";

/** How long the venue takes for any call, beside its own work. */
export const DELAY_MS = 20;
/** A book of so many levels on either side, each a cent from the next. */
const LEVELS = 20;
/** Enough of everything for as long as a benchmark takes. */
const PLENTY = "100000000";

/** The venue's two services. */
const VENUE_NAMES = ["venue-metadata", "venue-orders"] as const;

/** The providers as they run. */
export interface Venue {
  readonly urlOf: (name: SimulatorName) => string;
  /** From now on every call takes {@linkcode DELAY_MS} longer. */
  readonly holdUp: () => Promise<void>;
  /** What the venue was asked since the last time, by anybody. */
  readonly takeLog: () => Promise<ReadonlyArray<LoggedRequest>>;
  /** The market, with deep books and a wallet that has plenty of its shares. */
  readonly prepare: (slug: string, demo: DemoIdentity) => Promise<BenchMarket>;
  readonly stop: () => Promise<void>;
}

/** Starts all of them on free ports, in the world of a seed. */
export async function startVenue(seed: number): Promise<Venue> {
  const servers = new Map<SimulatorName, ServerProcess>();
  const stop = async () => {
    for (const server of servers.values()) await server.stop();
  };
  try {
    for (const name of SIMULATOR_NAMES) {
      const args = [name, "--seed", String(seed)];
      servers.set(name, await startServer("app/sandbox/simulate.ts", { args }));
    }
  } catch (cause) {
    await stop();
    throw cause;
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
    prepare: async (slug, { signingKey }) => {
      const market = await ask<{ outcomes: string; clobTokenIds: string }>(
        `${urlOf("venue-metadata")}/markets/slug/${slug}`,
        "GET",
      );
      const [outcome = ""] = JSON.parse(market.outcomes) as ReadonlyArray<string>;
      const [tokenId = ""] = JSON.parse(market.clobTokenIds) as ReadonlyArray<string>;
      const steps = Array.from({ length: LEVELS }, (_, step) => step);
      await ask(`${urlOf("venue-orders")}/__book`, "PUT", {
        token_id: tokenId,
        bids: steps.map((step) => [`0.${49 - step}`, PLENTY]).toReversed(),
        asks: steps.map((step) => [`0.${51 + step}`, PLENTY]).toReversed(),
      });
      await ask(`${urlOf("venue-orders")}/__account`, "PUT", {
        address: Option.getOrThrow(addressOf(signingKey)),
        balance: PLENTY,
        allowances: true,
        shares: { [tokenId]: PLENTY },
      });
      return { slug, outcome, tokenId };
    },
    stop,
  };
}

async function ask<T>(url: string, method: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...init });
  if (!response.ok) throw new Error(`Cannot ${method} ${url}: ${await response.text()}`);
  return await response.json() as T;
}
