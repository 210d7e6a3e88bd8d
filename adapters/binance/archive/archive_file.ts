/**
 * Finds the file of the exchange's public archive that contains a window's candle.
 *
 * Source: the exchange's description of its public data: one zip per symbol, candle interval and
 * UTC day, with its SHA-256 beside it under the same name with `.CHECKSUM`.
 *
 * @module
 */
import type { ExchangeMarket, TargetQuery } from "../../../core/price/mod.ts";
import { type ExchangeSymbol, symbolOf } from "../market.ts";
import { windowCandle } from "../window_candle.ts";

/** A file of one UTC day. `dayMs` is the start of the day, unix milliseconds. */
export interface ArchiveFile extends ExchangeSymbol {
  readonly klineInterval: string;
  readonly dayMs: number;
}

/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

const FOLDER: Readonly<Record<ExchangeMarket, string>> = {
  spot: "/data/spot/daily/klines",
  futures: "/data/futures/um/daily/klines",
};

/** Returns the file with the candle that decides a window of the exchange. */
export function archiveFileOf(query: TargetQuery): ArchiveFile {
  const { klineInterval, openMs } = windowCandle(query, false);
  return { ...symbolOf(query.asset), klineInterval, dayMs: openMs - openMs % DAY_MS };
}

/** Returns the file's name without its extension: `BTCUSDT-1h-2026-01-01`. */
export function archiveName({ symbol, klineInterval, dayMs }: ArchiveFile): string {
  return `${symbol}-${klineInterval}-${new Date(dayMs).toISOString().slice(0, 10)}`;
}

/** Returns the path: `/data/spot/daily/klines/BTCUSDT/1h/BTCUSDT-1h-2026-01-01.zip`. */
export function archivePath(file: ArchiveFile): string {
  const { market, symbol, klineInterval } = file;
  return `${FOLDER[market]}/${symbol}/${klineInterval}/${archiveName(file)}.zip`;
}
