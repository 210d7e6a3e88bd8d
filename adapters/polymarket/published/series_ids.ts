/**
 * The ids of the venue's series, by asset and interval.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { type VenueProfile, windowContaining } from "../../../core/market/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { TargetQuery } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { unreadable } from "../gamma/http_failure.ts";
import type { PublishedClient } from "./client.ts";
import { seriesIdOf } from "./event.ts";

/** The identity of a series. */
export type SeriesQuery = Pick<TargetQuery, "asset" | "window">;

/** Returns the key of a series. */
export function seriesKey({ asset, window }: SeriesQuery): string {
  return `${asset}:${window.interval}`;
}

/** Returns known ids or finds them. There are as many as assets and intervals. */
export interface SeriesIds {
  /** Returns the id if it is known without a request. */
  readonly known: (query: SeriesQuery) => Option.Option<string>;
  /**
   * Finds the id from the event of this window or of the current one, and caches it. None if the
   * venue lists neither.
   */
  readonly find: (query: SeriesQuery) => Effect.Effect<Option.Option<string>, ProviderFailed>;
}

/** Source: ids seen on the venue. */
const SEEN: ReadonlyMap<string, string> = new Map([
  ["btc:5min", "10684"],
  ["btc:15min", "10192"],
]);

/** Starts with the ids that were seen on the venue. */
export function makeSeriesIds(
  { client, profile }: {
    readonly client: Pick<PublishedClient, "event">;
    readonly profile: VenueProfile;
  },
): SeriesIds {
  const ids = new Map(SEEN);

  const find = Effect.fnUntraced(function* (query: SeriesQuery) {
    const { asset, window } = query;
    const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
    const current = windowContaining(profile.calendar, window.interval, nowSec);
    for (const slug of new Set([window, current].map((each) => profile.slugOf(asset, each)))) {
      const event = yield* client.event(slug);
      if (Option.isNone(event)) continue;
      const id = seriesIdOf(event.value);
      if (Option.isNone(id)) return yield* unreadable(`${slug} has no series`);
      ids.set(seriesKey(query), id.value);
      return id;
    }
    return Option.none<string>();
  });

  return {
    known: (query) => Option.fromUndefinedOr(ids.get(seriesKey(query))),
    find,
  };
}
