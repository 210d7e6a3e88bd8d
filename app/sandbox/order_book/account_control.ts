/**
 * `PUT /__account`: what a wallet holds and allows, from now on.
 *
 * @module
 */
import { Result } from "effect";
import { getAddress, isAddress } from "viem/utils";
import { type Fields, type Read, readObject, readText } from "../control_body.ts";
import { type Control } from "../simulator.ts";
import { type Account, type Accounts, type Allowances, allowing, UNLIMITED } from "./accounts.ts";
import { parseE6 } from "./micro_units.ts";

const MORE_KEYS = ["shares", "banned", "closedOnly"];

/**
 * Makes the control. `allowances` are of any spenders, of money and of shares alike unless they are
 * told apart, as `{"collateral": ..., "shares": ...}`. Beside what every wallet has, `shares`
 * `{tokenId: "10"}` sets what it holds of tokens, and `banned` and `closedOnly` keep it from
 * trading or from buying.
 */
export function makeAccountControl(accounts: Accounts): Control {
  return (body) =>
    Result.gen(function* () {
      const keys = ["address", "balance", "allowances", "depositWalletOnly", ...MORE_KEYS];
      const fields = yield* readObject(body, keys);
      const address = yield* readText(fields, "address");
      if (!isAnyAddress(address)) return yield* Result.fail(`"address" must be an address`);
      const change: Partial<Account> = {
        ...(fields.has("balance") ? { balanceE6: yield* readBalance(fields) } : {}),
        ...(fields.has("allowances") ? yield* readBoth(fields.get("allowances")) : {}),
        ...(fields.has("depositWalletOnly")
          ? { isDepositWalletOnly: yield* readFlag(fields, "depositWalletOnly") }
          : {}),
        ...(fields.has("banned") ? { isBanned: yield* readFlag(fields, "banned") } : {}),
        ...(fields.has("closedOnly")
          ? { isClosedOnly: yield* readFlag(fields, "closedOnly") }
          : {}),
      };
      const shares = fields.has("shares") ? yield* readShares(fields) : new Map();
      const sharesE6 = new Map([...accounts.of(address).sharesE6, ...shares]);
      accounts.put(address, { ...change, sharesE6 });
    });
}

function readBalance(fields: Fields): Read<bigint> {
  const amountE6 = toE6(fields.get("balance"));
  return amountE6 === undefined
    ? Result.fail(`"balance" must be USDC, a number or decimal text`)
    : Result.succeed(amountE6);
}

type BothAllowances = Partial<Pick<Account, "allowancesE6" | "shareAllowancesE6">>;

/** The same for money and for shares, or each on its own; what is left out then stays. */
function readBoth(value: unknown): Read<BothAllowances> {
  return Result.gen(function* () {
    const parts = partsOf(value);
    if (parts === undefined) {
      const both = yield* readAllowances(value);
      return { allowancesE6: both, shareAllowancesE6: both };
    }
    const [money, shares] = [parts.get("collateral"), parts.get("shares")];
    return {
      ...(money === undefined ? {} : { allowancesE6: yield* readAllowances(money) }),
      ...(shares === undefined ? {} : { shareAllowancesE6: yield* readAllowances(shares) }),
    };
  });
}

/** The two parts, where nothing else is named. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const parts = new Map<string, unknown>(Object.entries(value));
  const areParts = parts.keys().every((name) => name === "collateral" || name === "shares");
  return areParts && parts.size > 0 ? parts : undefined;
}

/** Yes or no, one amount for every spender, or an amount for each. */
function readAllowances(value: unknown): Read<Allowances> {
  if (typeof value === "boolean") return Result.succeed(allowing(value ? UNLIMITED : 0n));
  const amountE6 = toAllowanceE6(value);
  if (amountE6 !== undefined) return Result.succeed(allowing(amountE6));
  const wanted = `"allowances" must be true, false, USDC, an object from spender to USDC, or ` +
    `{"collateral", "shares"} of these`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return Result.fail(wanted);
  }
  const allowances = new Map<string, bigint>();
  for (const [spender, amount] of Object.entries(value)) {
    const eachE6 = toAllowanceE6(amount);
    if (!isAnyAddress(spender) || eachE6 === undefined) return Result.fail(wanted);
    allowances.set(getAddress(spender), eachE6);
  }
  return Result.succeed(allowances);
}

/** How many shares of each token; those of tokens that are left out stay. */
function readShares(fields: Fields): Read<ReadonlyMap<string, bigint>> {
  const value = fields.get("shares");
  const wanted = `"shares" must be an object from token id to shares`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return Result.fail(wanted);
  }
  const shares = new Map<string, bigint>();
  for (const [tokenId, amount] of Object.entries(value)) {
    const sizeE6 = toE6(amount);
    if (!/^\d{1,78}$/.test(tokenId) || sizeE6 === undefined) return Result.fail(wanted);
    shares.set(tokenId, sizeE6);
  }
  return Result.succeed(shares);
}

function readFlag(fields: Fields, name: string): Read<boolean> {
  const value = fields.get(name);
  return typeof value === "boolean"
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be true or false`);
}

/** USDC, or what `GET /balance-allowance` answers for a spender without a limit. */
function toAllowanceE6(value: unknown): bigint | undefined {
  return value === String(UNLIMITED) ? UNLIMITED : toE6(value);
}

/** A number or decimal text, times 10^6. */
function toE6(value: unknown): bigint | undefined {
  return typeof value === "number" || typeof value === "string"
    ? parseE6(String(value))
    : undefined;
}

/** Whatever its case: a checksum is not asked of a test. */
function isAnyAddress(text: string): boolean {
  return isAddress(text, { strict: false });
}
