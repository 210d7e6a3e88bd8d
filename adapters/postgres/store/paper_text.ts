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

/** Writes an account. */
export function accountText({ sharesE6, ...account }: PaperAccount): string {
  return JSON.stringify({ ...account, sharesE6: [...sharesE6] }, withIntegers);
}

/** Reads what {@linkcode accountText} wrote. */
export function readAccountText(text: string): PaperAccount {
  const { sharesE6, ...account } = JSON.parse(text, asIntegers) as
    & Omit<PaperAccount, "sharesE6">
    & { readonly sharesE6: ReadonlyArray<readonly [string, bigint]> };
  return { ...account, sharesE6: new Map(sharesE6) };
}

function withIntegers(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

function asIntegers(_: string, value: unknown): unknown {
  return typeof value === "string" && INTEGER.test(value) ? BigInt(value.slice(0, -1)) : value;
}
