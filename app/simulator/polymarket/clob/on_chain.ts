/**
 * What wallets do on the simulated chain without the order book: shares come and go, are split from
 * USDC, merged into it, and redeemed.
 *
 * @module
 */
import { Result } from "effect";
import { type ChainLog } from "../chain/chain_log.ts";
import { type ResolutionOverrides, WHOLE_PAYOUT } from "../data/resolution_overrides.ts";
import { resolutionAt } from "../data/resolutions.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { type Accounts, sharesOf } from "./accounts.ts";
import { type Markets } from "./markets.ts";
import { costE6 } from "./micro_units.ts";
import { inventedNames } from "./trade_log.ts";
import { type TradedMarket } from "./traded_market.ts";

/** Amounts are times 10^6. A transaction that the chain would revert fails with the reason. */
export interface OnChain {
  /** Records that a wallet's shares are about to be set to these amounts, by token. */
  give(address: string, sharesE6: ReadonlyMap<string, bigint>): void;
  /** Makes so many shares of both outcomes of as much USDC. */
  split(address: string, market: TradedMarket, sizeE6: bigint): Done;
  /** Makes as much USDC of so many shares of both outcomes. */
  merge(address: string, market: TradedMarket, sizeE6: bigint): Done;
  /** Pays for all settled shares of both outcomes. */
  redeem(address: string, market: TradedMarket): Done;
}

/** The transaction's hash and the USDC that came, negative if it was paid. */
export type Done = Result.Result<
  { readonly transactionHash: string; readonly usdcE6: bigint },
  string
>;

/** What it works with. */
export interface OnChainParts {
  readonly accounts: Accounts;
  readonly chain: Pick<ChainLog, "add" | "holdingsAt">;
  readonly markets: Pick<Markets, "byToken">;
  readonly venue: VenueWorld;
  readonly resolutions: ResolutionOverrides;
  readonly nowMs: () => number;
}

/** Makes it. */
export function makeOnChain(
  { accounts, chain, markets, venue, resolutions: overrides, nowMs }: OnChainParts,
): OnChain {
  let count = 0;
  const begin = (market: TradedMarket) => ({
    market,
    atMs: nowMs(),
    transactionHash: inventedNames(`transaction ${count++} of a wallet`).hash,
  });
  /** Those of the world are resolved some time after they are closed. */
  const payoutsNow = ({ conditionId, winnerIndex }: TradedMarket) => {
    const [condition, nowSec] = [conditionId.toLowerCase(), Math.floor(nowMs() / 1000)];
    const isOfWorld = venue.marketByConditionId(condition, nowSec) !== undefined;
    return resolutionAt({ venue, overrides }, condition, nowSec)?.payouts ??
      (isOfWorld ? undefined : payoutsOf(winnerIndex));
  };
  /** What the chain has settled, less what was sold since. */
  const held = (address: string, { tokenIds }: TradedMarket) => {
    const settled = chain.holdingsAt(address, nowMs());
    return tokenIds.map((tokenId) => {
      const settledE6 = settled.find((one) => one.tokenId === tokenId)?.sizeE6 ?? 0n;
      const unsoldE6 = sharesOf(accounts.of(address), tokenId);
      return unsoldE6 < settledE6 ? unsoldE6 : settledE6;
    });
  };
  /** Changes both outcomes alike, and the money the other way. */
  const changePair = (
    type: "SPLIT" | "MERGE",
    { address, market, sizeE6 }: {
      readonly address: string;
      readonly market: TradedMarket;
      readonly sizeE6: bigint;
    },
  ): Done => {
    const isOwned = type === "SPLIT"
      ? accounts.of(address).balanceE6 >= sizeE6
      : held(address, market).every((ownedE6) => ownedE6 >= sizeE6);
    if (!isOwned) return Result.fail("The wallet has not that much");
    const sign = type === "SPLIT" ? 1n : -1n;
    const [first, second] = market.tokenIds;
    const usdcE6 = -sign * sizeE6;
    accounts.move(address, { tokenId: first, moneyE6: usdcE6, sharesE6: sign * sizeE6 });
    accounts.move(address, { tokenId: second, moneyE6: 0n, sharesE6: sign * sizeE6 });
    const made = begin(market);
    chain.add(address, { ...made, type, sizeE6 });
    return Result.succeed({ ...made, usdcE6 });
  };
  return {
    give(address, shares) {
      const account = accounts.of(address);
      for (const [tokenId, toE6] of shares) {
        const market = markets.byToken(tokenId);
        const sizeE6 = toE6 - sharesOf(account, tokenId);
        if (market === undefined || sizeE6 === 0n) continue;
        chain.add(address, { ...begin(market), type: "TRANSFER", tokenId, sizeE6 });
      }
    },
    split: (address, market, sizeE6) => changePair("SPLIT", { address, market, sizeE6 }),
    merge: (address, market, sizeE6) => changePair("MERGE", { address, market, sizeE6 }),
    redeem(address, market) {
      const payouts = payoutsNow(market);
      if (payouts === undefined) return Result.fail("The market is not resolved");
      const sizesE6 = held(address, market);
      if (sizesE6.every((sizeE6) => sizeE6 === 0n)) {
        return Result.fail("The wallet has no shares of the market");
      }
      const made = begin(market);
      let paidE6 = 0n;
      for (const [at, tokenId] of market.tokenIds.entries()) {
        const sizeE6 = sizesE6[at] ?? 0n;
        if (sizeE6 === 0n) continue;
        const usdcE6 = costE6(sizeE6, BigInt(payouts[at] ?? 0));
        accounts.move(address, { tokenId, moneyE6: usdcE6, sharesE6: -sizeE6 });
        chain.add(address, { ...made, type: "REDEEM", tokenId, sizeE6, usdcE6 });
        paidE6 += usdcE6;
      }
      return Result.succeed({ ...made, usdcE6: paidE6 });
    },
  };
}

function payoutsOf(
  winnerIndex: TradedMarket["winnerIndex"],
): readonly [number, number] | undefined {
  if (winnerIndex === undefined) return undefined;
  if (winnerIndex === "neither") return [WHOLE_PAYOUT / 2, WHOLE_PAYOUT / 2];
  return winnerIndex === 0 ? [WHOLE_PAYOUT, 0] : [0, WHOLE_PAYOUT];
}
