/**
 * The simulated data service of the primary venue: resolutions, and an index of what wallets have
 * and did, which is behind the chain.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { readFields, readNumber } from "../../kit/control_body.ts";
import { makeSlidingWindow } from "../../kit/rate_limit.ts";
import { type Control, type SimulatorRequest } from "../../kit/simulator.ts";
import { type ChainLog } from "../chain/chain_log.ts";
import { type Catalog } from "../gamma/catalog.ts";
import { makeEdgeCache } from "../site/edge_cache.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { answerActivity, answerTrades } from "./activity.ts";
import { failureOfStatus } from "./failure.ts";
import { factsOf } from "./market_facts.ts";
import { answerPositions } from "./positions.ts";
import { type ResolutionOverrides } from "./resolution_overrides.ts";
import { answerResolutions } from "./resolutions.ts";

/** The data service. */
export interface DataService {
  answer(request: SimulatorRequest): Answer;
  /** Sets how far behind the index is: `seconds`. */
  readonly lagControl: Control;
}

/** What it works with. */
export interface DataServiceParts {
  readonly venue: VenueWorld;
  readonly overrides: ResolutionOverrides;
  readonly chain: ChainLog;
  readonly clock: SandboxClock;
  /** Opens the catalog at an instant, in unix milliseconds. */
  readonly openCatalog: (nowMs: number) => Catalog;
}

/** Observed: one to three minutes. */
const LAG_SEC = 90;
const LAG_SEC_MAX = 86_400;
/** Observed limits of one caller, and how long the edge keeps an answer. */
const PACE_MS = 10_000;
const LISTS: ReadonlyMap<string, { readonly calls: number; readonly cachedMs: number }> = new Map([
  ["/v2/positions", { calls: 200, cachedMs: 5_000 }],
  ["/v2/activity", { calls: 400, cachedMs: 15_000 }],
  ["/v2/trades", { calls: 200, cachedMs: 300_000 }],
]);

/** Makes the service. */
export function makeDataService(
  { venue, overrides, chain, clock, openCatalog }: DataServiceParts,
): DataService {
  let lagSec = LAG_SEC;
  const answered = ({ method, path, query }: SimulatorRequest): Answer => {
    const atMs = clock.nowMs() - lagSec * 1_000;
    const nowSec = Math.floor(atMs / 1_000);
    const records = (user: string) => chain.recordsUntil(user, atMs);
    switch (`${method} ${path}`) {
      case "GET /v2/resolutions":
        return answerResolutions({ venue, overrides, clock }, query);
      case "GET /v2/status":
        return { status: 200, body: { serving: { lag_seconds: lagSec } } };
      case "GET /v2/positions": {
        const catalog = openCatalog(atMs);
        return answerPositions({
          holdings: (user) => chain.holdingsAt(user, atMs),
          facts: (conditionId) => factsOf({ catalog, overrides }, conditionId),
        }, query);
      }
      case "GET /v2/activity":
        return answerActivity({ records, nowSec }, query);
      case "GET /v2/trades":
        return answerTrades({ records, nowSec }, query);
      default:
        return failureOfStatus(404);
    }
  };
  const listed = new Map([...LISTS].map(([path, { calls, cachedMs }]) => [path, {
    pace: makePace(calls, clock.speed),
    edge: makeEdgeCache<Answer>(cachedMs),
  }]));
  return {
    answer(request) {
      const list = listed.get(request.path);
      if (list === undefined) return answered(request);
      const nowMs = clock.nowMs();
      const waitMs = list.pace.take(request.client, nowMs);
      if (waitMs !== undefined) return failureOfStatus(429, Math.ceil(waitMs / 1_000));
      const cached = list.edge.get(request.target, nowMs);
      if (cached !== undefined) return cached;
      const answer = answered(request);
      if (answer.status === 200) list.edge.put(request.target, answer, nowMs);
      return answer;
    },
    lagControl: (body) =>
      Result.gen(function* () {
        const fields = yield* readFields(body, ["seconds"]);
        lagSec = yield* readNumber(fields, "seconds", { min: 0, max: LAG_SEC_MAX });
      }),
  };
}

/** On a fast clock as many calls more are allowed, because callers pause no longer there. */
function makePace(calls: number, speed: number) {
  const faster = Math.max(1, speed);
  return makeSlidingWindow(Math.floor(calls * faster), PACE_MS * faster);
}
