/**
 * `PUT /__windows`: replaces the windows of all series.
 *
 * It accepts a recorded list of markets, `{"markets": [...], "cursor": ...}`, whose cursor is
 * ignored, and a table: `{"rows": {"btc": [[ticker, close in unix seconds, target or null, result,
 * value], ...]}, "round_digits": {"btc": 2}}`.
 *
 * @module
 */
import { Result } from "effect";
import {
  type Read,
  readEach,
  readFields,
  readList,
  readNumber,
  readText,
} from "../kit/control_body.ts";
import { type Fields, fieldsOf } from "../kit/json.ts";
import { type Control } from "../kit/simulator.ts";
import { type WindowBook } from "./listed_window.ts";
import { makeRecordedWindows, type RecordedWindow } from "./recorded_windows.ts";
import { LIFE_FIELDS } from "./window_row.ts";
import { isOfWindows, QUARTER_SEC, WINDOW_SERIES } from "./window_series.ts";
import { seriesOfWindow } from "./window_ticker.ts";

const DIGITS = { min: 0, max: 18, isWhole: true };
const PRICE = { min: 0, max: 1e9 };
const DIGITS_FALLBACK = 2;
const GREATER_OR_EQUAL = "greater_or_equal";

/** Makes the control, which passes the windows on. */
export function makeWindowsControl(put: (book: WindowBook) => void): Control {
  return (body) =>
    Result.map(readWindows(body), (windows) => {
      put(makeRecordedWindows(windows));
      return { windows: windows.length };
    });
}

function readWindows(body: unknown): Read<ReadonlyArray<RecordedWindow>> {
  return Result.gen(function* () {
    const isTable = fieldsOf(body).has("rows");
    if (!isTable) {
      const fields = yield* readFields(body, ["markets", "cursor"]);
      return yield* readEach(yield* readList(fields, "markets"), "markets", readMarket);
    }
    const fields = yield* readFields(body, ["rows", "round_digits", "about", "columns", "expect"]);
    const digits = yield* readFields(fields.get("round_digits") ?? {});
    const rows = yield* readFields(fields.get("rows"));
    const windows: RecordedWindow[] = [];
    for (const asset of rows.keys()) {
      const known = yield* readNumber(digits, asset, { ...DIGITS, fallback: undefined });
      windows.push(
        ...yield* readEach(
          yield* readList(rows, asset),
          `rows.${asset}`,
          (row) => readTableRow(row, known),
        ),
      );
    }
    return windows;
  });
}

/** Reads a row as it was served. */
function readMarket(value: unknown): Read<RecordedWindow> {
  return Result.gen(function* () {
    const fields = yield* readFields(value);
    const ticker = yield* readTicker(fields);
    const openSec = yield* readTime(fields, "open_time");
    const closeSec = yield* readTime(fields, "close_time");
    if (openSec >= closeSec) return yield* Result.fail(`"close_time" must be after "open_time"`);
    const type = fields.get("strike_type");
    const payout = fields.get("settlement_value_dollars");
    const round = fieldsOf(fields.get("custom_strike")).get("round_digits");
    const isRound = typeof round === "string" && /^\d{1,2}$/.test(round);
    return {
      ticker,
      openSec,
      closeSec,
      digits: isRound ? Number(round) : digitsOf(ticker),
      strike: yield* readStrike(fields, typeof type === "string" ? type : GREATER_OR_EQUAL),
      result: yield* readWord(fields, "result"),
      value: yield* readWord(fields, "expiration_value"),
      payout: typeof payout === "string" ? payout : undefined,
      isAmended: fields.get("status") === "amended",
      others: Object.fromEntries([...fields].filter(([name]) => !LIFE_FIELDS.includes(name))),
    };
  });
}

const COLUMNS = ["ticker", "close", "floor_strike", "result", "expiration_value"];

/** Reads a row of a table. */
function readTableRow(value: unknown, digits: number | undefined): Read<RecordedWindow> {
  return Result.gen(function* () {
    if (!Array.isArray(value) || value.length !== COLUMNS.length) {
      return yield* Result.fail(`Send a list of ${COLUMNS.join(", ")}`);
    }
    const fields: Fields = new Map(COLUMNS.map((name, at) => [name, value[at]]));
    const ticker = yield* readTicker(fields);
    const whole = { min: QUARTER_SEC, max: 1e11, isWhole: true };
    const closeSec = yield* readNumber(fields, "close", whole);
    return {
      ticker,
      openSec: closeSec - QUARTER_SEC,
      closeSec,
      digits: digits ?? digitsOf(ticker),
      strike: yield* readStrike(fields, GREATER_OR_EQUAL),
      result: yield* readWord(fields, "result"),
      value: yield* readWord(fields, "expiration_value"),
      payout: undefined,
      isAmended: false,
      others: {},
    };
  });
}

function readTicker(fields: Fields): Read<string> {
  return Result.flatMap(
    readText(fields, "ticker"),
    (ticker) =>
      isOfWindows(ticker) && ticker.split("-").length > 2
        ? Result.succeed(ticker)
        : Result.fail(`"ticker" must be of a 15-minute series, such as KXBTC15M-26SEP080345-45`),
  );
}

function digitsOf(ticker: string): number {
  return WINDOW_SERIES.get(seriesOfWindow(ticker))?.digits ?? DIGITS_FALLBACK;
}

function readTime(fields: Fields, name: string): Read<number> {
  return Result.flatMap(readText(fields, name), (text) => {
    const ms = Date.parse(text);
    return ms >= 0
      ? Result.succeed(Math.floor(ms / 1000))
      : Result.fail(`"${name}" must be a time, such as 2026-09-08T07:45:00Z`);
  });
}

/** Reads the target; a row may have none. */
function readStrike(fields: Fields, type: string): Read<RecordedWindow["strike"]> {
  if ((fields.get("floor_strike") ?? null) === null) return Result.succeed(undefined);
  return Result.flatMap(
    readNumber(fields, "floor_strike", PRICE),
    (value) =>
      String(value).includes("e")
        ? Result.fail(`"floor_strike" must be 0, or at least 0.000001`)
        : Result.succeed({ value, type }),
  );
}

/** Reads text that may be empty or missing. */
function readWord(fields: Fields, name: string): Read<string> {
  const value = fields.get(name) ?? "";
  return typeof value === "string"
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be text, or empty`);
}
