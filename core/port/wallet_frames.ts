/**
 * Port: what has changed of the orders and fills of wallets, and of what they do on the chain, in
 * the order in which it was stored.
 *
 * The stores of these write it, each change in one step with what has changed.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { ChainAction, ChainActionKind } from "../chain/mod.ts";
import type { StoredFill } from "./stored_fill.ts";
import type { StoredOrder } from "./order_store.ts";
import type { StoreFailed } from "./store_failure.ts";

/** An order as it was when it was told of, without its signed bytes. */
export type ToldOrder = Omit<StoredOrder, "body">;

/** One change of a wallet's orders, its fills, or what it does on the chain. */
export type WalletFrame =
  & {
    readonly walletId: string;
    /** Counts the wallet's frames from 1. */
    readonly seq: number;
  }
  & (
    | { readonly kind: "order"; readonly order: ToldOrder }
    | { readonly kind: "fill"; readonly fill: StoredFill }
    | { readonly kind: ChainActionKind; readonly action: ChainAction }
  );

/** How many frames of a wallet can be read again at least: its newest. */
export const FRAMES_KEPT = 1_000;

/** Reads the frames of wallets. A frame that can be read has no later one that can not be yet. */
export class WalletFrames extends Context.Service<WalletFrames, {
  /** Returns the last seq of each of these wallets; 0 where nothing has changed yet. */
  readonly heads: (
    walletIds: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyMap<string, number>, StoreFailed>;

  /** Returns the first frames of a wallet after `seq` that are still kept, oldest first. */
  readonly after: (place: {
    readonly walletId: string;
    readonly seq: number;
    readonly limit: number;
  }) => Effect.Effect<ReadonlyArray<WalletFrame>, StoreFailed>;
}>()("core/port/WalletFrames") {}
