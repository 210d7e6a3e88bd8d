/**
 * Reads a market of 15 minutes as Kalshi lists it.
 *
 * A field that is missing, or not as it is known to be, is reported: a rule that has changed would
 * make every number mean something else.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import { JsonNumber } from "../../core/json/mod.ts";
import type { LegMarket, MarketStage } from "../../core/leg/mod.ts";
import type { SeenLeg, SeenLegs } from "../../core/port/leg_venue.ts";
import { UnixSec } from "../../core/time/mod.ts";
import type { KalshiSeries } from "./window_series.ts";

const Text = Schema.optional(Schema.NullOr(Schema.String));

const WindowRow = Schema.Struct({
  ticker: Schema.NonEmptyString,
  event_ticker: Schema.NonEmptyString,
  status: Schema.NonEmptyString,
  open_time: Schema.NonEmptyString,
  close_time: Schema.NonEmptyString,
  result: Text,
  strike_type: Text,
  floor_strike: Schema.optional(Schema.Unknown),
  expiration_value: Text,
  custom_strike: Schema.Struct({ round_digits: Schema.Unknown }),
});
type WindowRow = typeof WindowRow.Type;

const decodeRow = Schema.decodeUnknownResult(WindowRow);
const decodeClose = Schema.decodeUnknownOption(Schema.Struct({ close_time: Schema.String }));
const decodeTicker = Schema.decodeUnknownOption(Schema.Struct({ ticker: Schema.String }));

const WINDOW_SEC = 900;
const DIGITS_MAX = 18;
/** Statuses of a market that has a result which stands. */
const SETTLED: ReadonlySet<string> = new Set(["finalized", "settled"]);

/** Reads rows, each of one of these series. Rows of other series are left out. */
export function readRows(
  rows: ReadonlyArray<unknown>,
  series: ReadonlyArray<KalshiSeries>,
): SeenLegs {
  const seen: Array<SeenLeg> = [];
  const unread: Array<SeenLegs["unread"][number]> = [];
  const byTicker = new Map(series.map((one) => [one.ticker, one]));
  for (const row of rows) {
    const id = Option.match(decodeTicker(row), {
      onNone: () => "a market without a ticker",
      onSome: ({ ticker }) => ticker,
    });
    const own = byTicker.get(id.split("-")[0] ?? "");
    if (own === undefined && id.includes("-")) continue;
    const read = own === undefined ? Result.fail("it has no ticker") : readRow(row, own);
    if (Result.isSuccess(read)) seen.push(read.success);
    else unread.push({ id, why: read.failure, startSec: startOf(row) });
  }
  return { seen, unread };
}

/** The start of the window in which a market ends, where that can be read. */
function startOf(row: unknown): UnixSec | null {
  const closes = Option.map(decodeClose(row), ({ close_time }) => Date.parse(close_time) / 1000);
  return Option.match(Option.filter(closes, Number.isFinite), {
    onNone: () => null,
    onSome: (closeSec) => UnixSec(Math.ceil(closeSec / WINDOW_SEC - 1) * WINDOW_SEC),
  });
}

function readRow(written: unknown, series: KalshiSeries): Result.Result<SeenLeg, string> {
  return Result.gen(function* () {
    const row = yield* Result.mapError(decodeRow(written), (failure) => `${failure}`);
    const endSec = yield* closeOf(row);
    if ((row.strike_type ?? "greater_or_equal") !== "greater_or_equal") {
      return yield* Result.fail(`it has strike_type "${row.strike_type}"`);
    }
    const digits = Number(textOf(row.custom_strike.round_digits));
    if (!Number.isInteger(digits) || digits < 0 || digits > DIGITS_MAX) {
      return yield* Result.fail("it does not say to how many digits it rounds");
    }
    const { venue, asset, interval } = series;
    const startSec = UnixSec(endSec - WINDOW_SEC);
    const target = yield* targetOf(row, digits);
    const settled = row.expiration_value || null;
    const market: LegMarket = {
      id: row.ticker,
      url: pageOf(row, series),
      target,
      ...endOf(row),
      settled,
      digits,
    };
    return { id: { venue, asset, interval, startSec, endSec }, market };
  });
}

/** Returns the close: a quarter of an hour after the opening, and on the clock's quarters. */
function closeOf({ open_time, close_time }: WindowRow): Result.Result<UnixSec, string> {
  const [openSec, closeSec] = [open_time, close_time].map((text) => Date.parse(text) / 1000);
  if (openSec === undefined || closeSec === undefined || !Number.isSafeInteger(closeSec)) {
    return Result.fail(`it closes at "${close_time}"`);
  }
  return closeSec - openSec === WINDOW_SEC && closeSec % WINDOW_SEC === 0
    ? Result.succeed(UnixSec(closeSec))
    : Result.fail(`it is open from "${open_time}" to "${close_time}"`);
}

/** The number as the market shows it: JSON has lost the zeros at its end. */
function targetOf(
  { floor_strike }: WindowRow,
  digits: number,
): Result.Result<string | null, string> {
  if (floor_strike === undefined || floor_strike === null) return Result.succeed(null);
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(textOf(floor_strike)) ?? [];
  if (whole === undefined) return Result.fail(`it has the strike ${textOf(floor_strike)}`);
  const padded = fraction.padEnd(digits, "0");
  return Result.succeed(padded === "" ? whole : `${whole}.${padded}`);
}

function endOf({ status, result }: WindowRow): Pick<LegMarket, "stage" | "result"> {
  const winner = result === "yes" ? "up" : result === "no" ? "down" : null;
  const stage = stageOf(status, winner !== null, (result ?? "") !== "");
  return { stage, result: winner };
}

/** A result counts once it stands. A status that nobody knows is none in which it does. */
function stageOf(status: string, hasWinner: boolean, hasResult: boolean): MarketStage {
  if (status === "initialized" || status === "unopened") return "announced";
  if (status === "active" || status === "inactive" || status === "open") return "open";
  if (status === "amended" && hasWinner) return "amended";
  if (!SETTLED.has(status) || !hasResult) return "closed";
  return hasWinner ? "final" : "void";
}

/** The site's page. The middle part was seen of bitcoin alone; without it the site redirects. */
function pageOf({ event_ticker: event }: WindowRow, { asset, ticker }: KalshiSeries): string {
  const middle = asset === "btc" ? "bitcoin-price-up-down/" : "";
  return `https://kalshi.com/markets/${ticker.toLowerCase()}/${middle}${event.toLowerCase()}`;
}

function textOf(value: unknown): string {
  return value instanceof JsonNumber ? value.text : String(value);
}
