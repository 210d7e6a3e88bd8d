/** What changes of wallets, in memory: the stores of what changes add to it. @module */
import { Context, Effect, Layer, Option } from "effect";
import type { ChainAction } from "../../core/chain/mod.ts";
import { knownFill, knownOutcome, listedStateOf, whyUncertain } from "../../core/order/mod.ts";
import type { StoredOrder } from "../../core/port/order_store.ts";
import { FRAMES_KEPT, type WalletFrame, WalletFrames } from "../../core/port/wallet_frames.ts";

type Told<Frame = WalletFrame> = Frame extends WalletFrame ? Omit<Frame, "seq"> : never;

/** Where a store beside that of orders adds what it tells. Does nothing without one. */
export const MemoryFrames = Context.Reference<{ readonly add: (told: Told) => void }>(
  "test/memory/MemoryFrames",
  { defaultValue: () => ({ add: () => {} }) },
);

/** Makes frames without any, and what adds one. */
export function makeWalletFrames() {
  const byWallet = new Map<string, Array<WalletFrame>>();
  const of = (walletId: string) => byWallet.getOrInsertComputed(walletId, () => []);
  const headOf = (walletId: string) => of(walletId).at(-1)?.seq ?? 0;
  const add = (told: Told) => {
    const frames = of(told.walletId);
    frames.push({ ...told, seq: headOf(told.walletId) + 1 } as WalletFrame);
    if (frames.length > 2 * FRAMES_KEPT) frames.splice(0, FRAMES_KEPT);
  };
  /** Returns the frames of a wallet after a seq. */
  const after = (walletId: string, seq: number) => of(walletId).filter((frame) => frame.seq > seq);
  const service = WalletFrames.of({
    heads: (walletIds) => Effect.sync(() => new Map(walletIds.map((id) => [id, headOf(id)]))),
    after: ({ walletId, seq, limit }) => Effect.sync(() => after(walletId, seq).slice(0, limit)),
  });
  return { add, headOf, after, service };
}

/** Provides frames of wallets that never change. */
export const layerNoWalletFrames: Layer.Layer<WalletFrames> = Layer.sync(
  WalletFrames,
  () => makeWalletFrames().service,
);

/** What the customer of an action sees of it that changes. */
export function visibleOfAction({ state, tx, why, moved }: ChainAction) {
  const usdcE6 = Option.map(moved, (moved) => moved.usdcE6);
  return { state: state === "queued" ? "sent" : state, tx, why, usdcE6 };
}

/** What the customer of an order sees of it that changes. */
export function visibleOf({ state, fills, latencyMs }: StoredOrder) {
  return {
    state: listedStateOf(state),
    orderId: state.orderId,
    outcome: knownOutcome(state),
    fill: knownFill(state),
    why: state.name === "unknown" ? whyUncertain(state) : undefined,
    isReconciled: state.name === "final" ? state.isReconciled : undefined,
    fills,
    latencyMs,
  };
}
