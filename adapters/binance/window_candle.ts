/**
 * Chooses the candle with a window's opening price, if it is not read from trades.
 *
 * @module
 */
import { Option, Result } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { parseE18, type TargetQuery, type TargetSource } from "../../core/price/mod.ts";
import type { Kline } from "./payload.ts";
import { EXCHANGE } from "./http_failure.ts";

/** One price of one candle. `openMs` is the candle's opening time, unix milliseconds. */
export interface WindowCandle {
  readonly klineInterval: "1m" | "1h" | "1d";
  readonly stepMs: number;
  readonly openMs: number;
  readonly field: "open" | "close";
  readonly source: TargetSource;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Returns the candle of one window.
 *
 * A day that opens at the close of the minute before noon also opens at the close of the hour
 * before noon: both are the last trade before it. Bulk reads use the hour, because a thousand hours
 * cover over six weeks and a thousand minutes not even a day.
 */
export function windowCandle({ window, rule }: TargetQuery, isBulk: boolean): WindowCandle {
  const startMs = window.startSec * 1000;
  if (rule.kind === "day_candle") {
    return {
      klineInterval: "1d",
      stepMs: DAY_MS,
      openMs: startMs,
      field: "open",
      source: "klines",
    };
  }
  if (rule.kind === "minute_close" && isBulk && closesAtStart({ window, rule })) {
    const openMs = startMs - HOUR_MS;
    return { klineInterval: "1h", stepMs: HOUR_MS, openMs, field: "close", source: "klines" };
  }
  if (rule.kind === "minute_close") {
    const openMs = rule.minuteSec * 1000;
    return { klineInterval: "1m", stepMs: MINUTE_MS, openMs, field: "close", source: "klines_1m" };
  }
  return { klineInterval: "1h", stepMs: HOUR_MS, openMs: startMs, field: "open", source: "klines" };
}

/** Whether the minute that decides the window ends where the window starts. */
export function closesAtStart({ window, rule }: Pick<TargetQuery, "window" | "rule">): boolean {
  return rule.kind === "minute_close" && rule.minuteSec < window.startSec;
}

/**
 * A candle is final once the next one has a trade, since the exchange itself has moved on. Without
 * trades it is final this long after its end, in milliseconds, which exceeds our clock error.
 */
export const CANDLE_SETTLED_MS = 65_000;

/**
 * Returns the candle among rows (oldest first) if its price is final.
 *
 * An open is final with the first trade. A close is final when the candle has ended; a candle
 * without trades closes at the previous close, and the exchange may omit it.
 */
export function finalCandle(
  rows: ReadonlyArray<Kline>,
  candle: WindowCandle,
  nowMs: number,
): Option.Option<Kline> {
  if (candle.field === "open") {
    const row = rows.find(({ openMs }) => openMs === candle.openMs);
    return row !== undefined && row.trades > 0 ? Option.some(row) : Option.none();
  }
  const endMs = candle.openMs + candle.stepMs;
  const hasNext = rows.some(({ openMs, trades }) => openMs >= endMs && trades > 0);
  const row = rows.findLast(({ openMs }) => openMs <= candle.openMs);
  const isWhole = row?.openMs === candle.openMs;
  const isFinal = nowMs >= endMs && (hasNext || (isWhole && nowMs >= endMs + CANDLE_SETTLED_MS));
  return row !== undefined && isFinal ? Option.some(row) : Option.none();
}

/** Parses a price of the exchange; fails unless it is positive decimal text. */
export function readPriceE18(text: string): Result.Result<bigint, ProviderFailed> {
  const price = parseE18(text);
  if (Option.isSome(price) && price.value > 0n) return Result.succeed(price.value);
  const cause = new Error(`price ${text}`);
  return Result.fail(new ProviderFailed({ provider: EXCHANGE, reason: "unreadable", cause }));
}
