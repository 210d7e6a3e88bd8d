/**
 * What wallets do on the simulated chain without the order book: shares come and go, are split from
 * USDC, merged into it, and redeemed.
 *
 * @module
 */
import { Result } from "effect";
import { keptCount, type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type ChainLog } from "../chain/chain_log.ts";
import { beginTransaction, type WalletTransaction } from "../chain/wallet_transaction.ts";
import { type ResolutionOverrides, WHOLE_PAYOUT } from "../data/resolution_overrides.ts";
import { resolutionAt } from "../data/resolutions.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { type Accounts, sharesOf } from "./accounts.ts";
import { type Markets } from "./markets.ts";
import { inventedNames } from "./trade_log.ts";
import { type TradedMarket } from "./traded_market.ts";

/** Amounts are times 10^6. A transaction that the chain would revert fails with the reason. */
export interface OnChain {
  /** Records that a wallet's shares are about to be set to these amounts, by token. */
  give(address: string, sharesE6: ReadonlyMap<string, bigint>): void;
  /** Begins a transaction of a wallet: as it is now, or at an instant shortly before. */
  begin(address: string, atMs?: number): WalletTransaction;
  /** Returns how a market was resolved by an instant, in unix milliseconds. */
  payouts(market: TradedMarket, atMs: number): Payouts | undefined;
  /** Returns the hash of another transaction. */
  nextHash(): string;
  /** Makes so many shares of both outcomes of as much USDC. */
  split(address: string, market: TradedMarket, sizeE6: bigint): Done;
  /** Makes as much USDC of so many shares of both outcomes. */
  merge(address: string, market: TradedMarket, sizeE6: bigint): Done;
  /** Pays for all settled shares of both outcomes. */
  redeem(address: string, market: TradedMarket): Done;
}

/** What a share of each outcome pays, in millionths of a USDC, and since when, if that is known. */
export interface Payouts {
  readonly payoutsE6: readonly [bigint, bigint];
  /** Unix seconds. */
  readonly resolvedSec: number | undefined;
}

/** The transaction's hash and the USDC that came, negative if it was paid. */
export type Done = Result.Result<
  { readonly transactionHash: string; readonly usdcE6: bigint },
  string
>;

/** What it works with. */
export interface OnChainParts {
  readonly accounts: Accounts;
  readonly chain: Pick<ChainLog, "add" | "recordedAt">;
  readonly markets: Pick<Markets, "byToken">;
  readonly venue: VenueWorld;
  readonly resolutions: ResolutionOverrides;
  readonly nowMs: () => number;
  readonly kept?: KeptMaps;
}

/** Makes it. */
export function makeOnChain(parts: OnChainParts): OnChain {
  const { accounts, chain, markets, venue, resolutions: overrides, nowMs, kept = UNKEPT } = parts;
  const count = keptCount(kept, "transactions of wallets");
  const nextHash = () => inventedNames(`transaction ${count()} of a wallet`).hash;
  const begin = (address: string, atMs = nowMs()) => beginTransaction(parts, { address, atMs });
  const commit = (transaction: WalletTransaction): Done => {
    const transactionHash = nextHash();
    transaction.commit(transactionHash);
    const usdcE6 = transaction.effects()
      .reduce((sum, effect) => effect.kind === "money" ? sum + effect.amountE6 : sum, 0n);
    return Result.succeed({ transactionHash, usdcE6 });
  };
  const doPair = (
    action: "split" | "merge",
    { address, market, sizeE6 }: {
      readonly address: string;
      readonly market: TradedMarket;
      readonly sizeE6: bigint;
    },
  ): Done => {
    const transaction = begin(address);
    return Result.flatMap(transaction[action](market, sizeE6), () => commit(transaction));
  };
  /** Those of the world are resolved some time after they are closed. */
  const payouts = ({ conditionId, winnerIndex }: TradedMarket, atMs: number) => {
    const [condition, atSec] = [conditionId.toLowerCase(), Math.floor(atMs / 1000)];
    const known = resolutionAt({ venue, overrides }, condition, atSec);
    if (known !== undefined) {
      const [first, second] = known.payouts;
      return { payoutsE6: both(first, second), resolvedSec: known.resolvedSec };
    }
    const isOfWorld = venue.marketByConditionId(condition, atSec) !== undefined;
    return isOfWorld ? undefined : payoutsOf(winnerIndex);
  };
  return {
    begin,
    payouts,
    nextHash,
    give(address, shares) {
      const account = accounts.of(address);
      for (const [tokenId, toE6] of shares) {
        const market = markets.byToken(tokenId);
        const sizeE6 = toE6 - sharesOf(account, tokenId);
        if (market === undefined || sizeE6 === 0n) continue;
        const transactionHash = nextHash();
        const type = "TRANSFER";
        chain.add(address, { type, market, atMs: nowMs(), transactionHash, tokenId, sizeE6 });
      }
    },
    split: (address, market, sizeE6) => doPair("split", { address, market, sizeE6 }),
    merge: (address, market, sizeE6) => doPair("merge", { address, market, sizeE6 }),
    redeem(address, market) {
      const resolved = payouts(market, nowMs());
      if (resolved === undefined) return Result.fail("The market is not resolved");
      const transaction = begin(address);
      redeemAll(transaction, market, resolved);
      return transaction.effects().length === 0
        ? Result.fail("The wallet has no shares of the market")
        : commit(transaction);
    },
  };
}

/** Pays for all that is held of both outcomes. */
export function redeemAll(
  transaction: WalletTransaction,
  market: TradedMarket,
  { payoutsE6 }: Pick<Payouts, "payoutsE6">,
): void {
  for (const at of [0, 1] as const) {
    const tokenId = market.tokenIds[at];
    const sizeE6 = transaction.heldE6(tokenId);
    if (sizeE6 > 0n) transaction.redeem(market, { tokenId, sizeE6, payoutE6: payoutsE6[at] });
  }
}

function payoutsOf(winnerIndex: TradedMarket["winnerIndex"]): Payouts | undefined {
  if (winnerIndex === undefined) return undefined;
  const [whole, half] = [WHOLE_PAYOUT, WHOLE_PAYOUT / 2];
  const payoutsE6 = winnerIndex === "neither"
    ? both(half, half)
    : winnerIndex === 0
    ? both(whole, 0)
    : both(0, whole);
  return { payoutsE6, resolvedSec: undefined };
}

function both(first: number, second: number): Payouts["payoutsE6"] {
  return [BigInt(first), BigInt(second)];
}
