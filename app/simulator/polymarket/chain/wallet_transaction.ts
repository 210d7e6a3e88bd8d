/**
 * A transaction of one wallet while it is executed: nothing of it shows until it is committed.
 *
 * @module
 */
import { Result } from "effect";
import { type Account, type Accounts, afterMovement, sharesOf } from "../clob/accounts.ts";
import { costE6 } from "../clob/micro_units.ts";
import { type TradedMarket } from "../clob/traded_market.ts";
import { type ChainLog } from "./chain_log.ts";
import { type ChainRecord } from "./chain_record.ts";

/** A change of what a wallet has; amounts are times 10^6, and negative for what left it. */
export type Effect =
  | { readonly kind: "money"; readonly amountE6: bigint }
  | {
    readonly kind: "shares";
    readonly market: TradedMarket;
    readonly tokenId: string;
    readonly amountE6: bigint;
  };

/** What a wallet has now, and what a transaction does to it. Amounts are times 10^6. */
export interface WalletTransaction {
  readonly address: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  account(): Account;
  /** Returns the settled shares of a token that were not sold since. */
  heldE6(tokenId: string): bigint;
  /** Sets the wallet's approvals. */
  approve(account: Account): void;
  /** Makes so many shares of both outcomes of as much money. Fails if there is not that much. */
  split(market: TradedMarket, sizeE6: bigint): Result.Result<void, string>;
  /** Makes as much money of so many shares of both outcomes. */
  merge(market: TradedMarket, sizeE6: bigint): Result.Result<void, string>;
  /** Pays so many shares of one outcome, which must be held, at this payout a share. */
  redeem(market: TradedMarket, claim: Claim): void;
  /** Returns what happened so far, in order. */
  effects(): ReadonlyArray<Effect>;
  /** Makes it happen, under this hash. */
  commit(transactionHash: string): void;
}

/** Shares of one outcome that are paid. */
export interface Claim {
  readonly tokenId: string;
  readonly sizeE6: bigint;
  /** USDC of a share. */
  readonly payoutE6: bigint;
}

/** What it works with. */
export interface WalletTransactionParts {
  readonly accounts: Accounts;
  readonly chain: Pick<ChainLog, "add" | "recordedAt">;
}

type Unhashed = ChainRecord extends infer R
  ? R extends ChainRecord ? Omit<R, "transactionHash"> : never
  : never;

/**
 * Begins one of a wallet, at an instant. It must be committed before anything else happens, so that
 * whoever begins it has done what was due.
 */
export function beginTransaction(
  { accounts, chain }: WalletTransactionParts,
  { address, atMs }: Pick<WalletTransaction, "address" | "atMs">,
): WalletTransaction {
  let account = accounts.of(address);
  const records: Unhashed[] = [];
  const effects: Effect[] = [];
  const settledE6 = new Map(
    chain.recordedAt(address, atMs).map(({ tokenId, sizeE6 }) => [tokenId, sizeE6]),
  );
  const heldE6 = (tokenId: string) => {
    const [settled, unsold] = [settledE6.get(tokenId) ?? 0n, sharesOf(account, tokenId)];
    return unsold < settled ? unsold : settled;
  };
  const pay = (amountE6: bigint) => {
    account = { ...account, balanceE6: account.balanceE6 + amountE6 };
    if (amountE6 !== 0n) effects.push({ kind: "money", amountE6 });
  };
  const moveShares = (market: TradedMarket, tokenId: string, amountE6: bigint) => {
    account = afterMovement(account, { tokenId, moneyE6: 0n, sharesE6: amountE6 });
    settledE6.set(tokenId, (settledE6.get(tokenId) ?? 0n) + amountE6);
    effects.push({ kind: "shares", market, tokenId, amountE6 });
  };
  const movePair = (type: "SPLIT" | "MERGE", market: TradedMarket, sizeE6: bigint) => {
    const sign = type === "SPLIT" ? 1n : -1n;
    for (const tokenId of market.tokenIds) moveShares(market, tokenId, sign * sizeE6);
    pay(-sign * sizeE6);
    records.push({ type, market, atMs, sizeE6 });
    return Result.succeed(undefined);
  };
  const lacking = Result.fail("The wallet has not that much");
  return {
    address,
    atMs,
    account: () => account,
    heldE6,
    approve: (to) => void (account = to),
    split: (market, sizeE6) =>
      account.balanceE6 < sizeE6 ? lacking : movePair("SPLIT", market, sizeE6),
    merge: (market, sizeE6) =>
      market.tokenIds.some((tokenId) => heldE6(tokenId) < sizeE6)
        ? lacking
        : movePair("MERGE", market, sizeE6),
    redeem(market, { tokenId, sizeE6, payoutE6 }) {
      const usdcE6 = costE6(sizeE6, payoutE6);
      moveShares(market, tokenId, -sizeE6);
      pay(usdcE6);
      records.push({ type: "REDEEM", market, atMs, tokenId, sizeE6, usdcE6 });
    },
    effects: () => effects,
    commit(transactionHash) {
      accounts.replace(address, account);
      for (const record of records) chain.add(address, { ...record, transactionHash });
    },
  };
}
