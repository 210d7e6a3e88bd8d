/**
 * Past opening prices from the exchange's public archive: a day of candles per download.
 *
 * It has what the REST interface no longer returns, but lacks the newest day or two.
 *
 * @module
 */
import { Clock, Effect, Option, Result, Semaphore } from "effect";
import { type OpeningResult, type PriceFeed, PriceMissing } from "../../../core/port/price_feed.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { TargetQuery } from "../../../core/price/mod.ts";
import { readPriceE18, windowCandle } from "../window_candle.ts";
import { type ArchiveOptions, makeReadArchiveFile } from "./archive_client.ts";
import { type ArchiveFile, archiveFileOf, archivePath, DAY_MS } from "./archive_file.ts";
import type { ArchiveRow } from "./archive_rows.ts";

/** Parallel downloads. A file is unpacked and parsed synchronously, so one at a time. */
const PARALLEL_FILES = 4;
/** A day's file is published hours after the day's end, sometimes a day later. */
const PUBLISHED_WITHIN_MS = 2 * DAY_MS;

/** Creates the feed. A group is the windows of one file. */
export const makeBinanceArchiveFeed = Effect.fnUntraced(function* (options: ArchiveOptions) {
  const readFile = yield* makeReadArchiveFile(options);
  const lanes = yield* Semaphore.make(PARALLEL_FILES);

  const openings = Effect.fn("binance.archive.openings")(function* (
    group: ReadonlyArray<TargetQuery>,
    file: ArchiveFile,
  ) {
    const rows = yield* lanes.withPermits(1)(readFile(file));
    const nowMs = yield* Clock.currentTimeMillis;
    const isPending = Option.isNone(rows) && nowMs < file.dayMs + DAY_MS + PUBLISHED_WITHIN_MS;
    const rowByMs = new Map(
      Option.getOrElse(rows, (): ReadonlyArray<ArchiveRow> => []).map((row) => [row.openMs, row]),
    );
    return group.map((query) => {
      const row = rowByMs.get(windowCandle(query, false).openMs);
      return row?.hasTrades ? openingOf(query, row) : Result.fail(missing(query, isPending));
    });
  });

  const feed: PriceFeed = {
    groups: (queries) => [
      ...Map.groupBy(queries, (query) => archivePath(archiveFileOf(query))).values(),
    ],
    openings: (group) => {
      const [query] = group;
      if (query === undefined) return Effect.succeed([]);
      const file = archiveFileOf(query);
      return openings(group, file).pipe(
        Effect.tapError((failure) => logFailure(failure, file)),
        Effect.catch((failure) =>
          Effect.succeed(group.map((): OpeningResult => Result.fail(failure)))
        ),
      );
    },
  };
  return feed;
});

function openingOf(query: TargetQuery, row: ArchiveRow): OpeningResult {
  const { klineInterval, field, source } = windowCandle(query, false);
  const file = archiveFileOf(query);
  const { market, symbol } = file;
  return Result.map(readPriceE18(row[field]), (priceE18) => ({
    priceE18,
    source,
    evidence: {
      kind: "kline",
      market,
      symbol,
      klineInterval,
      field,
      row: row.row,
      archive: archivePath(file),
    },
  }));
}

function missing({ asset, window }: TargetQuery, isPending: boolean): PriceMissing {
  const { interval, startSec } = window;
  return new PriceMissing({ asset, interval, startSec, isPending });
}

/** Causes are logged for the operator, such as a checksum that does not match. */
function logFailure(
  { message, provider, reason, cause }: ProviderFailed,
  file: ArchiveFile,
): Effect.Effect<void> {
  return Effect.annotateLogs(Effect.logWarning(message), {
    provider,
    reason,
    file: archivePath(file),
    detail: String(cause).slice(0, 300),
  });
}
