/**
 * The balances of the wallets at the simulated venue, and their allowances for its contracts.
 *
 * A new wallet has 10,000 USDC, full allowances, and no shares. An override replaces the fields it
 * names and keeps the rest, shares included.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { operatorKey, OPERATORS, SPLITTERS } from "../chain/contract.ts";
import { SPENDERS } from "./spender.ts";

/** One wallet. Amounts are USDC times 10^6. */
export interface Account {
  readonly balanceE6: bigint;
  /** Shares times 10^6 by token, where there are any. */
  readonly sharesE6: ReadonlyMap<string, bigint>;
  /** Allowances of money, times 10^6. */
  readonly allowancesE6: Allowances;
  /** Allowances of shares of every outcome: unlimited, unless 0. */
  readonly shareAllowancesE6: Allowances;
  /** Allowances of money for the contracts that split it, which the order book does not list. */
  readonly splitAllowancesE6: Allowances;
  /** Other contracts that may move its shares, by the chain's name for each approval. */
  readonly operators: ReadonlySet<string>;
  /** Only orders from a deposit wallet (signature type 3) are accepted. */
  readonly isDepositWalletOnly: boolean;
  /** All its orders are refused. */
  readonly isBanned: boolean;
  /** It may sell but not buy. */
  readonly isClosedOnly: boolean;
}

/** By the spender's checksummed address. Other spenders are not listed. */
export type Allowances = ReadonlyMap<string, bigint>;

/** The effect of a fill on a wallet. */
export interface Movement {
  readonly tokenId: string;
  /** USDC times 10^6, negative if paid. */
  readonly moneyE6: bigint;
  /** Negative if given away. */
  readonly sharesE6: bigint;
}

/** Accounts by the address of the signer or the funder, in any case. */
export interface Accounts {
  of(address: string): Account;
  /** Omitted fields stay unchanged. */
  put(address: string, change: Partial<Account>): void;
  /**
   * Returns the account that pays for an order: the maker's, unless only the signer's has an
   * override. Tests know the key's address, but not always that of the contract it controls.
   */
  payerOf(order: { readonly maker: string; readonly signer: string }): string;
  move(address: string, movement: Movement): void;
  /** Sets what a transaction left of the wallet. It is no override. */
  replace(address: string, account: Account): void;
}

/** The allowance of a wallet that approved without a limit. */
export const UNLIMITED = 2n ** 256n - 1n;

/** Returns the same allowance for every spender. */
export function allowing(amountE6: bigint): Allowances {
  return new Map(SPENDERS.map((spender) => [spender, amountE6]));
}

/** Returns a wallet's shares of a token, times 10^6. */
export function sharesOf({ sharesE6 }: Account, tokenId: string): bigint {
  return sharesE6.get(tokenId) ?? 0n;
}

/** Tokens of a wallet, the last traded ones: shares of older ones are lost. */
const TOKENS_MAX = 8_192;
/** Wallets that differ from a new one, the oldest of which then is a new one again. */
const WALLETS_MAX = 10_000;

/** A new wallet. */
const FRESH: Account = {
  balanceE6: 10_000_000_000n,
  sharesE6: new Map(),
  allowancesE6: allowing(UNLIMITED),
  shareAllowancesE6: allowing(UNLIMITED),
  splitAllowancesE6: new Map(SPLITTERS.map((spender) => [spender, UNLIMITED])),
  operators: new Set(OPERATORS.map(operatorKey)),
  isDepositWalletOnly: false,
  isBanned: false,
  isClosedOnly: false,
};

/** Makes accounts without overrides, but for those that were kept. */
export function makeAccounts(kept: KeptMaps = UNKEPT): Accounts {
  const known = kept.map<Account>("accounts", WALLETS_MAX);
  const configured = kept.map<true>("configured accounts", WALLETS_MAX);
  const of = (address: string) => known.get(address.toLowerCase()) ?? FRESH;
  const change = (address: string, to: Partial<Account>) =>
    void known.set(address.toLowerCase(), { ...of(address), ...to });
  return {
    of,
    put(address, to) {
      configured.set(address.toLowerCase(), true);
      change(address, to);
    },
    payerOf({ maker, signer }) {
      const [first, second] = [maker.toLowerCase(), signer.toLowerCase()];
      return !configured.has(first) && configured.has(second) ? second : first;
    },
    move: (address, movement) => change(address, afterMovement(of(address), movement)),
    replace: change,
  };
}

/** Returns a wallet after a movement. */
export function afterMovement(
  account: Account,
  { tokenId, moneyE6, sharesE6 }: Movement,
): Account {
  return {
    ...account,
    balanceE6: notBelowZero(account.balanceE6 + moneyE6),
    sharesE6: withShares(account, { tokenId, sharesE6 }),
  };
}

/** Returns the wallet's shares after a movement. */
function withShares(
  account: Account,
  { tokenId, sharesE6 }: Pick<Movement, "tokenId" | "sharesE6">,
): ReadonlyMap<string, bigint> {
  const shares = new Map(account.sharesE6);
  const leftE6 = notBelowZero(sharesOf(account, tokenId) + sharesE6);
  shares.delete(tokenId);
  if (leftE6 > 0n) shares.set(tokenId, leftE6);
  const [oldest] = shares.keys();
  if (shares.size > TOKENS_MAX && oldest !== undefined) shares.delete(oldest);
  return shares;
}

/**
 * The fee is checked at the worst price of a match but charged per fill, which may add up to
 * slightly more than the check, and than the balance; and a failed trade takes back what may be
 * spent. An on-chain wallet cannot go below zero.
 */
function notBelowZero(amountE6: bigint): bigint {
  return amountE6 < 0n ? 0n : amountE6;
}
