/**
 * What the simulated chain did to a wallet's shares, in final transactions.
 *
 * @module
 */
import { type Side } from "../clob/market_feed.ts";
import { type TradedMarket } from "../clob/traded_market.ts";

/** What a record needs of its market. */
export type ChainMarket = Pick<TradedMarket, "conditionId" | "tokenIds" | "outcomes" | "isNegRisk">;

/** One thing that was done. Amounts are times 10^6, and not negative unless said otherwise. */
export type ChainRecord =
  & {
    readonly market: ChainMarket;
    /** Unix milliseconds. */
    readonly atMs: number;
    /** `0x` and 64 hex digits. */
    readonly transactionHash: string;
    readonly sizeE6: bigint;
  }
  & (
    | {
      readonly type: "TRADE";
      readonly tokenId: string;
      readonly side: Side;
      readonly isTaker: boolean;
      readonly priceE6: bigint;
      /** Without the fee. */
      readonly usdcE6: bigint;
      readonly feeE6: bigint;
    }
    /** USDC into as many shares of both outcomes, and back. */
    | { readonly type: "SPLIT" | "MERGE" }
    /** One outcome's shares after the resolution; `usdcE6` is 0 for a loser's. */
    | { readonly type: "REDEEM"; readonly tokenId: string; readonly usdcE6: bigint }
    /** Shares that came without a trade, or left: `sizeE6` is then negative. */
    | { readonly type: "TRANSFER"; readonly tokenId: string }
  );
