/**
 * The client's retry delays and timeouts.
 *
 * @module
 */

/** Retry delays and timeouts, in milliseconds of the machine's clock. */
export interface Timing {
  /** The delay before the first attempt to reconnect. It doubles with every further attempt. */
  readonly firstRetryMs: number;
  /** The longest delay before an attempt. */
  readonly retryMsMax: number;
  /** The time within which a connection must open and receive its first frame. */
  readonly connectTimeoutMs: number;
  /** The interval between pings. */
  readonly pingMs: number;
  /** A connection that receives nothing for so long, not even a pong, is replaced. */
  readonly silenceMs: number;
  /** How often a wait for an order asks over HTTP while its stream is interrupted. */
  readonly askMs: number;
}

/** The default timing. */
export const DEFAULT_TIMING: Timing = {
  firstRetryMs: 100,
  retryMsMax: 10_000,
  connectTimeoutMs: 10_000,
  pingMs: 15_000,
  silenceMs: 20_000,
  askMs: 3_000,
};

/** The machine's monotonic clock, in milliseconds. */
export const clockMs = (): number => performance.now();

/**
 * Returns the delay in milliseconds before the next attempt, after `failed` failures in a row.
 * `random` in [0, 1) removes up to half of it, so that bots that lost the service together do not
 * all reconnect at the same time.
 */
export function retryDelayMs(
  failed: number,
  { firstRetryMs, retryMsMax }: Pick<Timing, "firstRetryMs" | "retryMsMax">,
  random: number,
): number {
  return Math.min(retryMsMax, firstRetryMs * 2 ** Math.min(failed, 30)) * (1 - random / 2);
}
