/**
 * Orders in memory: for tests, and the reference implementation of the port.
 *
 * It has no wallets, so it accepts orders of wallets that are not stored.
 *
 * @module
 */
import { Clock, Context, Effect, Layer, Option } from "effect";
import {
  type CancelCause,
  holdsIdempotencyKey,
  knownOutcome,
  listedStateOf,
  passedDayLimit,
  spendingDayOf,
  unsettledInE6,
} from "../../core/order/mod.ts";
import { FillStore } from "../../core/port/fill_store.ts";
import {
  type IdempotencyKey,
  type IdempotencyReservation,
  type NewOrder,
  OrderStore,
  type Replacement,
  type Stored,
  type StoredOrder,
} from "../../core/port/order_store.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import { WalletFrames } from "../../core/port/wallet_frames.ts";
import { makeFillStore } from "./fill_store.ts";
import { countedE6, isEarlier, mergedState } from "./noted_state.ts";
import { makeWalletFrames, MemoryFrames, visibleOf } from "./wallet_frames.ts";
import { MemoryOutbox } from "./webhook_store.ts";

interface Kept {
  readonly order: StoredOrder;
  readonly lookUpAtMs: number;
}

/** Empty at the start of its scope; discarded at its end. */
export const layerMemoryOrderStore: Layer.Layer<OrderStore | FillStore | WalletFrames> = Layer
  .effectContext(
    Effect.map(MemoryOutbox, (outbox) => makeStores(outbox)),
  );

function makeStores(outbox: Context.Service.Shape<typeof MemoryOutbox>) {
  const kept = new Map<string, Kept>();
  const frames = makeWalletFrames();
  const replacements = new Map<string, Replacement>();
  const byHash = ({ walletId, orderId }: { readonly walletId: string; readonly orderId: string }) =>
    [...kept.values()].map(({ order }) => order)
      .find((order) => order.walletId === walletId && order.state.orderId === orderId);
  const reserved = new Map<string, { readonly orderId: string; readonly untilMs: number }>();
  const isHeld = (reservation: IdempotencyReservation) =>
    reserved.get(nameOf(reservation))?.orderId === reservation.orderId;
  const oldestFirst = () =>
    [...kept.values()].sort(({ order: a }, { order: b }) =>
      a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1)
    );
  const change = (id: string, fields: Partial<StoredOrder>, lookUpAtMs?: number) => {
    const found = kept.get(id);
    if (found === undefined) return;
    const order = { ...found.order, ...fields };
    kept.set(id, { order, lookUpAtMs: lookUpAtMs ?? found.lookUpAtMs });
    const isSeen = Bun.deepEquals(visibleOf(order), visibleOf(found.order));
    if (isSeen || order.state.name === "sent") return;
    const { body: _, ...told } = order;
    frames.add({ kind: "order", walletId: order.walletId, order: told });
    if (order.state.name !== "final" || found.order.state.name === "final") return;
    outbox.tell({ type: "order.settled", order: told }, order);
    if (order.state.outcome.kind !== "canceled") return;
    outbox.tell({ type: "order.canceled", order: told }, order);
  };
  const holderOf = ({ accountId, idempotencyKey }: IdempotencyKey) =>
    [...kept.values()].map(({ order }) => order).find((order) =>
      order.accountId === accountId &&
      Option.exists(order.idempotency, (held) => held.idempotencyKey === idempotencyKey)
    );

  const add = (
    { order, saleE6, dayMaxE6, lookUpAtMs, isReserved }: NewOrder,
  ): Effect.Effect<Stored, StoreFailed> => {
    const holder = Option.flatMap(
      order.idempotency,
      (asked) => Option.fromUndefinedOr(holderOf(asked)),
    );
    const existing = Option.filter(
      holder,
      (earlier) => holdsIdempotencyKey(earlier, order.createdMs),
    );
    if (Option.isSome(existing)) {
      return Effect.succeed({ kind: "duplicate", existing: existing.value });
    }
    const reservation = Option.map(
      Option.filter(order.idempotency, () => isReserved),
      (asked): IdempotencyReservation => ({ ...asked, orderId: order.id }),
    );
    if (Option.exists(reservation, (held) => !isHeld(held))) {
      return Effect.succeed({ kind: "unreserved" });
    }
    if (kept.has(order.id)) return fails("store an order", "its id is taken");
    if (isTaken(order.state.orderId)) return fails("store an order", "its order id is taken");
    const { walletId, createdMs } = order;
    const spentE6 = spentIn({ walletId, ...spendingDayOf(createdMs) });
    const sum = { walletId, orderE6: order.notionalE6, spentE6 };
    const limit = passedDayLimit({ dayMaxE6 }, sum);
    if (Option.isSome(limit)) return Effect.succeed({ kind: "limited", limit: limit.value });
    if (Option.isSome(holder)) change(holder.value.id, { idempotency: Option.none() });
    const { tokenId } = order.instruction;
    const traded = Effect.runSync(fills.tradedShares({ walletId, tokenId }));
    const unsettledE6 = unsettledInE6(saleE6, traded);
    kept.set(order.id, { order: { ...order, unsettledE6 }, lookUpAtMs });
    if (Option.isSome(reservation)) reserved.delete(nameOf(reservation.value));
    return Effect.succeed({ kind: "stored", unsettledE6 });
  };
  const isTaken = (orderId: string) =>
    [...kept.values()].some(({ order }) => order.state.orderId === orderId);
  const spentIn = ({ walletId, startMs, endMs }: {
    readonly walletId: string;
    readonly startMs: number;
    readonly endMs: number;
  }) =>
    [...kept.values()]
      .filter(({ order }) =>
        order.walletId === walletId && order.createdMs >= startMs && order.createdMs < endMs &&
        !isRefused(order)
      )
      .reduce((sumE6, { order }) => sumE6 + countedE6(order), 0n);

  const fills = makeFillStore({
    frames,
    all: () => [...kept.values()].map(({ order }) => order),
    change,
    told: (fill, order, isNew) => {
      frames.add({ kind: "fill", walletId: order.walletId, fill });
      if (isNew) outbox.tell({ type: "fill.matched", fill }, order);
      if (fill.state !== "confirmed" && fill.state !== "failed") return;
      outbox.tell({ type: `fill.${fill.state}`, fill }, order);
    },
  });
  const orders = OrderStore.of({
    // As of replicas: tests of several share one.
    isShared: true,
    reserve: ({ forMs, ...wanted }) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        const name = nameOf(wanted);
        const other = reserved.get(name);
        if (other !== undefined && other.orderId !== wanted.orderId && other.untilMs > nowMs) {
          return false;
        }
        reserved.set(name, { orderId: wanted.orderId, untilMs: nowMs + forMs });
        return true;
      }),
    release: (reservation) =>
      Effect.sync(() => isHeld(reservation) && reserved.delete(nameOf(reservation))),
    add: (added) => Effect.suspend(() => add(added)),
    ofIdempotencyKey: ({ atMs, ...asked }) =>
      Effect.sync(() =>
        Option.filter(
          Option.fromUndefinedOr(holderOf(asked)),
          (order) => holdsIdempotencyKey(order, atMs),
        )
      ),
    replace: ({ id, from, to }) =>
      Effect.suspend(() => {
        const state = kept.get(id)?.order.state;
        if (state?.name !== "sent" || state.orderId !== from) return Effect.succeed(false);
        if (to.state.orderId !== from && isTaken(to.state.orderId)) {
          return fails("replace an order's bytes", "the order id is taken");
        }
        change(id, to);
        return Effect.succeed(true);
      }),
    find: (id) => Effect.sync(() => Option.fromUndefinedOr(kept.get(id)?.order)),
    ofOrderId: (asked) => Effect.sync(() => Option.fromUndefinedOr(byHash(asked))),
    noteCancel: ({ walletId, orderIds, cause, lookUpAtMs, isDone }) =>
      Effect.sync(() => {
        for (const orderId of orderIds) {
          const order = byHash({ walletId, orderId });
          if (order === undefined) continue;
          const { state } = order;
          if (state.name === "final") {
            const { outcome } = state;
            if (!isDone || outcome.kind !== "canceled" || outcome.cause !== "venue") continue;
            const told = { ...state, outcome: { ...outcome, cause } };
            change(order.id, { state: told, cancelCause: Option.some(cause) }, lookUpAtMs);
            continue;
          }
          const cancelCause = Option.orElse(order.cancelCause, () => Option.some(cause));
          change(order.id, { cancelCause }, lookUpAtMs);
        }
      }),
    takeEndedLives: ({ nowMs, againMs, limit }) =>
      Effect.sync(() => {
        const lives = [...kept.values()].flatMap(({ order }) =>
          order.state.name === "final"
            ? []
            : Option.toArray(Option.map(order.cancelAtMs, (atMs) => ({ order, atMs })))
        ).sort((a, b) => a.atMs - b.atMs);
        const ended = lives.filter(({ atMs }) => atMs <= nowMs).slice(0, limit);
        for (const { order } of ended) {
          const life = () => Option.some<CancelCause>("life");
          const cancelCause = Option.orElse(order.cancelCause, life);
          change(order.id, { cancelAtMs: Option.some(againMs), cancelCause });
        }
        const left = lives.map(({ order: { id } }) =>
          kept.get(id)?.order.cancelAtMs ?? Option.none()
        );
        const next = left.flatMap(Option.toArray).sort((a, b) => a - b)[0];
        return {
          orders: ended.flatMap(({ order: { id } }) => kept.get(id)?.order ?? []),
          nextMs: Option.fromUndefinedOr(next),
        };
      }),
    beginReplacement: (wanted) =>
      Effect.sync(() => {
        const earlier = replacements.get(nameOf(wanted));
        if (earlier === undefined) replacements.set(nameOf(wanted), wanted);
        return earlier ?? wanted;
      }),
    endReplacement: ({ why, ...key }) =>
      Effect.sync(() => {
        const begun = replacements.get(nameOf(key));
        if (begun === undefined || Option.isSome(begun.why)) return;
        replacements.set(nameOf(key), { ...begun, why: Option.some(why) });
      }),
    note: ({ id, state, latencyMs, lookUpAtMs, cancelAtMs }) =>
      Effect.sync(() => {
        const before = kept.get(id)?.order;
        const noted = before?.state;
        const stays = Option.none<string>();
        if (before === undefined || noted === undefined) return stays;
        if (noted.name === "final" || noted.orderId !== state.orderId) return stays;
        // Whoever reports later may have asked earlier.
        if (Option.isSome(knownOutcome(noted)) && Option.isNone(knownOutcome(state))) return stays;
        if (isEarlier(state, noted)) return stays;
        const life = Option.orElse(Option.fromUndefinedOr(cancelAtMs), () => before.cancelAtMs);
        const end = state.name === "final" && state.outcome.kind === "canceled"
          ? Option.some(state.outcome.cause)
          : Option.none<CancelCause>();
        const own = Option.orElse(before.cancelCause, () => end);
        const next = mergedState(noted, state, own);
        change(id, { state: next, latencyMs, cancelAtMs: life, cancelCause: own }, lookUpAtMs);
        return Option.some(before.walletId);
      }),
    takeDue: ({ nowMs, untilMs, limit, all }) =>
      Effect.sync(() => {
        const due = oldestFirst().filter(({ order, lookUpAtMs }) =>
          order.state.name !== "final" && (all || lookUpAtMs <= nowMs)
        ).slice(0, limit).map(({ order }) => order);
        for (const { id } of due) change(id, {}, untilMs);
        return due;
      }),
    list: ({ walletId, states, conditionId, after, limit }) =>
      Effect.sync(() =>
        oldestFirst().reverse().map(({ order }) => order).filter((order) =>
          order.walletId === walletId && states.includes(listedStateOf(order.state)) &&
          Option.match(conditionId, {
            onNone: () => true,
            onSome: (conditionId) => order.instruction.conditionId === conditionId,
          }) &&
          Option.match(after, {
            onNone: () => true,
            onSome: ({ createdMs, id }) =>
              order.createdMs < createdMs || (order.createdMs === createdMs && order.id < id),
          })
        ).slice(0, limit)
      ),
    spentE6: (query) => Effect.sync(() => spentIn(query)),
    forgetIdempotencyKeys: (beforeMs) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        for (const [name, { untilMs }] of reserved) if (untilMs <= nowMs) reserved.delete(name);
        for (const { order } of kept.values()) {
          if (order.state.name === "final" && order.createdMs < beforeMs) {
            change(order.id, { idempotency: Option.none() });
          }
        }
      }),
  });
  return Context.make(OrderStore, orders).pipe(
    Context.add(FillStore, fills),
    Context.add(WalletFrames, frames.service),
    Context.add(MemoryFrames, { add: frames.add }),
  );
}

function nameOf({ accountId, idempotencyKey }: IdempotencyKey): string {
  return JSON.stringify([accountId, idempotencyKey]);
}

function isRefused({ state }: StoredOrder): boolean {
  return state.name === "final" && state.outcome.kind === "refused";
}

function fails(operation: string, reason: string): Effect.Effect<never, StoreFailed> {
  return Effect.fail(new StoreFailed({ operation, cause: new Error(reason) }));
}
