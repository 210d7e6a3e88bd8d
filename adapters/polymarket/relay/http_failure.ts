/**
 * The status of the relay's connection, for callers that wait for its data.
 *
 * @module
 */
import type { ProviderOff } from "../../../core/port/provider_failure.ts";

/** Tracks the connection. Instants are milliseconds of machine time. */
export interface RelayStatus {
  /** There is no connection, because credentials are missing. */
  readonly off: (why: ProviderOff) => void;
  /** The connection is being opened, for the first time or again. */
  readonly down: (nowMs: number) => void;
  /** The connection delivers points. */
  readonly up: () => void;
  /** Returns why there can be no connection; undefined if there can. */
  readonly offBecause: () => ProviderOff | undefined;
  /** Whether it delivers points. */
  readonly isUp: () => boolean;
  /** Whether it is down but was up recently or may be up soon. */
  readonly isComing: (nowMs: number) => boolean;
  /** Whether a connection was ever requested. */
  readonly isWanted: () => boolean;
}

/** How long a connection is waited for, in milliseconds. */
export const COMING_MS_MAX = 15_000;

/** Creates the status before any connection is requested. */
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
