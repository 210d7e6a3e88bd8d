/**
 * Condition ids: a condition decides how a market of the primary venue resolves.
 *
 * The venue writes one id in two forms: its order book always with 32 bytes, its catalog with 31
 * for markets of Protocol V2, whose last byte is always zero. Both name the same condition, so here
 * ids have one form, the one that the order book and the data service accept.
 *
 * Source: the venue's answers about markets of both protocols, October 2026.
 *
 * @module
 */
import { Brand, Option } from "effect";

/** A condition id: `0x` and 64 hexadecimal digits in lower case. */
export type ConditionId = string & Brand.Brand<"ConditionId">;

const brand = Brand.nominal<ConditionId>();

const LONG = /^0x[0-9a-f]{64}$/i;
/** It begins with the module and has the reserved bits of a position, unlike a truncated id. */
const SHORT = /^0x0[1-3][0-9a-f]{36}0{16}[0-9a-f]{8}$/i;
const LONG_LENGTH = 66;

/** Parses either form, case-insensitively; none for other text. */
export function parseConditionId(text: string): Option.Option<ConditionId> {
  if (!text.startsWith("0x") || !(LONG.test(text) || SHORT.test(text))) return Option.none();
  return Option.some(brand(text.toLowerCase().padEnd(LONG_LENGTH, "0")));
}
