/**
 * How the connection to the relay is, for those who wait for what it may bring.
 *
 * @module
 */
import type { ProviderOff } from "../../../core/port/mod.ts";

/** Follows the connection. Instants are of the machine's time, in milliseconds. */
export interface RelayStatus {
  /** There is none, and there are no credentials to make one with. */
  readonly off: (why: ProviderOff) => void;
  /** It is being made, for the first time or again. */
  readonly down: (nowMs: number) => void;
  /** It brings points. */
  readonly up: () => void;
  /** Why there cannot be one; undefined where there can. */
  readonly offBecause: () => ProviderOff | undefined;
  /** Whether it brings points. */
  readonly isUp: () => boolean;
  /** Whether there is none, but was or may be one soon. */
  readonly isComing: (nowMs: number) => boolean;
  /** Whether anybody has asked for one. */
  readonly isWanted: () => boolean;
}

/** A connection that does not come for so long is not waited for. */
export const COMING_MS_MAX = 15_000;

/** Nobody has asked for one yet. */
export function makeRelayStatus(): RelayStatus {
  let isWanted = false;
  let offBecause: ProviderOff | undefined;
  let downSinceMs: number | undefined;
  return {
    off: (why) => {
      [isWanted, offBecause, downSinceMs] = [true, why, undefined];
    },
    down: (nowMs) => {
      [isWanted, offBecause] = [true, undefined];
      downSinceMs ??= nowMs;
    },
    up: () => {
      [isWanted, offBecause, downSinceMs] = [true, undefined, undefined];
    },
    offBecause: () => offBecause,
    isUp: () => isWanted && offBecause === undefined && downSinceMs === undefined,
    isComing: (nowMs) => downSinceMs !== undefined && nowMs - downSinceMs <= COMING_MS_MAX,
    isWanted: () => isWanted,
  };
}
