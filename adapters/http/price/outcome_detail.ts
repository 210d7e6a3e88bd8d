/**
 * Reads how much detail a caller wants about the outcomes of windows.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../../../core/request.ts";

/** `nothing`; the service's own `outcome`; or the venue's `resolution` beside it. */
export type OutcomeDetail = "nothing" | "outcome" | "resolution";

/** Joins `includeOutcomeMeta` and `includeResolution`; the latter requires the former. */
export function readOutcomeDetail(
  { includeOutcomeMeta = false, includeResolution = false }: {
    readonly includeOutcomeMeta?: boolean;
    readonly includeResolution?: boolean;
  },
): Result.Result<OutcomeDetail, RequestRejected> {
  if (includeResolution && !includeOutcomeMeta) {
    const hint = "Also send includeOutcomeMeta=true";
    const parameter = "includeResolution";
    return Result.fail(new RequestRejected({ parameter, received: "true", hint }));
  }
  return Result.succeed(
    includeResolution ? "resolution" : includeOutcomeMeta ? "outcome" : "nothing",
  );
}
