/**
 * Writes a range and what is in it.
 *
 * @module
 */
import { type EncodedBody } from "../edge/answer/answer.ts";
import { encodedBody } from "../edge/answer/encoded_body.ts";
import { type TimeRange, toIso } from "../../../core/time/mod.ts";
import type { RangeWire } from "./wire_history.ts";

/** Returns the requested range. */
export function rangeBody({ startSec, endSec }: TimeRange): typeof RangeWire.static {
  return { start: startSec, end: endSec, startIso: toIso(startSec), endIso: toIso(endSec) };
}

/** Returns the texts of a JSON array whose elements each begin with a comma. */
export function arrayTexts(elements: ReadonlyArray<string>): ReadonlyArray<string> {
  const first = elements.findIndex((element) => element !== "");
  if (first === -1) return ["[]"];
  const texts = elements.slice(first);
  texts[0] = `[${texts[0]?.slice(1)}`;
  texts.push("]");
  return texts;
}

/** Returns the body of an object with further fields, given as texts that follow each other. */
export function withFields(object: object, fields: ReadonlyArray<string>): EncodedBody {
  return encodedBody([`${JSON.stringify(object).slice(0, -1)},`, ...fields, "}"]);
}

/** Returns the text of a window with its outcome. */
export function withMeta(item: string, meta: object | undefined): string {
  return meta === undefined ? item : `${item.slice(0, -1)},${JSON.stringify(meta).slice(1)}`;
}

/** The oracle allows 10 calls a second, and one window takes one call; this leaves a margin. */
const WINDOWS_A_SEC = 8;
const RETRY_AFTER_SEC_MAX = 30;

/** Returns when to retry for `leftCount` items that there was no time for; empty for none. */
export function retryAfterSec(leftCount: number): { readonly retryAfterSec?: number } {
  return leftCount === 0
    ? {}
    : { retryAfterSec: Math.min(RETRY_AFTER_SEC_MAX, Math.ceil(leftCount / WINDOWS_A_SEC)) };
}
