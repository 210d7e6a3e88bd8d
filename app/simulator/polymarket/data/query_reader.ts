/**
 * Reads the query parameters of the data service. Unknown names are ignored.
 *
 * @module
 */
import { Result } from "effect";
import { isAddress } from "viem/utils";
import { type Answer } from "../../kit/answer.ts";
import { SPENDERS } from "../clob/spender.ts";
import { refused } from "./failure.ts";
import { CONDITION, CONDITIONS_MAX } from "./resolutions.ts";

/** A value, or the answer that refuses the request. */
export type Parsed<T> = Result.Result<T, Answer>;

/** The venue's contracts: none of them is a wallet. The rest are those of claims. */
const CONTRACTS: ReadonlySet<string> = new Set([
  ...SPENDERS,
  "0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB",
  "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045",
  "0xAdA100Db00Ca00073811820692005400218FcE1f",
  "0xadA2005600Dec949baf300f4C6120000bDB6eAab",
  "0x12121212006e4CD160D18e3f00711DA5c3372600",
  "0x006F54F7f9A22e0000CC2AB60031000000ae9fEF",
  "0xa1200000d0002264C9a1698e001292D00E1b00af",
].map((address) => address.toLowerCase()));

/** Reads `user`, in lower case: a wallet, and not a contract. */
export function readUser(query: URLSearchParams): Parsed<string> {
  const user = query.get("user")?.toLowerCase() ?? "";
  if (!isAddress(user, { strict: false })) return refuse("user", "must be an address");
  return CONTRACTS.has(user)
    ? refuse("user", "is a contract and not a wallet")
    : Result.succeed(user);
}

/** Reads conditions of 64 digits; undefined for all. */
export function readConditions(
  query: URLSearchParams,
): Parsed<ReadonlySet<string> | undefined> {
  const text = query.get("condition");
  if (text === null) return Result.succeed(undefined);
  const conditions = text.toLowerCase().split(",");
  if (conditions.length > CONDITIONS_MAX) {
    return refuse("condition", `must be at most ${CONDITIONS_MAX}`);
  }
  return conditions.every((condition) => CONDITION.test(condition))
    ? Result.succeed(new Set(conditions))
    : refuse("condition", "must have 64 digits");
}

/** Reads a whole number of unix seconds, or the fallback. */
export function readSec(
  query: URLSearchParams,
  name: "start" | "end",
  fallback: number,
): Parsed<number> {
  const text = query.get(name);
  if (text === null) return Result.succeed(fallback);
  return /^\d{1,10}$/.test(text)
    ? Result.succeed(Number(text))
    : refuse(name, "must be unix seconds");
}

/** Reads decimal text, zero or more, or the fallback. */
export function readAmount(query: URLSearchParams, fallback: number): Parsed<number> {
  const text = query.get("filter_amount");
  if (text === null) return Result.succeed(fallback);
  return /^\d{1,12}(\.\d{1,12})?$/.test(text)
    ? Result.succeed(Number(text))
    : refuse("filter_amount", "must be a number");
}

/** Reads `true` or `false`, or the fallback. */
export function readFlag(
  query: URLSearchParams,
  name: string,
  fallback: boolean,
): Parsed<boolean> {
  return Result.map(
    readWord(query, name, { words: ["true", "false"], fallback: String(fallback) }),
    (word) => word === "true",
  );
}

/** Reads one of the words, or the fallback. */
export function readWord<W extends string>(
  query: URLSearchParams,
  name: string,
  { words, fallback }: { readonly words: ReadonlyArray<W>; readonly fallback: W | string },
): Parsed<W> {
  const text = query.get(name) ?? fallback;
  const word = words.find((each) => each === text);
  return word === undefined
    ? refuse(name, `must be one of ${words.join(", ")}`)
    : Result.succeed(word);
}

/** Refuses a parameter. */
export function refuse(parameter: string, error: string): Parsed<never> {
  return Result.fail(refused(parameter, `${parameter} ${error}`));
}
