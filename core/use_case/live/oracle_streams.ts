/**
 * One live stream of the oracle's prices that combines all sources that push them.
 *
 * @module
 */
import { Effect } from "effect";
import type { LiveEvent, LivePrices } from "../../port/mod.ts";
import { makeOracleJoin, missingFeeds, type OracleCarrier, takeEvent } from "./oracle_join.ts";

/** A source, the oracle's streams that it carries, and its live events. */
export interface SourcedStream extends OracleCarrier {
  readonly live: LivePrices["Service"];
}

/**
 * Combines the sources. Prices are published as they arrive from any source, so the listener
 * receives the same second more than once. Seconds are published as lost when every source that may
 * deliver them has lost them, a stream as missing when no source carries it, and the oracle is live
 * while any source is.
 */
export function joinOracleStreams(sources: ReadonlyArray<SourcedStream>): LivePrices["Service"] {
  return {
    receive: (event) => {
      for (const { live } of sources) live.receive?.(event);
    },
    listen: (listener) =>
      Effect.suspend(() => {
        const state = makeOracleJoin(sources);
        const publish = (events: ReadonlyArray<LiveEvent>) => {
          for (const event of events) listener(event);
        };
        publish(missingFeeds(sources));
        if (sources.length === 0) return Effect.never;
        return Effect.raceAllFirst(
          sources.map(({ source, live }) =>
            live.listen((event) => publish(takeEvent(state, source, event)))
          ),
        );
      }),
  };
}
