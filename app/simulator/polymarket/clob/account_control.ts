/**
 * `PUT /__account`: sets a wallet's balances and allowances from now on.
 *
 * @module
 */
import { Result } from "effect";
import { getAddress, isAddress } from "viem/utils";
import { type Read, readFields, readText } from "../../kit/control_body.ts";
import { type Fields, fieldsOf, isJsonObject } from "../../kit/json.ts";
import { type Control } from "../../kit/simulator.ts";
import { withAllowance, withOperator } from "../chain/approvals.ts";
import { OPERATORS, SPLITTERS } from "../chain/contract.ts";
import { type OnChain } from "./on_chain.ts";
import { type Account, type Accounts, type Allowances, allowing, UNLIMITED } from "./accounts.ts";
import { parseE6 } from "./micro_units.ts";

const NO_SHARES: ReadonlyMap<string, bigint> = new Map();
const MORE_KEYS = ["shares", "banned", "closedOnly"];
/** The contracts that claim, split and merge. */
const OTHERS: ReadonlySet<string> = new Set([
  ...SPLITTERS,
  ...OPERATORS.map(({ operator }) => operator),
]);

/**
 * Makes the control. `allowances` apply to any spenders, for both money and shares, unless given
 * separately as `{"collateral": ..., "shares": ...}`. In addition to the fields that every wallet
 * has, `shares` `{tokenId: "10"}` sets its token balances, which the chain sees come or go, and
 * `banned` and `closedOnly` block trading or buying.
 */
export function makeAccountControl(
  { accounts, onChain, engine }: {
    readonly accounts: Accounts;
    readonly onChain: Pick<OnChain, "give">;
    readonly engine: { readonly tend: () => void };
  },
): Control {
  return (body) =>
    Result.gen(function* () {
      // What is due came before.
      engine.tend();
      const keys = ["address", "balance", "allowances", "depositWalletOnly", ...MORE_KEYS];
      const fields = yield* readFields(body, keys);
      const address = yield* readText(fields, "address");
      if (!isAnyAddress(address)) return yield* Result.fail(`"address" must be an address`);
      const change: Partial<Account> = {
        ...(fields.has("balance") ? { balanceE6: yield* readBalance(fields) } : {}),
        ...(fields.has("allowances")
          ? yield* readBoth(fields.get("allowances"), accounts.of(address))
          : {}),
        ...(fields.has("depositWalletOnly")
          ? { isDepositWalletOnly: yield* readFlag(fields, "depositWalletOnly") }
          : {}),
        ...(fields.has("banned") ? { isBanned: yield* readFlag(fields, "banned") } : {}),
        ...(fields.has("closedOnly")
          ? { isClosedOnly: yield* readFlag(fields, "closedOnly") }
          : {}),
      };
      const shares = fields.has("shares") ? yield* readShares(fields) : NO_SHARES;
      onChain.give(address, shares);
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

type BothAllowances = Partial<
  Pick<Account, "allowancesE6" | "shareAllowancesE6" | "splitAllowancesE6" | "operators">
>;

/** Reads one value for both money and shares, or separate ones; an omitted one stays unchanged. */
function readBoth(value: unknown, account: Account): Read<BothAllowances> {
  return Result.gen(function* () {
    const parts = partsOf(value);
    if (parts === undefined) {
      const both = yield* readAllowances(value);
      return { ...moneyChange(both, account), ...sharesChange(both, account) };
    }
    const [money, shares] = [parts.get("collateral"), parts.get("shares")];
    return {
      ...(money === undefined ? {} : moneyChange(yield* readAllowances(money), account)),
      ...(shares === undefined ? {} : sharesChange(yield* readAllowances(shares), account)),
    };
  });
}

/** The contracts that settle orders have what is named alone; others that are not, keep theirs. */
function moneyChange(allowances: Allowances, account: Account): BothAllowances {
  const { splitAllowancesE6 } = SPLITTERS.filter((spender) => allowances.has(spender))
    .reduce((to, name) => withAllowance(to, name, allowances.get(name) ?? 0n), account);
  return { ...forOrders("allowancesE6", allowances), splitAllowancesE6 };
}

function sharesChange(allowances: Allowances, account: Account): BothAllowances {
  const { operators } = OPERATORS.filter(({ operator }) => allowances.has(operator))
    .reduce((to, each) => withOperator(to, each, allowances.get(each.operator) !== 0n), account);
  return { ...forOrders("shareAllowancesE6", allowances), operators };
}

/** Nothing changes if only other contracts are named. */
function forOrders(
  field: "allowancesE6" | "shareAllowancesE6",
  allowances: Allowances,
): BothAllowances {
  const own = [...allowances].filter(([spender]) => !OTHERS.has(spender));
  return own.length === 0 && allowances.size > 0 ? {} : { [field]: new Map(own) };
}

/** Returns the two parts if the object has no other keys. */
function partsOf(value: unknown): Fields | undefined {
  const parts = fieldsOf(value);
  const areParts = parts.keys().every((name) => name === "collateral" || name === "shares");
  return areParts && parts.size > 0 ? parts : undefined;
}

/** Reads yes or no, one amount for every spender, or an amount for each. */
function readAllowances(value: unknown): Read<Allowances> {
  if (typeof value === "boolean") return Result.succeed(allowingAll(value ? UNLIMITED : 0n));
  const amountE6 = toAllowanceE6(value);
  if (amountE6 !== undefined) return Result.succeed(allowingAll(amountE6));
  const wanted = `"allowances" must be true, false, USDC, an object from spender to USDC, or ` +
    `{"collateral", "shares"} of these`;
  if (!isJsonObject(value)) return Result.fail(wanted);
  const allowances = new Map<string, bigint>();
  for (const [spender, amount] of Object.entries(value)) {
    const eachE6 = toAllowanceE6(amount);
    if (!isAnyAddress(spender) || eachE6 === undefined) return Result.fail(wanted);
    allowances.set(getAddress(spender), eachE6);
  }
  return Result.succeed(allowances);
}

function allowingAll(amountE6: bigint): Allowances {
  return new Map([...allowing(amountE6), ...[...OTHERS].map((name) => [name, amountE6] as const)]);
}

/** Reads the balance of each token; omitted tokens stay unchanged. */
function readShares(fields: Fields): Read<ReadonlyMap<string, bigint>> {
  const value = fields.get("shares");
  const wanted = `"shares" must be an object from token id to shares`;
  if (!isJsonObject(value)) return Result.fail(wanted);
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

/** Reads USDC, or the value by which `GET /balance-allowance` reports no limit. */
function toAllowanceE6(value: unknown): bigint | undefined {
  return value === String(UNLIMITED) ? UNLIMITED : toE6(value);
}

/** Reads a number or decimal text, times 10^6. */
function toE6(value: unknown): bigint | undefined {
  return typeof value === "number" || typeof value === "string"
    ? parseE6(String(value))
    : undefined;
}

/** In any case: tests need no checksum. */
function isAnyAddress(text: string): boolean {
  return isAddress(text, { strict: false });
}
