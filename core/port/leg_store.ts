/**
 * Port: what other venues have published of their markets on windows.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { LegRecord } from "../leg/mod.ts";
import type { Asset, Interval } from "../market/mod.ts";
import type { TimeRange } from "../time/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** Reads and writes them. */
export class LegStore extends Context.Service<LegStore, {
  /** Returns what is known of the windows of a series that start inside the range, by start. */
  readonly find: (query: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly range: TimeRange;
  }) => Effect.Effect<ReadonlyArray<LegRecord>, StoreFailed>;

  /** Stores records, all or none. One that was read earlier than the stored one is left out. */
  readonly put: (records: ReadonlyArray<LegRecord>) => Effect.Effect<void, StoreFailed>;
}>()("core/port/LegStore") {}
