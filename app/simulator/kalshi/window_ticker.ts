/**
 * The tickers of windows: `KXBTC15M-26AUG271930-30` closes on 27 August 2026 at 19:30 in New York,
 * and belongs to the event of the same text without the last part.
 *
 * @module
 */
import { easternStamp, MONTHS } from "./eastern_stamp.ts";
import { QUARTER_SEC } from "./window_series.ts";

/** Returns the ticker of a series' market that closes at an instant. */
export function windowTicker(series: string, closeSec: number): string {
  const { day, time } = easternStamp(closeSec);
  return `${series}-${day}${time}-${time.slice(2)}`;
}

/** Returns the series of a market. */
export function seriesOfWindow(ticker: string): string {
  return ticker.split("-")[0] ?? "";
}

/** Returns the event of a market. */
export function eventOfWindow(ticker: string): string {
  return ticker.slice(0, ticker.lastIndexOf("-"));
}

/** Returns the ticker of an event's only market. */
export function windowOfEvent(event: string): string {
  return `${event}-${event.slice(-2)}`;
}

const FORM = /^(KX[A-Z0-9]+15M)-(\d\d)([A-Z]{3})(\d\d)(\d\d)(\d\d)-\d\d$/;
const HOUR_SEC = 3_600;
/** What to add to New York's clock in summer and in winter. */
const TO_UTC_SEC = [4 * HOUR_SEC, 5 * HOUR_SEC];

/**
 * Returns the instants at which a market of this ticker closes: two in the hour that New York's
 * clock shows twice in November, none if no market is called so.
 */
export function closesOf(ticker: string): ReadonlyArray<number> {
  const [, series, year, month = "", day, hour, minute] = FORM.exec(ticker) ?? [];
  if (series === undefined) return [];
  const monthIndex = MONTHS.indexOf(month) / 3;
  const localMs = Date.UTC(
    2000 + Number(year),
    monthIndex,
    Number(day),
    Number(hour),
    Number(minute),
  );
  return TO_UTC_SEC.map((offsetSec) => localMs / 1000 + offsetSec)
    .filter((sec) => sec % QUARTER_SEC === 0 && windowTicker(series, sec) === ticker);
}
