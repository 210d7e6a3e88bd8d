/**
 * Reads how much detail a caller wants about the outcomes of windows.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";
import { readFlag } from "./price_request.ts";
import type { QueryValues } from "../edge/query.ts";

/** `nothing`; the service's own `outcome`; or the venue's `resolution` beside it. */
export type OutcomeDetail = "nothing" | "outcome" | "resolution";

/** Reads `includeOutcomeMeta` and `includeResolution`; the latter requires the former. */
export function readOutcomeDetail(
  query: QueryValues,
): Result.Result<OutcomeDetail, RequestRejected> {
  return Result.gen(function* () {
    const withOutcome = yield* readFlag(query["includeOutcomeMeta"], "includeOutcomeMeta");
    const withResolution = yield* readFlag(query["includeResolution"], "includeResolution");
    if (withResolution && !withOutcome) {
      const hint = "Also send includeOutcomeMeta=true";
      const parameter = "includeResolution";
      return yield* Result.fail(new RequestRejected({ parameter, received: "true", hint }));
    }
    return withResolution ? "resolution" : withOutcome ? "outcome" : "nothing";
  });
}
