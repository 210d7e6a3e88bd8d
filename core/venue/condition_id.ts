/**
 * Ids of conditions: what a market of the primary venue is settled by.
 *
 * The venue spells one id in two ways: its order book always with 32 bytes, its catalog with 31 for
 * markets of Protocol V2, whose last byte is always zero. Both name the same condition, so here it
 * has one spelling, and each boundary sends the one that it takes.
 *
 * Source: the venue's answers about markets of both protocols, October 2026.
 *
 * @module
 */
import { Brand, Option } from "effect";

/** A condition's id: `0x` and 64 hexadecimal digits in lower case. */
export type ConditionId = string & Brand.Brand<"ConditionId">;

const brand = Brand.nominal<ConditionId>();

const SPELLING = /^0x(?:[0-9a-fA-F]{62}|[0-9a-fA-F]{64})$/;
const LONG_LENGTH = 66;
const LAST_BYTE = "00";

/** Reads either spelling, in any case; none for other text. */
export function parseConditionId(text: string): Option.Option<ConditionId> {
  if (!SPELLING.test(text)) return Option.none();
  return Option.some(brand(text.toLowerCase().padEnd(LONG_LENGTH, "0")));
}

/** The spelling with 31 bytes; none for an id that needs all 32. */
export function shortConditionId(id: ConditionId): Option.Option<string> {
  return id.endsWith(LAST_BYTE) ? Option.some(id.slice(0, -LAST_BYTE.length)) : Option.none();
}
