/**
 * Reads what the words and options of `bun run account` say.
 *
 * @module
 */
import { Option, Result } from "effect";
import { checksumAddress } from "../../adapters/polymarket/clob/signing_key.ts";
import { parseEmail, parseScopes, type Scope, SCOPES } from "../../core/access/mod.ts";
import { parseDecimal } from "../../core/fee/mod.ts";
import {
  SIGNATURE_TYPE_NAMES,
  SIGNATURE_TYPES,
  type SignatureType,
  type SpendingLimits,
  toE6,
} from "../../core/order/mod.ts";
import { complain, type Read } from "./complaint.ts";

/** An option as it was written; undefined where it was not. */
export type OptionText = string | boolean | undefined;

/** The address of an account. */
export function readEmail(text: string): Read<string> {
  return Result.mapError(parseEmail(text), ({ message, hint }) => ({ error: message, hint }));
}

/** What a key may do; both where nothing is said. */
export function readScopes(text: OptionText): Read<ReadonlyArray<Scope>> {
  if (text === undefined) return Result.succeed(SCOPES);
  const scopes = parseScopes(String(text));
  return Option.isSome(scopes)
    ? Result.succeed(scopes.value)
    : complain(`Cannot use --scopes "${text}"`, `Send ${SCOPES.join(", ")} or both: read,trade`);
}

/** The world and one digit at least: less than that would name everybody's keys. */
export function readPrefix(text: string): Read<string> {
  return /^sk_(live|test)_[0-9A-Za-z]{1,8}$/.test(text) ? Result.succeed(text) : complain(
    `Cannot use the prefix "${text}"`,
    "Send what a key begins with, such as sk_live_Ab3d",
  );
}

/** A UUID, written in lower case. */
export function readWalletId(text: string): Read<string> {
  const id = text.toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? Result.succeed(id) : complain(
    `Cannot use the wallet id "${text}"`,
    "It is a UUID, as bun run account wallets lists",
  );
}

/** How the venue checks the wallet's signatures; there is no default to guess. */
export function readType(text: OptionText): Read<SignatureType> {
  const hint = SIGNATURE_TYPES.map((type) => `${type} ${SIGNATURE_TYPE_NAMES[type]}`).join(", ");
  const type = SIGNATURE_TYPES.find((type) => String(type) === text);
  if (type !== undefined) return Result.succeed(type);
  return text === undefined
    ? complain("Cannot import a wallet without --type", `It is one of ${hint}`)
    : complain(`Cannot use --type "${text}"`, `Send one of ${hint}`);
}

/** That type 0 has no other funder than its own address can only be seen with the key. */
export function readFunderAddress(
  text: OptionText,
  signatureType: SignatureType,
): Read<Option.Option<string>> {
  if (text === undefined) {
    return signatureType === 0 ? Result.succeed(Option.none()) : complain(
      `Cannot import a wallet of type ${signatureType} without --funder`,
      `It is the address of its contract, the ${SIGNATURE_TYPE_NAMES[signatureType]}`,
    );
  }
  const address = checksumAddress(String(text));
  return Option.isSome(address) ? Result.succeed(address) : complain(
    `Cannot use --funder "${text}"`,
    "Send 0x and 40 hexadecimal digits; letters of both cases are a checksum, which is wrong here",
  );
}

/** The options of limits. */
export const LIMIT_OPTIONS = {
  orderMaxE6: "max-order-usdc",
  dayMaxE6: "max-daily-usdc",
} as const satisfies Record<keyof SpendingLimits, string>;

/** What is to be changed; at least one limit must be named. */
export function readLimits(
  options: Readonly<Record<string, OptionText>>,
): Read<Partial<SpendingLimits>> {
  return Result.gen(function* () {
    const named = Object.entries(LIMIT_OPTIONS).filter(([, name]) => options[name] !== undefined);
    if (named.length === 0) {
      const names = Object.values(LIMIT_OPTIONS).map((name) => `--${name}`);
      return yield* complain(`Cannot limit a wallet without ${names.join(" or ")}`, LIMIT_HINT);
    }
    const limits: Partial<Record<string, Option.Option<bigint>>> = {};
    for (const [limit, name] of named) limits[limit] = yield* readLimit(name, options[name]);
    return limits;
  });
}

const LIMIT_HINT = "Send USDC with up to 6 decimals, such as 250 or 99.5, or none for no limit";

/** Twelve digits before the point are more money than there is. */
function readLimit(name: string, text: OptionText): Read<Option.Option<bigint>> {
  if (text === "none") return Result.succeed(Option.none());
  const isPlain = /^\d{1,12}(\.\d{1,6})?$/.test(String(text));
  const maxE6 = Option.filter(
    Option.map(isPlain ? parseDecimal(String(text)) : Option.none(), toE6),
    (maxE6) => maxE6 > 0n,
  );
  return Option.isSome(maxE6)
    ? Result.succeed(maxE6)
    : complain(`Cannot use --${name} "${text}"`, LIMIT_HINT);
}
