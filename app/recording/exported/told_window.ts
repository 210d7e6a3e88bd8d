/**
 * Windows as a recording tells them: what the service published of each.
 *
 * @module
 */
import { BigDecimal, Option } from "effect";
import { readE6 } from "../../../adapters/polymarket/clob/e6_text.ts";
import { parseDecimal } from "../../../core/fee/mod.ts";
import { JsonNumber, parseExactJson } from "../../../core/json/mod.ts";
import { fitsColumn } from "../../../core/recording/mod.ts";

/** What was told of a window. Prices are times 10^18, and exact. */
export interface ToldWindow {
  readonly asset: string;
  readonly interval: string;
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly slug: string;
  readonly conditionId: string | null;
  readonly tokens: ReadonlyArray<{ readonly tokenId: string; readonly outcome: string }>;
  readonly targetE18: bigint | null;
  readonly closeE18: bigint | null;
  /** By the venue, or else by target and close. */
  readonly outcome: string | null;
}

/** The fields of a JSON object whose numbers are kept as text. */
export type ExactFields = Readonly<Record<string, unknown>>;

/** Returns the window of a frame; undefined of any other text. */
export function readToldWindow(text: string): ToldWindow | undefined {
  const frame = exactFields(text);
  const window = fieldsOf(frame?.["window"]);
  if (frame?.["type"] !== "window" || window === undefined) return undefined;
  const { asset, interval, slug } = window;
  const [start, end] = [wholeOf(window["start"]), wholeOf(window["end"])];
  const market = fieldsOf(window["market"]);
  const [target, close] = [fieldsOf(window["target"]), fieldsOf(window["close"])];
  const outcome = fieldsOf(window["resolution"])?.["outcome"] ?? window["outcome"];
  if (!isName(asset) || !isName(interval) || !isName(slug)) return undefined;
  if (start === undefined || end === undefined) return undefined;
  const conditionId = market?.["condition_id"];
  return {
    asset,
    interval,
    start,
    end,
    slug,
    conditionId: isName(conditionId) ? conditionId : null,
    tokens: listOf(market?.["outcomes"]).map(fieldsOf).flatMap((one) => {
      const [tokenId, name] = [one?.["token_id"], one?.["name"]];
      return isName(tokenId) && isName(name) ? [{ tokenId, outcome: name }] : [];
    }),
    targetE18: e18Of(target?.["price"]) ?? null,
    closeE18: e18Of(close?.["price"]) ?? null,
    outcome: isName(outcome) ? outcome : null,
  };
}

/** Returns the fields of a JSON object; undefined of any other text. */
export function exactFields(text: string): ExactFields | undefined {
  try {
    return fieldsOf(parseExactJson(text));
  } catch {
    return undefined;
  }
}

/** Returns a value as fields; undefined where it is no object. */
export function fieldsOf(value: unknown): ExactFields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as ExactFields
    : undefined;
}

/** Returns a value as a list; none where it is none. */
export const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : [];

/** Longer ones are no names. */
const NAME_CHARS_MAX = 200;

/** Whether it is a text that can be a name. */
export const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= NAME_CHARS_MAX;

/** Returns a whole number of a frame; undefined where it is none. */
export function wholeOf(value: unknown): number | undefined {
  const count = value instanceof JsonNumber ? Number(value.text) : NaN;
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Returns a number times 10^18; undefined where it is none, or needs more decimals. */
export function e18Of(value: unknown): bigint | undefined {
  const decimal = value instanceof JsonNumber ? parseDecimal(value.text) : Option.none();
  if (Option.isNone(decimal)) return undefined;
  const { value: digits, scale } = BigDecimal.normalize(decimal.value);
  if (scale > 18) return undefined;
  const priceE18 = digits * 10n ** BigInt(18 - scale);
  return fitsColumn(priceE18, "e18") ? priceE18 : undefined;
}

/** Returns a number times 10^6, or null; undefined where it is neither, or needs more decimals. */
export function e6OrNullOf(value: unknown): bigint | null | undefined {
  if (value === null) return null;
  const amountE6 = value instanceof JsonNumber ? readE6(value.text) : undefined;
  return amountE6 !== undefined && fitsColumn(amountE6, "e6") ? amountE6 : undefined;
}
