/**
 * `PUT /__account`: what a wallet holds and allows, from now on.
 *
 * @module
 */
import { Result } from "effect";
import { getAddress, isAddress } from "viem/utils";
import { type Fields, type Read, readObject, readText } from "../control_body.ts";
import { type Control } from "../simulator.ts";
import { type Account, type Accounts, allowing, UNLIMITED } from "./accounts.ts";

/** Makes the control. */
export function makeAccountControl(accounts: Accounts): Control {
  return (body) =>
    Result.gen(function* () {
      const keys = ["address", "balance", "allowances", "depositWalletOnly"];
      const fields = yield* readObject(body, keys);
      const address = yield* readText(fields, "address");
      if (!isAnyAddress(address)) return yield* Result.fail(`"address" must be an address`);
      const change: Partial<Account> = {
        ...(fields.has("balance") ? { balanceE6: yield* readBalance(fields) } : {}),
        ...(fields.has("allowances") ? { allowancesE6: yield* readAllowances(fields) } : {}),
        ...(fields.has("depositWalletOnly")
          ? { isDepositWalletOnly: yield* readFlag(fields, "depositWalletOnly") }
          : {}),
      };
      accounts.put(address, change);
    });
}

function readBalance(fields: Fields): Read<bigint> {
  const amountE6 = toE6(fields.get("balance"));
  return amountE6 === undefined
    ? Result.fail(`"balance" must be USDC, a number or decimal text`)
    : Result.succeed(amountE6);
}

/** Yes or no, one amount for every spender, or an amount for each. */
function readAllowances(fields: Fields): Read<ReadonlyMap<string, bigint>> {
  const value = fields.get("allowances");
  if (typeof value === "boolean") return Result.succeed(allowing(value ? UNLIMITED : 0n));
  const amountE6 = toE6(value);
  if (amountE6 !== undefined) return Result.succeed(allowing(amountE6));
  const wanted = `"allowances" must be true, false, USDC, or an object from spender to USDC`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return Result.fail(wanted);
  }
  const allowances = new Map<string, bigint>();
  for (const [spender, amount] of Object.entries(value)) {
    const eachE6 = toE6(amount);
    if (!isAnyAddress(spender) || eachE6 === undefined) return Result.fail(wanted);
    allowances.set(getAddress(spender), eachE6);
  }
  return Result.succeed(allowances);
}

function readFlag(fields: Fields, name: string): Read<boolean> {
  const value = fields.get(name);
  return typeof value === "boolean"
    ? Result.succeed(value)
    : Result.fail(`"${name}" must be true or false`);
}

/** USDC times 10^6, exactly; what a chain's word of 256 bits holds fits by far. */
function toE6(value: unknown): bigint | undefined {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const [, whole, fraction = ""] = /^(\d{1,72})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(6, "0"));
}

/** Whatever its case: a checksum is not asked of a test. */
function isAnyAddress(text: string): boolean {
  return isAddress(text, { strict: false });
}
