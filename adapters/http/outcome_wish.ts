/**
 * Reads how much a caller wants to be told of how windows ended.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../core/request.ts";
import { readFlag } from "./price_request.ts";
import type { QueryValues } from "./query.ts";

/** `nothing`; our own `outcome`; or the venue's `resolution` beside it. */
export type OutcomeWish = "nothing" | "outcome" | "resolution";

/** Reads `includeOutcomeMeta` and `includeResolution`, which goes with the other alone. */
export function readOutcomeWish(query: QueryValues): Result.Result<OutcomeWish, RequestRejected> {
  return Result.gen(function* () {
    const withOutcome = yield* readFlag(query["includeOutcomeMeta"], "includeOutcomeMeta");
    const withResolution = yield* readFlag(query["includeResolution"], "includeResolution");
    if (withResolution && !withOutcome) {
      const hint = "Send includeOutcomeMeta=true with it: a resolution stands beside the outcome";
      const parameter = "includeResolution";
      return yield* Result.fail(new RequestRejected({ parameter, received: "true", hint }));
    }
    return withResolution ? "resolution" : withOutcome ? "outcome" : "nothing";
  });
}
