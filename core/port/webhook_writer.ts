/**
 * Port: writes the JSON text of a webhook's message, in the shapes of the API's answers.
 *
 * @module
 */
import { Context, type Option } from "effect";
import type { ChainAction } from "../chain/mod.ts";
import type { LedgerEntry, Position } from "../ledger/mod.ts";
import type { Asset, MarketWindow } from "../market/mod.ts";
import type { Outcome } from "../price/mod.ts";
import type { FeedEvent, TargetEvent } from "../stream/mod.ts";
import type { StoredFill } from "./stored_fill.ts";
import type { StoredTarget } from "./target_store.ts";
import type { WindowState } from "../window/mod.ts";
import type { ToldOrder } from "./wallet_frames.ts";

/** A window that has ended. Without `isFinal` the price behind the outcome may be missing. */
export interface ClosedWindow {
  readonly asset: Asset;
  readonly window: MarketWindow;
  readonly target: Option.Option<Omit<StoredTarget, "startSec">>;
  readonly closeE18: Option.Option<bigint>;
  readonly outcome: Option.Option<Outcome>;
  readonly isFinal: boolean;
}

/** A position of which the index has other shares than the ledger. */
export interface DifferingShares {
  readonly walletId: string;
  readonly position: Pick<Position, "tokenId" | "conditionId" | "sharesE6">;
  /** None for a token of which nobody says what it is of. */
  readonly facts: { readonly slug: string | null; readonly outcome: string | null } | undefined;
  readonly indexedE6: bigint;
  /** Until when the index is whole, unix milliseconds. */
  readonly asOfMs: number;
  /** Newest first. */
  readonly entries: ReadonlyArray<LedgerEntry>;
}

/** What has become of an order, a fill, a guard or a claim. */
export type WalletEvent =
  | { readonly type: "order.settled" | "order.canceled"; readonly order: ToldOrder }
  | { readonly type: "fill.matched" | "fill.confirmed" | "fill.failed"; readonly fill: StoredFill }
  | { readonly type: "guard.fired"; readonly walletId: string; readonly firedMs: number }
  | { readonly type: "claim.confirmed"; readonly action: ChainAction };

/**
 * What a message tells. `ping` is sent only when an operator asks for it. `state`: the window when
 * it was told of. `atMs`: when it was stored, by the service's clock.
 */
export type WebhookEvent =
  | { readonly type: "window.opened"; readonly target: TargetEvent; readonly state: WindowState }
  | { readonly type: "window.closed"; readonly closed: ClosedWindow; readonly state: WindowState }
  | WalletEvent & { readonly atMs: number }
  | {
    readonly type: "position.differs";
    /** Since when it was seen to differ. */
    readonly sinceMs: number;
    readonly differing: DifferingShares;
  }
  | { readonly type: "feed.down"; readonly feed: FeedEvent }
  | { readonly type: "ping"; readonly webhookId: string; readonly atMs: number };

/** Writes messages. */
export class WebhookWriter extends Context.Service<WebhookWriter, {
  readonly write: (event: WebhookEvent) => string;
}>()("core/port/WebhookWriter") {}
