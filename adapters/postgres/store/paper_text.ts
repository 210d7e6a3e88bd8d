/**
 * Paper wallets as text: JSON with exact integers.
 *
 * @module
 */
import type { PaperAccount, PaperFill, PaperOrder } from "../../../core/paper/mod.ts";

/** An integer of any size is written as text with this at its end. */
const INTEGER = /^-?\d+n$/;

/** Writes an order or a fill. */
export function paperText(value: PaperOrder | PaperFill): string {
  return JSON.stringify(value, withIntegers);
}

/** Reads what {@linkcode paperText} wrote. */
export function readPaperText<T extends PaperOrder | PaperFill>(text: string): T {
  return JSON.parse(text, asIntegers) as T;
}

/** An account but for its shares, which may be of many tokens. */
type WithoutShares = Omit<PaperAccount, "sharesE6">;

/** Writes an account without its shares. */
export function accountText({ sharesE6: _, ...account }: PaperAccount): string {
  return JSON.stringify(account satisfies WithoutShares, withIntegers);
}

/** Reads what {@linkcode accountText} wrote. */
export function readAccountText(text: string): WithoutShares {
  return JSON.parse(text, asIntegers) as WithoutShares;
}

function withIntegers(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

function asIntegers(_: string, value: unknown): unknown {
  return typeof value === "string" && INTEGER.test(value) ? BigInt(value.slice(0, -1)) : value;
}
