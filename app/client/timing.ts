/**
 * When the client tries again, and when it gives a connection up.
 *
 * @module
 */

/** Durations in milliseconds of the machine's time. */
export interface Timing {
  /** Before the first new attempt after a connection broke. It doubles with every other one. */
  readonly firstRetryMs: number;
  /** No attempt waits longer. */
  readonly retryMsMax: number;
  /** A connection must be open and have been greeted after so long. */
  readonly connectTimeoutMs: number;
  /** How often the service is asked for a sign of life. */
  readonly pingMs: number;
  /** A connection on which nothing came for so long, a ping's answer included, is replaced. */
  readonly silenceMs: number;
}

/** What a bot needs not think about. */
export const DEFAULT_TIMING: Timing = {
  firstRetryMs: 100,
  retryMsMax: 10_000,
  connectTimeoutMs: 10_000,
  pingMs: 15_000,
  silenceMs: 20_000,
};

/**
 * How long to wait before an attempt, of which `failed` went wrong in a row. `random` in [0, 1)
 * takes up to half of it away, so that bots which lost a service together do not return together.
 */
export function retryDelayMs(
  failed: number,
  { random, firstRetryMs, retryMsMax }: Timing & { readonly random: number },
): number {
  return Math.min(retryMsMax, firstRetryMs * 2 ** Math.min(failed, 30)) * (1 - random / 2);
}
