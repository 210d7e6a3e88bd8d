/**
 * The targets of ended windows, from the venue's published metadata.
 *
 * @module
 */
import { Clock, Effect, Option, Result } from "effect";
import { countWindowsStartingIn, type VenueProfile } from "../../../core/market/mod.ts";
import { type OpeningResult, type PriceFeed, PriceMissing } from "../../../core/port/price_feed.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  mayHavePrice,
  publishedTarget,
  targetKey,
  type TargetQuery,
} from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { withinDeadline } from "../../outbound/mod.ts";
import type { GammaOptions } from "../gamma/client.ts";
import { unreadable, VENUE_METADATA } from "../gamma/http_failure.ts";
import { makePublishedClient } from "./client.ts";
import { eventPrices, type PublishedEvent } from "./event.ts";
import { findEvents } from "./find_events.ts";
import { makeSeriesIds, seriesKey } from "./series_ids.ts";

/** The profile knows the names of events. */
export interface MetadataFeedOptions extends GammaOptions {
  readonly profile: VenueProfile;
}

type Queries = ReadonlyArray<TargetQuery>;

/** The number of events per page. */
const GROUP_WINDOWS_MAX = 500;
/** Up to this many are cheaper by name than a page of their series. */
const BY_NAME_MAX = 3;
/** A caller receives an answer within 10 s, whatever the service does. */
const BY_NAME_TIMEOUT_MS = 8_500;
/** The time limit of a whole group: history can wait. */
const SERIES_TIMEOUT_MS = 60_000;
/** Milliseconds after the end; prices appear 21 to 143 s after it, or never. */
const PENDING_SEC = 300;

/** Creates the feed. Create one per process: it keeps the pace. Needs the `ProviderWatch`. */
export const makePolymarketMetadataFeed = Effect.fnUntraced(function* (
  { profile, ...gamma }: MetadataFeedOptions,
) {
  const client = yield* makePublishedClient(gamma);
  const series = makeSeriesIds({ client, profile });
  const slugOf = ({ asset, window }: TargetQuery) => profile.slugOf(asset, window);

  const byName = Effect.fnUntraced(function* (query: TargetQuery) {
    const event = yield* Effect.result(withinDeadline(client.event(slugOf(query)), {
      provider: VENUE_METADATA,
      timeoutMs: BY_NAME_TIMEOUT_MS,
    }));
    const nowMs = yield* Clock.currentTimeMillis;
    return Result.flatMap(event, (found) => openingOf(query, ownEvent(query, found), nowMs));
  });

  /** An event under another name is not the requested one. */
  const ownEvent = (query: TargetQuery, found: Option.Option<PublishedEvent>) =>
    Option.filter(found, ({ slug }) => slug === slugOf(query));

  const bySeries = Effect.fnUntraced(function* (queries: Queries) {
    const found = new Map<string, PublishedEvent>();
    const walked = yield* Effect.result(withinDeadline(
      findEvents({ client, series }, { queries, slugOf, found }),
      {
        provider: VENUE_METADATA,
        timeoutMs: SERIES_TIMEOUT_MS,
      },
    ));
    const nowMs = yield* Clock.currentTimeMillis;
    return queries.map((query): OpeningResult => {
      const event = Option.fromUndefinedOr(found.get(slugOf(query)));
      // An event that a failed walk did not reach may still exist.
      return Option.isNone(event) && Result.isFailure(walked)
        ? Result.fail(walked.failure)
        : openingOf(query, event, nowMs);
    });
  });

  const ofSeries = (queries: Queries): Effect.Effect<ReadonlyArray<OpeningResult>> =>
    queries.length <= BY_NAME_MAX
      ? Effect.forEach(queries, byName, { concurrency: BY_NAME_MAX })
      : bySeries(queries);

  const openings = Effect.fn("metadata.openings")(function* (group: Queries) {
    const nowMs = yield* Clock.currentTimeMillis;
    const askable = group.filter((query) =>
      mayHavePrice("metadata", query, Math.floor(nowMs / 1000))
    );
    const results = new Map<string, OpeningResult>();
    yield* Effect.forEach(
      Map.groupBy(askable, seriesKey).values(),
      (queries) =>
        Effect.map(ofSeries(queries), (answers) => {
          for (const [at, query] of queries.entries()) {
            results.set(targetKey(query), answers[at] ?? Result.fail(missing(query, nowMs)));
          }
        }),
      { concurrency: "unbounded", discard: true },
    );
    return group.map((query): OpeningResult =>
      results.get(targetKey(query)) ?? Result.fail(missing(query, nowMs))
    );
  });

  return { groups: (queries) => groupsOf(queries, profile), openings } satisfies PriceFeed;
});

/** Groups one series each, in order of time, as far as a page reaches. */
function groupsOf(queries: Queries, { calendar }: VenueProfile): ReadonlyArray<Queries> {
  return [...Map.groupBy(queries, seriesKey).values()].flatMap((asked) => {
    const groups: Array<Array<TargetQuery>> = [];
    let first: TargetQuery | undefined;
    for (const query of asked.toSorted((a, b) => a.window.startSec - b.window.startSec)) {
      const { interval, startSec } = query.window;
      const range = { startSec: first?.window.startSec ?? startSec, endSec: UnixSec(startSec + 1) };
      const isFull = countWindowsStartingIn(calendar, interval, range) > GROUP_WINDOWS_MAX;
      if (first === undefined || isFull) {
        first = query;
        groups.push([]);
      }
      groups.at(-1)?.push(query);
    }
    return groups;
  });
}

function openingOf(
  query: TargetQuery,
  event: Option.Option<PublishedEvent>,
  nowMs: number,
): OpeningResult {
  if (Option.isNone(event)) return Result.fail(missing(query, nowMs));
  const { slug } = event.value;
  return Result.mapError(
    eventPrices(event.value, query.window),
    (why): ProviderFailed | PriceMissing => unreadable(`${slug}: ${why}`),
  ).pipe(Result.flatMap(Option.match({
    onNone: (): OpeningResult => Result.fail(missing(query, nowMs)),
    onSome: (prices): OpeningResult =>
      Result.succeed(
        publishedTarget({ source: "venue_metadata", ...prices, receivedAtMs: nowMs }),
      ),
  })));
}

function missing({ asset, window, rule }: TargetQuery, nowMs: number): PriceMissing {
  return new PriceMissing({
    asset,
    interval: window.interval,
    startSec: window.startSec,
    isPending: rule.kind === "report" && nowMs < (window.endSec + PENDING_SEC) * 1000,
  });
}
