/**
 * Windows that are put in place of the world's.
 *
 * They live by the clock as the world's do. What a row was recorded without, it never gets.
 *
 * @module
 */
import { withDigits } from "./fixed_price.ts";
import {
  CREATED_AHEAD_SEC,
  DETERMINED_SEC,
  type ListedWindow,
  type WindowBook,
} from "./listed_window.ts";
import { STRIKE_DELAY_MS } from "./window_fate.ts";
import { byPlace } from "./window_page.ts";
import { seriesOfWindow } from "./window_ticker.ts";
import { type WireRow } from "./wire_row.ts";

/** What is known of a recorded window. */
export interface RecordedWindow {
  readonly ticker: string;
  readonly openSec: number;
  readonly closeSec: number;
  readonly digits: number;
  /** Undefined if it was recorded without a target. */
  readonly strike: { readonly value: number; readonly type: string } | undefined;
  /** Empty if it was recorded without a result. */
  readonly result: string;
  readonly value: string;
  readonly payout: string | undefined;
  /** Whether it was recorded while its result was marked as amended, which it stays. */
  readonly isAmended: boolean;
  /** The other fields of its row, which are served as they are. */
  readonly others: WireRow;
}

const PAYOUTS: ReadonlyMap<string, string> = new Map([["yes", "1.0000"], ["no", "0.0000"]]);

/** Makes the book of recorded windows. Of two that are one market's the later one counts. */
export function makeRecordedWindows(rows: ReadonlyArray<RecordedWindow>): WindowBook {
  const byMarket = new Map(rows.map((row) => [`${row.ticker} ${row.closeSec}`, toListed(row)]));
  const windows = [...byMarket.values()].toSorted(byPlace);
  const bySeries = Map.groupBy(windows, ({ ticker }) => seriesOfWindow(ticker));
  const byTicker = Map.groupBy(windows, ({ ticker }) => ticker);
  return {
    closing: (series, { minSec, maxSec }) =>
      (bySeries.get(series) ?? [])
        .filter(({ closeSec }) => closeSec >= minSec && closeSec <= maxSec),
    named: (ticker) => byTicker.get(ticker) ?? [],
  };
}

function toListed(recorded: RecordedWindow): ListedWindow {
  const { ticker, openSec, closeSec, digits, strike, result, value, payout, others } = recorded;
  const ending = { result, value, payout: payout ?? PAYOUTS.get(result) ?? "0.0000" };
  return {
    ticker,
    createdMs: (openSec - CREATED_AHEAD_SEC) * 1000,
    openSec,
    closeSec,
    digits,
    strike: strike === undefined ? undefined : {
      fromMs: openSec * 1000 + STRIKE_DELAY_MS,
      type: strike.type,
      text: () => withDigits(String(strike.value), digits),
    },
    ending: result === "" ? undefined : () => ending,
    amendment: !recorded.isAmended ? undefined : {
      fromMs: (closeSec + DETERMINED_SEC) * 1000,
      untilMs: Infinity,
      ending: () => ending,
    },
    worth: undefined,
    recorded: others,
  };
}
