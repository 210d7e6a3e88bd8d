/**
 * The simulated secondary venue: `POST /info`, as far as its list of markets is asked for.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { type Answer } from "../answer.ts";
import { type SandboxClock } from "../clock.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../simulator.ts";
import {
  failureOfStatus,
  NO_JSON,
  NO_JSON_TYPE,
  NO_POST,
  UNKNOWN_PATH,
  UNKNOWN_TYPE,
  WEIGHT_USED_UP,
} from "./failure.ts";
import { makeListingControl, type PutListing } from "./listing_control.ts";
import { makeWeightMeter } from "./weight.ts";
import { type Venue2World, worldListing } from "./world_listing.ts";

/** One type of question: its weight, and what is answered to it. */
interface InfoCall {
  readonly weight: number;
  readonly answer: () => unknown;
}

/** Makes the simulator. */
export function makeVenue2Simulator(
  { clock, ...parts }: Venue2World & { readonly clock: SandboxClock },
): SimulatedProvider {
  const meter = makeWeightMeter();
  let put: PutListing | undefined;
  const nowSec = () => UnixSec(Math.floor(clock.nowMs() / 1000));
  const calls: ReadonlyMap<unknown, InfoCall> = new Map([
    ["outcomeMeta", { weight: 20, answer: () => put ?? worldListing(parts, nowSec()) }],
  ]);
  return {
    name: "venue2",
    controls: new Map([["PUT /__listing", makeListingControl((listing) => void (put = listing))]]),
    failure: failureOfStatus,
    answer(request): Answer {
      const refusal = refusalOf(request);
      if (refusal !== undefined) return refusal;
      const call = calls.get(typeOf(request.body));
      if (call === undefined) return isJson(request.body) ? UNKNOWN_TYPE : NO_JSON;
      const isFree = meter.charge(request.client, call.weight, clock.nowMs());
      return isFree ? { status: 200, body: call.answer() } : WEIGHT_USED_UP;
    },
  };
}

function refusalOf({ method, path, headers }: SimulatorRequest): Answer | undefined {
  if (path !== "/info") return UNKNOWN_PATH;
  if (method !== "POST") return NO_POST;
  const type = headers.get("content-type") ?? "";
  return /^application\/json\s*(;|$)/i.test(type) ? undefined : NO_JSON_TYPE;
}

function typeOf(body: string): unknown {
  if (!isJson(body)) return undefined;
  const value: unknown = JSON.parse(body);
  return typeof value === "object" && value !== null ? Reflect.get(value, "type") : undefined;
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
