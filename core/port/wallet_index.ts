/**
 * Port: what the primary venue's index knows of a wallet, minutes behind the chain.
 *
 * It also has what was done elsewhere: by hand, by another bot, and by the venue itself. Numbers
 * are the index's own, rounded to six decimals; what it does not say is none, which is never zero.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Side } from "../fee/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import type { ProviderFailed } from "./provider_failure.ts";

/** What a wallet has, or had, of an outcome. Amounts are times 10^6. */
export interface IndexedHolding {
  readonly conditionId: ConditionId;
  readonly tokenId: string;
  /** From 0 on; none where the index does not know it. */
  readonly outcomeIndex: Option.Option<number>;
  readonly outcome: string;
  /** The market's slug. */
  readonly slug: string;
  readonly sharesE6: bigint;
  /** USDC a share of what was bought, without fees. */
  readonly averagePriceE6: Option.Option<bigint>;
  /** USDC, below zero for a loss. */
  readonly realizedE6: Option.Option<bigint>;
}

/** A wallet's holdings, read at once. */
export interface IndexedHoldings {
  readonly holdings: ReadonlyArray<IndexedHolding>;
  /** All that happened until then is in them, unix milliseconds by the venue's own statement. */
  readonly asOfMs: number;
}

/**
 * What an activity was. `payment`: it moved USDC alone, such as a reward or a deposit. `other`:
 * whatever the index lists besides, which may move shares, such as a conversion.
 */
export const ACTIVITY_KINDS = ["trade", "split", "merge", "redeem", "payment", "other"] as const;

/** Something that a wallet did, or that was done for it, on the chain. Amounts are times 10^6. */
export interface IndexedActivity {
  readonly kind: (typeof ACTIVITY_KINDS)[number];
  /** The venue's own word, such as `MAKER_REBATE`. */
  readonly type: string;
  /** In whole seconds, as unix milliseconds. */
  readonly atMs: number;
  /** The hash of its transaction. */
  readonly tx: Option.Option<string>;
  readonly conditionId: Option.Option<ConditionId>;
  /** None for what concerns no single outcome, such as a split. */
  readonly tokenId: Option.Option<string>;
  readonly outcomeIndex: Option.Option<number>;
  /** Of a trade. */
  readonly side: Option.Option<Side>;
  readonly sharesE6: Option.Option<bigint>;
  readonly usdcE6: Option.Option<bigint>;
}

/** Asks the index. Addresses are of the wallets that hold the shares, never of their signers. */
export class WalletIndex extends Context.Service<WalletIndex, {
  /**
   * Returns everything that a wallet holds, the smallest amounts and archived markets too, and what
   * it held of markets that are over, as far as the index lists that. Walks all pages.
   */
  readonly holdings: (address: string) => Effect.Effect<IndexedHoldings, ProviderFailed>;

  /**
   * Returns what a wallet did since an instant, in whole seconds of unix milliseconds, oldest
   * first, as maker and as taker. Walks all pages; what has the same second may come again.
   */
  readonly activity: (
    address: string,
    query: { readonly sinceMs: number },
  ) => Effect.Effect<
    { readonly activity: ReadonlyArray<IndexedActivity>; readonly asOfMs: number },
    ProviderFailed
  >;
}>()("core/port/WalletIndex") {}
