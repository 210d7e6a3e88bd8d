/**
 * Port: how often API keys are used, by minute. Minutes begin at unix seconds of the service's
 * clock.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { StoreFailed } from "./store_failure.ts";

/** The requests of a key in one minute. Those over its limit are `refused`, and counted in both. */
export interface KeyMinute {
  readonly keyId: string;
  readonly minuteSec: number;
  readonly requests: number;
  readonly refused: number;
}

/** Stores the use of keys. */
export class KeyUsageStore extends Context.Service<KeyUsageStore, {
  /** Adds to what is stored. A key's minute may be there several times. */
  readonly add: (minutes: ReadonlyArray<KeyMinute>) => Effect.Effect<void, StoreFailed>;

  /** Lists the minutes of an account's keys from an instant on, oldest first. */
  readonly ofAccount: (
    accountId: string,
    sinceSec: number,
  ) => Effect.Effect<ReadonlyArray<KeyMinute>, StoreFailed>;

  /** Drops the minutes before an instant. */
  readonly prune: (beforeSec: number) => Effect.Effect<void, StoreFailed>;
}>()("core/port/KeyUsageStore") {}
