/**
 * Reads the query of `crypto-price`.
 *
 * The real site's answer to an invalid query was not observed: 400 is a guess. It answers other
 * variants with prices of the exchange, and a query without the average's parameters with spot
 * prices: nobody asks for either, and both would be mistakes, so here they are refused.
 *
 * @module
 */
import { Result } from "effect";
import { type Interval } from "../../../../core/market/mod.ts";
import { type OracleStream } from "../../../../core/price/mod.ts";
import { type Answer } from "../../kit/answer.ts";
import { type DecidedWindow } from "../venue/window_value.ts";
import { failed } from "./failure.ts";
import { ASSET_BY_SITE_SYMBOL } from "./site_symbol.ts";

/** The requested window, and the oracle's stream of its average. */
export interface PriceQuestion {
  readonly window: DecidedWindow;
  readonly stream: OracleStream;
}

const INTERVAL_OF: ReadonlyMap<string, Interval> = new Map<string, Interval>([
  ["fiveminute", "5min"],
  ["fifteen", "15min"],
  ["fourhour", "4hour"],
]);

const STREAM_OF: ReadonlyMap<string, OracleStream> = new Map<string, OracleStream>([
  ["30", "twap_30"],
  ["60", "twap_60"],
]);
const SECOND = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Reads the query, or returns the refusal. */
export function readPriceQuestion(query: URLSearchParams): Result.Result<PriceQuestion, Answer> {
  return Result.gen(function* () {
    const asset = ASSET_BY_SITE_SYMBOL.get(query.get("symbol") ?? "");
    if (asset === undefined) return yield* refused("symbol");
    const startSec = yield* readSecond(query, "eventStartTime");
    const endSec = yield* readSecond(query, "endDate");
    if (endSec <= startSec) return yield* refused("endDate");
    const interval = INTERVAL_OF.get(query.get("variant") ?? "");
    if (interval === undefined) return yield* refused("variant");
    if (query.get("twapEnabled") !== "true") return yield* refused("twapEnabled");
    const stream = STREAM_OF.get(query.get("twapLookbackSeconds") ?? "");
    if (stream === undefined) return yield* refused("twapLookbackSeconds");
    return { window: { asset, interval, startSec, endSec }, stream };
  });
}

function readSecond(query: URLSearchParams, name: string): Result.Result<number, Answer> {
  const text = query.get(name) ?? "";
  const sec = SECOND.test(text) ? Date.parse(text) / 1_000 : NaN;
  return Number.isNaN(sec) ? refused(name) : Result.succeed(sec);
}

function refused(name: string): Result.Result<never, Answer> {
  return Result.fail(failed(400, `invalid ${name}`));
}
