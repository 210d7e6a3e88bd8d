/**
 * Parses the values of `bun run account`'s arguments and options.
 *
 * @module
 */
import { Option, Result } from "effect";
import { checksumAddress } from "../../../adapters/polymarket/clob/signing_key.ts";
import {
  parseEmail,
  parseKeyName,
  parseScopes,
  type Scope,
  SCOPES,
} from "../../../core/access/mod.ts";
import { parseDecimal, toE6 } from "../../../core/fee/mod.ts";
import {
  CLAIM_POLICIES,
  type ClaimPolicy,
  SIGNATURE_TYPE_NAMES,
  SIGNATURE_TYPES,
  type SignatureType,
  type SpendingLimits,
  UNLIMITED,
} from "../../../core/order/mod.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import { complain, type Read, readOf } from "./command_failure.ts";

/** An option's text; undefined where it is absent. */
export type OptionText = string | boolean | undefined;

/** Parses the e-mail address of an account. */
export function readEmail(text: string): Read<string> {
  return readOf(parseEmail(text));
}

/** Parses the scopes of a key. Default: to read alone. */
export function readScopes(text: OptionText): Read<ReadonlyArray<Scope>> {
  if (text === undefined) return Result.succeed(["read"]);
  const scopes = parseScopes(String(text));
  return Option.isSome(scopes)
    ? Result.succeed(scopes.value)
    : complain(`Cannot use --scopes "${text}"`, `Send ${SCOPES.join(", ")} or both: read,trade`);
}

/** Parses the name of a key. Default: none. */
export function readKeyName(text: OptionText): Read<string> {
  return readOf(parseKeyName(text === undefined ? "" : String(text)));
}

/** Parses a key's prefix: the world and at least one more digit, else it would match every key. */
export function readPrefix(text: string): Read<string> {
  return /^sk_(live|test)_[0-9A-Za-z]{1,8}$/.test(text) ? Result.succeed(text) : complain(
    `Cannot use the prefix "${text}"`,
    "Send the first characters of a key, such as sk_live_Ab3d",
  );
}

/** Parses a wallet's UUID. Returns it in lower case. */
export function readWalletId(text: string): Read<string> {
  const id = text.toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? Result.succeed(id) : complain(
    `Cannot use the wallet id "${text}"`,
    `Send a UUID, as listed by: ${ownCommand("account wallets <email>")}`,
  );
}

/** Parses a wallet's signature type: how the venue checks its signatures. There is no default. */
export function readType(text: OptionText): Read<SignatureType> {
  const hint = SIGNATURE_TYPES.map((type) => `${type} ${SIGNATURE_TYPE_NAMES[type]}`).join(", ");
  const type = SIGNATURE_TYPES.find((type) => String(type) === text);
  if (type !== undefined) return Result.succeed(type);
  return text === undefined
    ? complain("Cannot import a wallet without --type", `Send one of ${hint}`)
    : complain(`Cannot use --type "${text}"`, `Send one of ${hint}`);
}

/**
 * Parses a funder's address. A funder of type 0 must equal the key's own address; that is checked
 * later, when the key is known.
 */
export function readFunderAddress(
  text: OptionText,
  signatureType: SignatureType,
): Read<Option.Option<string>> {
  if (text === undefined) {
    return signatureType === 0 ? Result.succeed(Option.none()) : complain(
      `Cannot import a wallet of type ${signatureType} without --funder`,
      `Send the address of its contract, the ${SIGNATURE_TYPE_NAMES[signatureType]}`,
    );
  }
  const address = checksumAddress(String(text));
  return Option.isSome(address) ? Result.succeed(address) : complain(
    `Cannot use --funder "${text}"`,
    "Send 0x and 40 hexadecimal digits; in mixed case the checksum must be correct",
  );
}

/** Parses the policy by which a wallet claims. There is no default. */
export function readClaimPolicy(text: OptionText): Read<ClaimPolicy> {
  const policy = CLAIM_POLICIES.find((policy) => policy === text);
  if (policy !== undefined) return Result.succeed(policy);
  const hint = "auto: the service claims what was won once a market is resolved; off: only on " +
    "request";
  return text === undefined
    ? complain("Cannot set how a wallet claims without --policy", `Send ${hint}`)
    : complain(`Cannot use --policy "${text}"`, `Send ${hint}`);
}

/** The option that sets each limit. */
export const LIMIT_OPTIONS = {
  orderMaxE6: "max-order-usdc",
  dayMaxE6: "max-daily-usdc",
} as const satisfies Record<keyof SpendingLimits, string>;

/** Parses the limits to change; `--none` removes both. Fails if there are none to change. */
export function readLimits(
  options: Readonly<Record<string, OptionText>>,
): Read<Partial<SpendingLimits>> {
  return Result.gen(function* () {
    const named = Object.entries(LIMIT_OPTIONS).filter(([, name]) => options[name] !== undefined);
    if (options["none"] === true) {
      const [other] = named;
      return other === undefined ? UNLIMITED : yield* complain(
        `Cannot use --none with --${other[1]}`,
        "--none removes both limits; leave one of the options out",
      );
    }
    if (named.length === 0) {
      const names = Object.values(LIMIT_OPTIONS).map((name) => `--${name}`);
      return yield* complain(`Cannot limit a wallet without ${names.join(" or ")}`, LIMIT_HINT);
    }
    const limits: Partial<Record<string, Option.Option<bigint>>> = {};
    for (const [limit, name] of named) limits[limit] = yield* readLimit(name, options[name]);
    return limits;
  });
}

const LIMIT_HINT = "Send USDC with up to 6 decimals, such as 250 or 99.5, or none for no limit; " +
  "--none removes both";

/** Parses a limit. Twelve digits before the point are enough for any amount of USDC. */
export function readLimit(name: string, text: OptionText): Read<Option.Option<bigint>> {
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
