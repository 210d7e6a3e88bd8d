/**
 * Rows of what the service published: targets, and the best prices of windows.
 *
 * @module
 */
import { e18ToNumber } from "../../../core/price/mod.ts";
import type { ExportedRow, Received } from "../../../core/recording/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import {
  e18Of,
  e6OrNullOf,
  type ExactFields,
  exactFields,
  fieldsOf,
  isName,
  listOf,
  wholeOf,
} from "./told_window.ts";
import type { ToldWindows } from "./told_windows.ts";

/**
 * Returns the row of a target; undefined of a frame that cannot be read. A frame of a target has
 * the nearest double: the price is the exact one where the window's own frame has it.
 */
export function targetRow(
  { atMs, text }: Received,
  windows: Pick<ToldWindows, "targetsOf">,
): ExportedRow<"targets"> | undefined {
  const frame = exactFields(text);
  const { asset, marketType: interval, source, price: told } = frame ?? {};
  const start = wholeOf(frame?.["windowStart"]);
  const priceE18 = e18Of(told);
  if (!isName(asset) || !isName(interval) || !isName(source)) return undefined;
  if (start === undefined || priceE18 === undefined) return undefined;
  const double = told instanceof JsonNumber ? Number(told.text) : NaN;
  const exact = windows.targetsOf({ asset, interval, start })
    .find((known) => e18ToNumber(known) === double);
  return { asset, interval, start, price: exact ?? priceE18, source, at_ms: atMs };
}

/** The windows of a day and of the one before it, which may have told of them. */
export type SlugOf = ToldWindows["slugOf"];

/**
 * Returns the rows of a frame of best prices, one an outcome; undefined of one that cannot be read,
 * and `unknown` of a window that nothing tells of.
 */
export function quoteRows(
  { atMs, about, text }: Received,
  slugOf: SlugOf,
): ReadonlyArray<ExportedRow<"quotes">> | "unknown" | undefined {
  const frame = exactFields(text);
  const [, asset = "", interval = ""] = about.split(":");
  const start = wholeOf(frame?.["start"]);
  if (start === undefined) return undefined;
  const slug = slugOf({ asset, interval, start });
  if (slug === undefined) return "unknown";
  const rows: Array<ExportedRow<"quotes">> = [];
  for (const one of listOf(frame?.["outcomes"])) {
    const row = quoteRow(fieldsOf(one), { slug, at_ms: atMs });
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}

function quoteRow(
  outcome: ExactFields | undefined,
  place: Pick<ExportedRow<"quotes">, "slug" | "at_ms">,
): ExportedRow<"quotes"> | undefined {
  const name = outcome?.["name"];
  const best_bid = e6OrNullOf(outcome?.["best_bid"]);
  const bid_size = e6OrNullOf(outcome?.["bid_size"]);
  const best_ask = e6OrNullOf(outcome?.["best_ask"]);
  const ask_size = e6OrNullOf(outcome?.["ask_size"]);
  if (!isName(name) || best_bid === undefined || bid_size === undefined) return undefined;
  if (best_ask === undefined || ask_size === undefined) return undefined;
  return { ...place, outcome: name, best_bid, bid_size, best_ask, ask_size };
}
