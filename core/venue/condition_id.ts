/**
 * Ids of conditions: what a market of the primary venue is settled by.
 *
 * The venue spells one id in two ways: its order book always with 32 bytes, its catalog with 31 for
 * markets of Protocol V2, whose last byte is always zero. Both name the same condition, so here it
 * has one spelling, which is the one that the order book and the data service take.
 *
 * Source: the venue's answers about markets of both protocols, October 2026.
 *
 * @module
 */
import { Brand, Option } from "effect";

/** A condition's id: `0x` and 64 hexadecimal digits in lower case. */
export type ConditionId = string & Brand.Brand<"ConditionId">;

const brand = Brand.nominal<ConditionId>();

const LONG = /^0x[0-9a-f]{64}$/i;
/** It begins with its module, and has the reserved bits of a position: what is cut off has not. */
const SHORT = /^0x0[1-3][0-9a-f]{36}0{16}[0-9a-f]{8}$/i;
const LONG_LENGTH = 66;

/** Reads either spelling, in any case; none for other text. */
export function parseConditionId(text: string): Option.Option<ConditionId> {
  if (!text.startsWith("0x") || !(LONG.test(text) || SHORT.test(text))) return Option.none();
  return Option.some(brand(text.toLowerCase().padEnd(LONG_LENGTH, "0")));
}
