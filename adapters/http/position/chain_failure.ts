/**
 * Maps the failures of claims, splits and merges to refusals: status, message and hint.
 *
 * @module
 */
import { Cause, Effect } from "effect";
import type { StoreFailed } from "../../../core/port/store_failure.ts";
import { toIsoSeconds, UnixSec } from "../../../core/time/mod.ts";
import type { ChainFailure } from "../../../core/use_case/chain/mod.ts";
import { type Refusal, Refused } from "../edge/answer/refusal.ts";

type Rows = {
  readonly [Tag in ChainFailure["_tag"]]: (
    failure: Extract<ChainFailure, { readonly _tag: Tag }>,
  ) => Refusal;
};

/** How soon the same request may be sent again after {@linkcode storeLost}, in seconds. */
const LOST_SEC = 2;

/**
 * Fails as a request does whose store did not answer: it may be stored all the same, and then goes
 * on by itself. Under another key it would be done twice.
 */
export function storeLost(failure: StoreFailed): Effect.Effect<never, Refused> {
  return Effect.fail(
    new Refused({
      status: 503,
      error: failure.message,
      hint: "It may go on by itself: send the same request with the same Idempotency-Key to " +
        "learn what became of it",
      retryAfterSec: LOST_SEC,
      why: Cause.fail(failure),
    }),
  );
}

/** The rows of the failure table that concern them. Nothing was sent after any of these. */
export const CHAIN_FAILURE_ROWS: Rows = {
  ConditionUnknown: ({ message }) => ({
    status: 404,
    error: message,
    hint: "Send a condition_id that GET /api/v1/positions lists, or none to claim everything",
  }),
  MarketUnresolved: ({ message, endsSec }) => ({
    status: 400,
    error: message,
    hint: endsSec === undefined
      ? "Try again once the venue has resolved it: GET /api/v1/positions then says claimable"
      : `It ends at ${toIsoSeconds(UnixSec(endsSec))}; try again once the venue has resolved it ` +
        "after that",
  }),
  MarketUnclear: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Nothing was signed. Try again shortly; claim it on the venue's own site if it stays so",
  }),
  NotEnoughHeld: ({ message, kind, held }) => ({
    status: 400,
    error: message,
    hint: held === "0"
      ? "Shares that were just bought count once the chain has settled them"
      : `Send at most ${held}${kind === "merge" ? ", or wait until the chain has the rest" : ""}`,
  }),
  ActionsWaiting: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Nothing was stored. Try again in 10 s; GET /api/v1/positions/claims lists what waits",
    retryAfterSec: 10,
  }),
  RoadOff: ({ message, setting }) => ({
    status: 503,
    error: message,
    hint: `The operator of this service turns it on with ${setting}`,
  }),
};
