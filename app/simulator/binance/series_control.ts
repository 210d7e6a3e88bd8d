/**
 * `PUT /__series`: replaces the world's trades with recorded trades or candles. This shifts the ids
 * of all later trades, because the number of earlier trades changes.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type Control } from "../kit/simulator.ts";
import { type Read, readChoice, readEach, readFields, readList } from "../kit/control_body.ts";
import { parseE8 } from "../kit/decimal.ts";
import { type Trade } from "../world/trade.ts";
import { type RecordedMinute, type RecordedTrades } from "./recorded_trades.ts";

/**
 * The years 1973 to 5138 in milliseconds, a range that excludes values in seconds or microseconds.
 */
const MS_MIN = 1e11;
const MS_MAX = 1e14;
const MINUTE_MS = 60_000;
const PRICE_E8_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Makes the control for the simulator of one market. */
export function makeSeriesControl(
  market: ExchangeMarket,
  recorded: ReadonlyMap<string, RecordedTrades>,
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["symbol", "market", "trades", "klines_1m"]);
      const asked = fields.get("market") ?? market;
      if (asked !== market) {
        return yield* Result.fail(`"market" must be "${market}": this is that simulator`);
      }
      const series = yield* readChoice(fields, "symbol", recorded);
      if (fields.has("trades") === fields.has("klines_1m")) {
        return yield* Result.fail(`Send either "trades" or "klines_1m"`);
      }
      if (fields.has("trades")) {
        const list = yield* readList(fields, "trades");
        const trades = yield* readEach(list, "trades", readTrade);
        series.putTrades(trades);
        return { trades: trades.length };
      }
      const list = yield* readList(fields, "klines_1m");
      const minutes = yield* readEach(list, "klines_1m", readMinute);
      series.putMinutes(minutes);
      return { klines_1m: minutes.length };
    });
}

/** Reads `[ms, "price", "qty"]` and ignores any further elements. */
function readTrade(row: unknown): Read<Trade> {
  if (!Array.isArray(row) || row.length < 3) {
    return Result.fail(`send [ms, "price", "quantity"]`);
  }
  return Result.gen(function* () {
    const atMs = yield* readMs(row[0]);
    const priceE8 = yield* readPrice(row[1], "price");
    const quantityE8 = yield* readDecimal(row[2], "quantity");
    // A recording without sides gets a deterministic side.
    const isBuyerMaker = typeof row[3] === "boolean" ? row[3] : atMs % 2 === 1;
    return { atMs, priceE8, quantityE8, isBuyerMaker };
  });
}

/** Reads `[openMs, "o", "h", "l", "c", "v"]` and ignores any further elements. */
function readMinute(row: unknown): Read<RecordedMinute> {
  if (!Array.isArray(row) || row.length < 6) {
    return Result.fail(`send [openMs, "open", "high", "low", "close", "volume"]`);
  }
  return Result.gen(function* () {
    const openMs = yield* readMs(row[0]);
    if (openMs % MINUTE_MS !== 0) return yield* Result.fail("openMs must begin a minute");
    const minute = {
      openMs,
      openE8: yield* readPrice(row[1], "open"),
      highE8: yield* readPrice(row[2], "high"),
      lowE8: yield* readPrice(row[3], "low"),
      closeE8: yield* readPrice(row[4], "close"),
      volumeE8: yield* readDecimal(row[5], "volume"),
    };
    const { openE8, highE8, lowE8, closeE8 } = minute;
    const isInside = (price: number) => lowE8 <= price && price <= highE8;
    return isInside(openE8) && isInside(closeE8)
      ? minute
      : yield* Result.fail("open and close must lie from low to high");
  });
}

function readMs(value: unknown): Read<number> {
  const isRight = typeof value === "number" && Number.isInteger(value) && value >= MS_MIN &&
    value < MS_MAX;
  return isRight ? Result.succeed(value) : Result.fail("the time must be unix milliseconds");
}

/** Prices are safe integers, which hold up to 90 million dollars. */
function readPrice(value: unknown, name: string): Read<number> {
  return Result.flatMap(readDecimal(value, name), (priceE8) => {
    if (priceE8 > 0n && priceE8 <= PRICE_E8_MAX) return Result.succeed(Number(priceE8));
    return Result.fail(`${name} must be above 0 and below 90000000`);
  });
}

function readDecimal(value: unknown, name: string): Read<bigint> {
  const decimal = parseE8(textOf(value) ?? "");
  return decimal === undefined
    ? Result.fail(`${name} must be decimal text with at most 8 decimals`)
    : Result.succeed(decimal);
}

/** Numbers are read by their text, which JSON has already reduced to the shortest form. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "number") return undefined;
  // The shortest text of a small number has an exponent: 1e-8.
  const plain = value < 1 ? value.toFixed(8) : String(value);
  return Number(plain) === value ? plain : undefined;
}
