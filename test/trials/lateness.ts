/**
 * How late timers were, and when that makes a verdict worthless.
 *
 * @module
 */

/** Of the timers of one process. */
export interface Lateness {
  /** The latest one, in milliseconds. */
  readonly worstMs: number;
  /** The sum of all delays by the time that passed. */
  readonly share: number;
}

/** Deadlines of the service are of seconds: a machine that takes one away decides them. */
const WORST_MS_MAX = 1_000;
/** A process that waits this part of its time for a processor is no measure of anything. */
const SHARE_MAX = 0.25;

/** One line for the runner. */
export function lateText(lateness: Lateness): string {
  return JSON.stringify(lateness);
}

/** Reads such a line; nothing where a trial ended before it measured. */
export function readLateness(text: string): Lateness | undefined {
  return text === "" ? undefined : JSON.parse(text) as Lateness;
}

/** Why the machine was too slow for a verdict; nothing if it was fast enough. */
export function whyTooSlow({ worstMs, share }: Lateness): string | undefined {
  if (worstMs > WORST_MS_MAX) return `a timer was ${Math.round(worstMs)} ms late`;
  if (share > SHARE_MAX) return `timers were late for ${Math.round(share * 100)} % of the time`;
  return undefined;
}
