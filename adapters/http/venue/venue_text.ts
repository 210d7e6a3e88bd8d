/**
 * How the venue writes amounts, instants and pages.
 *
 * @module
 */
import { formatDecimal, fromE6 } from "../../../core/fee/mod.ts";

/** Writes an amount times 10^6 as decimal text. */
export function textOf(e6: bigint): string {
  return formatDecimal(fromE6(e6));
}

/** Writes an amount times 10^6 as a JSON number, as the venue does of ticks and least sizes. */
export function numberOf(e6: bigint): number {
  return Number(textOf(e6));
}

/** Writes an instant as whole unix seconds. */
export function secondsOf(ms: number): string {
  return String(Math.floor(ms / 1000));
}

/** A page of a list, with the venue's field names. */
export interface VenuePage {
  readonly limit: number;
  readonly count: number;
  readonly next_cursor: string;
  readonly data: ReadonlyArray<unknown>;
}

const LIMIT = 100;
/** The cursor after the last page: "-1". */
const END_CURSOR = "LTE=";
const OFFSET = /^(0|[1-9]\d{0,5})$/;

/** Returns the page at a cursor: an offset's digits in base64. Undefined for any other text. */
export function pageAt(
  items: ReadonlyArray<unknown>,
  cursor: string | null,
): VenuePage | undefined {
  const offset = cursor === null || cursor === "" ? 0 : offsetOf(cursor, items.length);
  if (offset === undefined) return undefined;
  const data = items.slice(offset, offset + LIMIT);
  const isLast = offset + LIMIT >= items.length;
  const next_cursor = isLast ? END_CURSOR : btoa(String(offset + LIMIT));
  return { limit: LIMIT, count: data.length, next_cursor, data };
}

function offsetOf(cursor: string, end: number): number | undefined {
  if (cursor === END_CURSOR) return end;
  const text = Buffer.from(cursor, "base64").toString();
  return OFFSET.test(text) && btoa(text) === cursor ? Number(text) : undefined;
}
