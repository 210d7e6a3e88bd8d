/**
 * The claims that must hold in every simulated world, whatever went wrong in it.
 *
 * @module
 */
import { Equal, Option } from "effect";
import { spendingDayOf } from "../../core/order/mod.ts";
import type { StoredOrder } from "../../core/port/mod.ts";
import { BUSY } from "./order_client.ts";
import { STRAY_MS_MAX } from "./order_wire.ts";
import { type Answer, type OrderHistory, type StoredBytes } from "./order_history.ts";

/** Returns a description of every claim that does not hold. */
export function brokenClaims(history: OrderHistory): ReadonlyArray<string> {
  return [
    ...onceEach(history),
    ...noneLost(history),
    ...noneWrong(history),
    ...allFinal(history),
    ...withinLimits(history),
    ...storedFirst(history),
    ...inTime(history),
  ];
}

/** At most one accepted order per key, and every order without a key at most once. */
function onceEach(history: OrderHistory): ReadonlyArray<string> {
  const names = history.accepted.map((entry) => {
    const bytes = history.byOrderId(entry.orderId);
    return bytes === undefined ? entry.orderId : nameOf(bytes.order);
  });
  return names.filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `1 once: ${name} was accepted again`);
}

/** Orders that the venue accepted are stored as accepted, and their clients are informed. */
function noneLost(history: OrderHistory): ReadonlyArray<string> {
  return history.accepted.flatMap(({ orderId, status }) => {
    const bytes = history.byOrderId(orderId);
    if (bytes === undefined) return [`2 lost: ${orderId} is not in the store`];
    const final = history.finals.get(bytes.order.id);
    const isKnown = final?.orderId === orderId && final.outcome.kind === status.kind;
    const answered = history.lastAnswers.filter((answer) => isOf(answer, bytes));
    const isAnswered = answered.every(({ outcome }) =>
      outcome.kind === "placed" && outcome.order.state.orderId === orderId
    ) && (answered.length > 0 || Option.isNone(bytes.order.idempotency));
    return [
      ...(isKnown ? [] : [`2 lost: ${orderId} is stored as ${final?.outcome.kind}`]),
      ...(isAnswered ? [] : [`2 lost: no answer reports ${orderId}`]),
    ];
  });
}

/** Every certain answer is true. */
function noneWrong(history: OrderHistory): ReadonlyArray<string> {
  const { accepted } = history;
  return [...history.answers, ...history.lastAnswers].flatMap((answer) => {
    const { outcome, key } = answer;
    if (outcome.kind === "defect") return [`3 wrong: ${key} died with ${outcome.why}`];
    if (outcome.kind === "placed") {
      const { state } = outcome.order;
      const entry = accepted.find(({ orderId }) => orderId === state.orderId);
      const isTrue = state.name === "final" && entry !== undefined &&
        Equal.equals(state.outcome, entry.status) &&
        isOf(answer, history.byOrderId(state.orderId));
      return isTrue ? [] : [`3 wrong: ${key} got an answer about ${state.orderId}`];
    }
    const placed = accepted.filter(({ orderId }) => {
      if (orderId === outcome.orderId) {
        return outcome.tag === "OrderRefused" || outcome.tag === BUSY;
      }
      const bytes = history.byOrderId(orderId);
      if (bytes === undefined || !isOf(answer, bytes)) return false;
      // About an order: the statement is permanent. About none: no order had been stored at that
      // time, and none was about to be.
      const { id } = bytes.order;
      const reservedMs = history.reservedMs.get(id) ?? Number.POSITIVE_INFINITY;
      return outcome.tag === "OrderRefused" ||
        (isOfNothing(outcome.tag) && id !== answer.id &&
          Math.min(reservedMs, bytes.storedMs) < answer.beganMs);
    });
    return placed.map(({ orderId }) => `3 wrong: ${key} got ${outcome.tag} of ${orderId}`);
  });
}

/** Returns whether a failure means that nothing is stored for the request. */
function isOfNothing(tag: string): boolean {
  return ["BookTooThin", "LimitPassed", "NoOrderBook", "MarketClosed"].includes(tag);
}

/** Every order becomes final, with the outcome that the venue reports. */
function allFinal(history: OrderHistory): ReadonlyArray<string> {
  const orderIds = new Set(history.accepted.map(({ orderId }) => orderId));
  return [
    ...(history.waiting > 0 ? [`4 final: ${history.waiting} clients wait`] : []),
    ...history.notFinal.map(({ state }) => `4 final: ${state.orderId} is still ${state.name}`),
    ...[...history.finals.values()].flatMap(({ orderId, outcome }) =>
      (outcome.kind !== "refused") === orderIds.has(orderId)
        ? []
        : [`4 final: ${orderId} as ${outcome.kind}`]
    ),
  ];
}

/** The orders that the venue accepted of a wallet on a UTC day are within its limit. */
function withinLimits(history: OrderHistory): ReadonlyArray<string> {
  const spent = new Map<string, { sumE6: bigint; readonly maxE6: bigint | undefined }>();
  for (const { orderId, status } of history.accepted) {
    const bytes = history.byOrderId(orderId);
    if (bytes === undefined || status.kind !== "matched") continue;
    const { order: { walletId, createdMs }, dayMaxE6 } = bytes;
    const day = `${walletId} ${spendingDayOf(createdMs).startMs}`;
    const sumE6 = (spent.get(day)?.sumE6 ?? 0n) + Option.getOrThrow(status.fill.usdcE6);
    spent.set(day, { sumE6, maxE6: dayMaxE6 });
  }
  return [...spent].flatMap(([day, { sumE6, maxE6 }]) =>
    maxE6 !== undefined && sumE6 > maxE6 ? [`5 limits: ${day} traded ${sumE6} of ${maxE6}`] : []
  );
}

/** The venue receives no bytes that are not stored. */
function storedFirst(history: OrderHistory): ReadonlyArray<string> {
  return history.received.filter(({ wasStored }) => !wasStored)
    .map(({ body }) => `6 stored first: ${body}`);
}

/** A market order is never sent late, after its client stopped waiting. */
function inTime({ received, stored }: OrderHistory): ReadonlyArray<string> {
  const firsts = new Map(received.toReversed().map(({ body, atMs }) => [body, atMs]));
  return [...firsts].flatMap(([body, atMs]) => {
    const state = stored.get(body)?.order.state;
    return state?.name === "sent" && atMs - state.sentMs > STRAY_MS_MAX
      ? [`7 in time: ${state.orderId} came after ${atMs - state.sentMs} ms`]
      : [];
  });
}

/** An order without a key counts by its own id. */
function nameOf({ id, accountId, idempotency }: StoredOrder): string {
  return Option.match(idempotency, {
    onNone: () => id,
    onSome: ({ key }) => `${accountId} ${key}`,
  });
}

/** Returns whether an answer belongs to the request that made these bytes. */
function isOf(answer: Answer, bytes: StoredBytes | undefined): boolean {
  if (bytes === undefined) return false;
  const { id, accountId, idempotency } = bytes.order;
  if (Option.isNone(idempotency)) return answer.id === id;
  const { key, requestSha256 } = idempotency.value;
  return answer.accountId === accountId && answer.key === key &&
    answer.requestSha256 === requestSha256;
}
