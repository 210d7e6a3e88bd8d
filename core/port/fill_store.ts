/**
 * Port: stores the fills of the orders that were sent through this service.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { FillState, OrderFill, TradedShares } from "../order/mod.ts";
import type { ConditionId } from "../venue/mod.ts";
import type { StoreFailed } from "./store_failure.ts";
import type { StoredFill } from "./stored_fill.ts";
import type { WalletFrame } from "./wallet_frames.ts";

/** The place of a fill in the listing of its wallet: newest first, then by id, backwards. */
export interface FillPosition {
  readonly matchedMs: number;
  readonly id: string;
}

/** Which of a wallet's fills to list. */
export interface FillListing {
  readonly walletId: string;
  /** Only fills in one of these states. */
  readonly states: ReadonlyArray<FillState>;
  readonly conditionId: Option.Option<ConditionId>;
  /** Only fills of the order with this hash. */
  readonly orderId: Option.Option<string>;
  /** Only fills that were matched at this instant or later, in unix milliseconds. */
  readonly sinceMs: Option.Option<number>;
  /** Only fills that come after this one. */
  readonly after: Option.Option<FillPosition>;
  readonly limit: number;
}

/** A wallet whose orders have not all come to their end on the chain. */
export interface OpenWallet {
  readonly walletId: string;
  /** When the oldest of these orders was created, in unix milliseconds by the service's clock. */
  readonly sinceMs: number;
  /** Since when something that has traded is not settled, or not heard of in whole. */
  readonly unsettledMs: Option.Option<number>;
}

/** What an order has traded in all by the venue's answer, times 10^6. */
export interface AnsweredOrder extends Pick<StoredFill, "walletId" | "orderId" | "instruction"> {
  readonly sharesE6: bigint;
  /** None where the answer did not say it. */
  readonly usdcE6: Option.Option<bigint>;
  /** When the order was created, in unix milliseconds by the service's clock. */
  readonly createdMs: number;
}

/** Stores fills. What a call acknowledges is visible to every replica and survives any crash. */
export class FillStore extends Context.Service<FillStore, {
  /**
   * Stores what was heard of fills of a wallet, joined with what is known of them, and the sums of
   * their orders, in one step, which leaves a frame of the wallet for each fill and order that has
   * changed, and messages for webhooks that want `fill.matched`, `fill.confirmed` or `fill.failed`.
   * Fills of orders that are not stored are left out. Returns these frames, each numbered one more
   * than the one before. `atMs`: now, by the service's clock.
   */
  readonly note: (heard: {
    readonly walletId: string;
    readonly fills: ReadonlyArray<OrderFill>;
    readonly atMs: number;
  }) => Effect.Effect<ReadonlyArray<WalletFrame>, StoreFailed>;

  /** Returns what a wallet has of an outcome by what it traded here, also what is unheard of. */
  readonly tradedShares: (of: {
    readonly walletId: string;
    readonly tokenId: string;
  }) => Effect.Effect<TradedShares, StoreFailed>;

  /** Returns the orders of a wallet that have traded more than was heard of their fills. */
  readonly unheard: (walletId: string) => Effect.Effect<ReadonlyArray<AnsweredOrder>, StoreFailed>;

  /** Lists fills of a wallet, newest first. */
  readonly list: (
    listing: FillListing,
  ) => Effect.Effect<ReadonlyArray<StoredFill>, StoreFailed>;

  /**
   * Returns wallets with orders that are not final, with fills that are not settled, or with orders
   * since `sinceMs` whose fills were not all heard of.
   */
  readonly openWallets: (
    query: { readonly sinceMs: number; readonly limit: number },
  ) => Effect.Effect<ReadonlyArray<OpenWallet>, StoreFailed>;
}>()("core/port/FillStore") {}
