/** Fills in memory: of the orders of a store in memory, whose sums it keeps. @module */
import { Effect, Option } from "effect";
import {
  fillIdOf,
  fillsById,
  isFinalFill,
  joinFills,
  knownFill,
  totalsOf,
} from "../../core/order/mod.ts";
import type { FillStore } from "../../core/port/fill_store.ts";
import type { StoredFill } from "../../core/port/stored_fill.ts";
import type { StoredOrder } from "../../core/port/order_store.ts";
import type { makeWalletFrames } from "./wallet_frames.ts";

/** The orders that fills are of. */
interface Orders {
  readonly all: () => ReadonlyArray<StoredOrder>;
  readonly frames: Pick<ReturnType<typeof makeWalletFrames>, "headOf" | "after">;
  readonly change: (id: string, fields: Partial<StoredOrder>) => void;
  /** Called before the order changes. `isNew`: nothing was known of the fill. */
  readonly told: (fill: StoredFill, order: StoredOrder, isNew: boolean) => void;
}

export function makeFillStore({ all, frames, change, told }: Orders): FillStore["Service"] {
  const kept = new Map<string, StoredFill>();
  const ofOrder = (orderId: string) =>
    [...kept.values()].filter((fill) => fill.orderId === orderId);
  const isEarlier = (a: StoredFill, b: { readonly matchedMs: number; readonly id: string }) =>
    a.matchedMs < b.matchedMs || (a.matchedMs === b.matchedMs && fillIdOf(a) < b.id);
  return {
    note: ({ walletId, fills, atMs }) =>
      Effect.sync(() => {
        const seq = frames.headOf(walletId);
        for (const fill of fillsById(fills).values()) {
          const order = all().find((order) =>
            order.walletId === walletId && order.state.orderId === fill.orderId
          );
          if (order === undefined) continue;
          const id = fillIdOf(fill);
          const known = kept.get(id);
          const joined = known === undefined ? fill : joinFills(known, fill);
          const settledMs = Option.orElse(
            known?.settledMs ?? Option.none(),
            () => isFinalFill(joined.state) ? Option.some(atMs) : Option.none(),
          );
          const next: StoredFill = { ...order, ...joined, settledMs };
          kept.set(id, next);
          if (known === undefined || !Bun.deepEquals({ ...known }, { ...known, ...joined })) {
            told(next, order, known === undefined);
          }
          change(order.id, { fills: totalsOf(ofOrder(fill.orderId)) });
        }
        return frames.after(walletId, seq);
      }),
    unheard: (walletId) =>
      Effect.sync(() =>
        unheardIn(all()).map(({ answered }) => answered)
          .filter((order) => order.walletId === walletId)
      ),
    tradedShares: ({ walletId, tokenId }) =>
      Effect.sync(() => {
        let [settledE6, unsettledE6] = [0n, 0n];
        for (const { instruction, state, sharesE6, ...fill } of kept.values()) {
          const isOther = fill.walletId !== walletId || instruction.tokenId !== tokenId;
          if (isOther || state === "failed") continue;
          if (instruction.side === "SELL") settledE6 -= sharesE6;
          else if (state === "confirmed") settledE6 += sharesE6;
          else unsettledE6 += sharesE6;
        }
        for (const { answered: { instruction, ...order }, moreE6 } of unheardIn(all())) {
          if (order.walletId !== walletId || instruction.tokenId !== tokenId) continue;
          if (instruction.side === "SELL") settledE6 -= moreE6;
          else unsettledE6 += moreE6;
        }
        return { settledE6, unsettledE6 };
      }),
    list: ({ walletId, states, conditionId, orderId, sinceMs, after, limit }) =>
      Effect.sync(() =>
        [...kept.values()].filter((fill) =>
          fill.walletId === walletId && states.includes(fill.state) &&
          Option.getOrElse(conditionId, () => fill.instruction.conditionId) ===
            fill.instruction.conditionId &&
          Option.getOrElse(orderId, () => fill.orderId) === fill.orderId &&
          fill.matchedMs >= Option.getOrElse(sinceMs, () => 0) &&
          (Option.isNone(after) || isEarlier(fill, after.value))
        )
          .sort((a, b) => isEarlier(a, { ...b, id: fillIdOf(b) }) ? 1 : -1)
          .slice(0, limit)
      ),
    openWallets: ({ sinceMs, limit }) =>
      Effect.sync(() => {
        const open = new Map<string, { sinceMs: number; lastMs: number; unsettledMs: number }>();
        const add = ({ walletId, createdMs }: StoredOrder, unsettledMs = Infinity) => {
          const known = open.get(walletId);
          open.set(walletId, {
            sinceMs: Math.min(createdMs, known?.sinceMs ?? Infinity),
            lastMs: Math.max(createdMs, known?.lastMs ?? 0),
            unsettledMs: Math.min(unsettledMs, known?.unsettledMs ?? Infinity),
          });
        };
        for (const order of all()) {
          const { state, createdMs, fills: { heard } } = order;
          if (state.name !== "final") add(order);
          for (const fill of ofOrder(state.orderId)) {
            if (Option.isNone(fill.settledMs)) add(order, fill.matchedMs);
          }
          const filled = state.name === "final" ? knownFill(state) : Option.none();
          const isMissing = Option.exists(filled, ({ sharesE6 }) =>
            Option.getOrElse(sharesE6, () =>
              1n) > Option.getOrElse(heard.sharesE6, () => 0n));
          if (isMissing && createdMs >= sinceMs) {
            add(order, createdMs);
          }
        }
        return [...open].sort(([, a], [, b]) =>
          b.lastMs - a.lastMs
        ).slice(0, limit)
          .map(([walletId, wallet]) => ({
            walletId,
            sinceMs: wallet.sinceMs,
            unsettledMs: Number.isFinite(wallet.unsettledMs)
              ? Option.some(wallet.unsettledMs)
              : Option.none(),
          }));
      }),
  };
}

/** The orders that have traded more than was heard of their fills, and how much more. */
function unheardIn(orders: ReadonlyArray<StoredOrder>) {
  return orders.flatMap(({ walletId, instruction, state, createdMs, fills: { heard } }) => {
    const filled = state.name === "final" ? knownFill(state) : Option.none();
    const sharesE6 = Option.getOrElse(Option.flatMap(filled, (fill) => fill.sharesE6), () => 0n);
    const usdcE6 = Option.flatMap(filled, (fill) => fill.usdcE6);
    const moreE6 = sharesE6 - Option.getOrElse(heard.sharesE6, () => 0n);
    const answered = { walletId, orderId: state.orderId, instruction, sharesE6, usdcE6, createdMs };
    return moreE6 > 0n ? [{ answered, moreE6 }] : [];
  });
}
