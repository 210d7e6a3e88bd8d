/**
 * Reads how much detail a caller wants about the outcomes of windows.
 *
 * @module
 */
import { Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";
import { refuse } from "../wire/kind.ts";

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
    return refuse({ name: "includeResolution" }, true, "Also send includeOutcomeMeta=true");
  }
  return Result.succeed(
    includeResolution ? "resolution" : includeOutcomeMeta ? "outcome" : "nothing",
  );
}
