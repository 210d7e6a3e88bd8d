/**
 * A window in Kalshi's format, as it is at an instant.
 *
 * @module
 */
import { DAY_SEC, toIsoSeconds } from "../../../core/time/mod.ts";
import { hash32 } from "../world/hash.ts";
import { titlePrice } from "./fixed_price.ts";
import { DETERMINED_SEC, endingOf, type ListedWindow, statusOf } from "./listed_window.ts";
import { eventOfWindow, seriesOfWindow } from "./window_ticker.ts";
import { PRICE_RANGES, tradingFields } from "./window_trading.ts";
import { type WireRow } from "./wire_row.ts";

/** The part of the exchange that trades crypto. */
export const CRYPTO_INDEX = 2;

const TBD = "Target price: TBD";
const EXPECTED_SEC = 300;
const LATEST_SEC = 7 * DAY_SEC;

/** Fields that change in a window's life: a recorded row's own are not served. */
export const LIFE_FIELDS: ReadonlyArray<string> = [
  "status",
  "result",
  "expiration_value",
  "settlement_ts",
  "settlement_value_dollars",
  "floor_strike",
  "strike_type",
  "yes_sub_title",
  "no_sub_title",
  "updated_time",
];

/** Returns the row. */
export function windowRow(window: ListedWindow, nowMs: number): WireRow {
  const { ticker, openSec, closeSec, digits, createdMs } = window;
  const label = /^KX(.+)15M$/.exec(seriesOfWindow(ticker))?.[1] ?? "";
  const expectedTime = toIsoSeconds(closeSec + EXPECTED_SEC);
  const latestTime = toIsoSeconds(closeSec + LATEST_SEC);
  return {
    ticker,
    event_ticker: eventOfWindow(ticker),
    market_type: "binary",
    title: `${label} price up in next 15 mins?`,
    subtitle: "",
    created_time: microTime(createdMs),
    open_time: toIsoSeconds(openSec),
    close_time: toIsoSeconds(closeSec),
    expected_expiration_time: expectedTime,
    occurrence_datetime: expectedTime,
    expiration_time: latestTime,
    latest_expiration_time: latestTime,
    settlement_timer_seconds: 1,
    can_close_early: true,
    custom_strike: { round_digits: String(digits) },
    exchange_index: CRYPTO_INDEX,
    price_level_structure: "tapered_deci_cent",
    price_ranges: PRICE_RANGES,
    rules_primary: `If ${label} ends at its target or above, then the market resolves to Yes.`,
    rules_secondary: "",
    ...tradingFields(window, nowMs),
    ...window.recorded,
    ...lifeFields(window, nowMs),
  };
}

/** Returns the fields of {@linkcode LIFE_FIELDS}. */
function lifeFields(window: ListedWindow, nowMs: number): WireRow {
  const { closeSec, strike } = window;
  const status = statusOf(window, nowMs);
  const target = strike !== undefined && nowMs >= strike.fromMs ? strike.text() : undefined;
  const ending = endingOf(window, nowMs);
  const isPaid = status === "finalized" || status === "amended";
  return {
    status,
    result: ending?.result ?? "",
    expiration_value: ending?.value ?? "",
    ...ending === undefined ? {} : { settlement_ts: toIsoSeconds(closeSec + DETERMINED_SEC) },
    ...isPaid ? { settlement_value_dollars: ending?.payout } : {},
    // The wire has a number here, whose 15 digits at most say the text exactly.
    ...target === undefined ? {} : { floor_strike: Number(target), strike_type: strike?.type },
    yes_sub_title: target === undefined ? TBD : `Target Price: ${titlePrice(target)}`,
    no_sub_title: TBD,
    updated_time: microTime(updatedMs(window, nowMs)),
  };
}

/** Returns when the row last changed, trading aside. */
function updatedMs(
  { createdMs, closeSec, strike, ending, amendment }: ListedWindow,
  nowMs: number,
): number {
  const determinedMs = ending === undefined ? undefined : (closeSec + DETERMINED_SEC) * 1000;
  const changesMs = [strike?.fromMs, determinedMs, amendment?.fromMs, amendment?.untilMs];
  return Math.max(createdMs, ...changesMs.flatMap((atMs = Infinity) => atMs > nowMs ? [] : atMs));
}

/** Writes an instant with microseconds, which are invented. */
function microTime(ms: number): string {
  const micro = hash32(Math.floor(ms / 1000), ms % 1000) % 1000;
  return new Date(ms).toISOString().replace("Z", `${String(micro).padStart(3, "0")}Z`);
}
