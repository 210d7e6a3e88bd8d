/**
 * Kalshi's windows of 15 minutes behind the port of a venue.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { ASSETS } from "../../core/market/mod.ts";
import type { LegVenue, SeenLegs } from "../../core/port/leg_venue.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { DAY_SEC, isInside, type TimeRange, UnixSec } from "../../core/time/mod.ts";
import type { KalshiOptions } from "./client.ts";
import { unreadable } from "./http_failure.ts";
import { readRows } from "./window_row.ts";
import type { KalshiSeries } from "./window_series.ts";
import { tickerOf } from "./window_ticker.ts";
import { type KalshiWindowsClient, makeKalshiWindowsClient } from "./windows_client.ts";

const WINDOW_SEC = 900;
/** The archive ends months ago; of this last week nothing is ever in it. */
const NEVER_ARCHIVED_SEC = 7 * DAY_SEC;

/** Options of the venue. */
export interface KalshiVenueOptions extends KalshiOptions {
  readonly series: ReadonlyArray<KalshiSeries>;
}

/** Makes the venue. Needs the {@linkcode ProviderWatch}. */
export const makeKalshiLegVenue = Effect.fnUntraced(function* (
  { series: all, ...options }: KalshiVenueOptions,
) {
  const series = all.filter(({ asset }) => ASSETS.includes(asset));
  const client = yield* makeKalshiWindowsClient(options);
  return {
    venue: "kalshi",
    series,
    listed: Effect.fn("kalshi.windows")(function* ({ asset }, range) {
      const own = series.find((one) => one.asset === asset);
      if (own === undefined) return yield* unreadable(`no series of ${asset} is known`);
      return yield* listSeries(client, own, range);
    }),
    current: (ids) => Effect.map(client.byTicker(ids, "recent"), (rows) => readRows(rows, series)),
    isPaused: Effect.map(client.isTrading, (isTrading) => !isTrading),
  } satisfies LegVenue;
});

/** Lists recent markets, and asks the archive for those that are old and not among them. */
const listSeries = Effect.fnUntraced(function* (
  client: KalshiWindowsClient,
  series: KalshiSeries,
  { startSec, endSec }: TimeRange,
): Effect.fn.Return<SeenLegs, ProviderFailed> {
  const closes = { fromSec: startSec + WINDOW_SEC, toSec: endSec - 1 + WINDOW_SEC };
  const recent = yield* client.closing({ series: series.ticker, ...closes });
  const range = { startSec, endSec };
  const read = withinRange(readRows(recent, [series]), range);
  const nowSec = (yield* Clock.currentTimeMillis) / 1000;
  if (startSec > nowSec - NEVER_ARCHIVED_SEC) return read;
  const cutoffSec = yield* client.cutoffSec;
  if (closes.fromSec > cutoffSec) return read;
  const known = new Set(read.seen.map(({ id }) => id.startSec));
  const missing = new Map<string, Array<UnixSec>>();
  const firstSec = Math.ceil(startSec / WINDOW_SEC) * WINDOW_SEC;
  for (let sec = firstSec; sec < endSec && sec + WINDOW_SEC <= cutoffSec; sec += WINDOW_SEC) {
    if (known.has(UnixSec(sec))) continue;
    const ticker = tickerOf(series.ticker, UnixSec(sec + WINDOW_SEC));
    missing.getOrInsertComputed(ticker, () => []).push(UnixSec(sec));
  }
  const rows = yield* client.byTicker([...missing.keys()], "archived");
  const archived = withinRange(readRows(rows, [series]), range);
  const found = new Set(archived.seen.map(({ id }) => id.startSec));
  // In the hour that comes twice nobody knows what the second ticker is.
  const ambiguous = [...missing].filter(([, starts]) => starts.length > 1).flatMap(
    ([id, starts]) =>
      starts.filter((startSec) => !found.has(startSec))
        .map((startSec) => ({ id, why: "two windows may have this ticker", startSec })),
  );
  return {
    seen: [...read.seen, ...archived.seen],
    unread: [...read.unread, ...archived.unread, ...ambiguous],
  };
});

function withinRange({ seen, unread }: SeenLegs, range: TimeRange): SeenLegs {
  return { seen: seen.filter(({ id }) => isInside(range, id.startSec)), unread };
}
