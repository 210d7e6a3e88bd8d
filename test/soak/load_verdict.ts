/**
 * What is wrong with the answers of a soak: too few of them, or others than were asked for.
 *
 * A service that answers nothing, or refuses everything, does not grow either.
 *
 * @module
 */
import type { Counts } from "./counts.ts";

/** What a load was to be, and how long it took. */
export interface LoadBounds {
  readonly ratePerSec: number;
  readonly tookMs: number;
  /** The least share of the asked rate. */
  readonly reachShare: number;
  /** Fewer of the answers than this share as they were expected are too few. */
  readonly expectedShare: number;
  /** Whether a load that was not reached is wrong: a short one may be all warm-up. */
  readonly isRateJudged: boolean;
}

/** A load that reaches less of the asked rate than this share is told to be smaller. */
const TOLD_SHARE = 0.9;
/** Of the requests and the streams: what has no answer at all. */
const ERRORS_SHARE_MAX = 0.05;

/** Returns a line if fewer requests were answered in a second than this share of those wanted. */
export function missedRate(
  requests: number,
  { ratePerSec, tookMs }: Pick<LoadBounds, "ratePerSec" | "tookMs">,
  share = TOLD_SHARE,
): string | undefined {
  const reached = requests * 1_000 / Math.max(1, tookMs);
  if (reached >= ratePerSec * share) return undefined;
  return `${reached.toFixed(1)} requests a second were answered, and ${ratePerSec} were asked for`;
}

/** Returns what is wrong with a load, one line each. */
export function wrongInLoad(counts: Counts, bounds: LoadBounds): ReadonlyArray<string> {
  const { requests, expected, errors, streams } = counts;
  if (requests === 0) return ["no request was answered"];
  const { reachShare, isRateJudged } = bounds;
  const missed = isRateJudged ? missedRate(requests, bounds, reachShare) : undefined;
  const isUnexpected = expected < requests * bounds.expectedShare;
  const isErring = errors > (requests + streams + errors) * ERRORS_SHARE_MAX;
  return [
    ...(missed === undefined ? [] : [missed]),
    ...(isUnexpected ? [`${expected} of ${requests} requests were answered as expected`] : []),
    ...(isErring
      ? [`${errors} errors beside ${requests} answered requests and ${streams} streams`]
      : []),
  ];
}
