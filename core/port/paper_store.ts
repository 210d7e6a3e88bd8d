/**
 * Port: keeps paper wallets, their orders and their fills.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { PaperAccount, PaperChange, PaperFill, PaperOrder } from "../paper/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** A paper wallet as it is kept. */
export interface KeptPaper {
  readonly account: PaperAccount;
  /** Counts its changes. */
  readonly version: number;
  /** How long its orders are on their way, in milliseconds; none where that is drawn. */
  readonly latencyMs: Option.Option<number>;
}

/** Keeps them. What a call acknowledges is visible to every replica and survives any crash. */
export class PaperStore extends Context.Service<PaperStore, {
  /** Whether other processes may change them at the same time. */
  readonly isShared: boolean;

  /** Begins the account of a stored wallet. Returns false, and changes nothing, if it has one. */
  readonly open: (opened: {
    readonly walletId: string;
    readonly account: PaperAccount;
    readonly latencyMs: Option.Option<number>;
  }) => Effect.Effect<boolean, StoreFailed>;

  readonly read: (walletId: string) => Effect.Effect<Option.Option<KeptPaper>, StoreFailed>;

  /** Returns how often an account was changed; none where the wallet has none. */
  readonly version: (walletId: string) => Effect.Effect<Option.Option<number>, StoreFailed>;

  /**
   * Keeps a change of the account that had this version, and was `before`, with its orders and
   * fills, in one step. Returns false, and changes nothing, where it has another version by now.
   */
  readonly write: (written: {
    readonly walletId: string;
    readonly version: number;
    readonly before: PaperAccount;
    readonly change: PaperChange;
  }) => Effect.Effect<boolean, StoreFailed>;

  /** Returns orders of a wallet by their hashes, ended ones too, in any order. */
  readonly orders: (query: {
    readonly walletId: string;
    readonly orderIds: ReadonlyArray<string>;
  }) => Effect.Effect<ReadonlyArray<PaperOrder>, StoreFailed>;

  /** Returns fills of a wallet since an instant, and those that are not final, in any order. */
  readonly fills: (query: {
    readonly walletId: string;
    readonly sinceMs: number;
  }) => Effect.Effect<ReadonlyArray<PaperFill>, StoreFailed>;
}>()("core/port/PaperStore") {}
