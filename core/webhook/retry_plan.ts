/**
 * When a message that could not be delivered is tried again.
 *
 * @module
 */
import { Option } from "effect";

const SEC = 1_000;
const MIN = 60 * SEC;
const HOUR = 60 * MIN;

/** The waits after the first attempts, in milliseconds; the last one repeats. */
const WAITS_MS = [
  5 * SEC,
  30 * SEC,
  2 * MIN,
  10 * MIN,
  30 * MIN,
  HOUR,
  2 * HOUR,
  4 * HOUR,
] as const;

/** A message is tried for a day, and never fewer times than once. */
const RETRY_MS = 24 * HOUR;

/** A wait is longer by up to this share, so that messages that failed together spread. */
const JITTER = 0.2;

/** The longest wait that a receiver can ask for. */
const RETRY_AFTER_MS_MAX = 4 * HOUR;

/** No message waits longer than this for its next attempt. */
export const WAIT_MS_MAX = 5 * HOUR;

/** An attempt that failed. Instants are unix milliseconds of the machine's time. */
export interface FailedAttempt {
  readonly createdMs: number;
  readonly atMs: number;
  /** The attempts so far, with this one. */
  readonly attempts: number;
  /** What the receiver asked for. */
  readonly retryAfterSec: Option.Option<number>;
  /** A random number from 0 to 1. */
  readonly chance: number;
}

/** Returns when to try again; none once the day is over. */
export function nextAttemptMs(
  { createdMs, atMs, attempts, retryAfterSec, chance }: FailedAttempt,
): Option.Option<number> {
  const endMs = createdMs + RETRY_MS;
  if (atMs >= endMs) return Option.none();
  const planMs = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? WAITS_MS[0];
  const askedMs = Math.min(
    Option.getOrElse(retryAfterSec, () => 0) * SEC,
    RETRY_AFTER_MS_MAX,
  );
  const waitMs = Math.max(planMs * (1 + JITTER * chance), askedMs);
  return Option.some(Math.min(Math.ceil(atMs + waitMs), endMs));
}
