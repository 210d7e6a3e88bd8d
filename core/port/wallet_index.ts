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
  /** Conditions of which the index says something that cannot be read. */
  readonly unclear: ReadonlySet<ConditionId>;
  /** Whether it is known that of other conditions nothing but this is held. */
  readonly isAll: boolean;
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
  /** In whole seconds, as unix milliseconds; 0 where what it says cannot be read. */
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

/** What a wallet did since an instant, or the first part of that. */
export interface IndexedPart {
  /** Oldest first. Of what cannot be read, all that can. */
  readonly activity: ReadonlyArray<IndexedActivity>;
  /** All that happened until then is in it, unix milliseconds by the venue's own statement. */
  readonly asOfMs: number;
  /** Whether that is as far as the index has got. */
  readonly isAll: boolean;
}

/** Asks the index. Addresses are of the wallets that hold the shares, never of their signers. */
export class WalletIndex extends Context.Service<WalletIndex, {
  /**
   * Returns everything that a wallet holds, the smallest amounts and archived markets too, and some
   * of what it held. A bounded number of pages: of more holdings than these have, it says so.
   */
  readonly holdings: (address: string) => Effect.Effect<IndexedHoldings, ProviderFailed>;

  /**
   * Returns what a wallet did since an instant, in whole seconds of unix milliseconds, as maker and
   * as taker: a bounded number of pages, so that a long history comes in parts. A part may get no
   * further than the instant; the next one is smaller then. What has the same second as the instant
   * may come again.
   */
  readonly activity: (
    address: string,
    query: { readonly sinceMs: number },
  ) => Effect.Effect<IndexedPart, ProviderFailed>;
}>()("core/port/WalletIndex") {}
