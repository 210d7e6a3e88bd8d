/**
 * A wait that grows with every failure: some failures are free, then each doubles the wait up to a
 * bound.
 *
 * @module
 */
import { Option } from "effect";

/** The failures of one caller in a row. `lastMs` is the last one's instant, in milliseconds. */
export interface FailureCount {
  readonly failures: number;
  readonly lastMs: number;
}

/** How the wait grows. */
export interface WaitRule {
  /** So many failures cost no wait. */
  readonly freeFailures: number;
  /** The wait after the first failure that is not free. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Failures are forgotten after so long without another one. */
  readonly forgottenMs: number;
}

/**
 * Returns how long a caller still has to wait, in milliseconds; 0: it may try now. Less than twice
 * the rule's wait, whatever the clock shows.
 */
export function waitLeftMs(
  rule: WaitRule,
  count: Option.Option<FailureCount>,
  nowMs: number,
): number {
  if (Option.isNone(count)) return 0;
  const { failures, lastMs } = count.value;
  const waitMs = waitAfterMs(rule, failures);
  // A clock that was set back far makes nobody wait until it is where it was. One that is a little
  // behind another's, as a replica's may be, gives nobody a try more.
  if (lastMs - nowMs >= waitMs) return 0;
  return Math.max(0, waitMs - (nowMs - lastMs));
}

/** Returns the count with one failure more. */
export function withFailure(
  rule: WaitRule,
  count: Option.Option<FailureCount>,
  nowMs: number,
): FailureCount {
  const before = Option.filter(count, ({ lastMs }) => nowMs - lastMs < rule.forgottenMs);
  return {
    failures: Option.match(before, { onNone: () => 0, onSome: failuresOf }) + 1,
    lastMs: nowMs,
  };
}

/** Returns the count with one failure less: it was none. */
export function withoutFailure(count: FailureCount): Option.Option<FailureCount> {
  return count.failures > 1
    ? Option.some({ ...count, failures: count.failures - 1 })
    : Option.none();
}

function failuresOf({ failures }: FailureCount): number {
  return failures;
}

/** Returns the whole wait after so many failures in a row. */
function waitAfterMs({ freeFailures, firstWaitMs, longestWaitMs }: WaitRule, failures: number) {
  return failures <= freeFailures
    ? 0
    : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - freeFailures - 1));
}
