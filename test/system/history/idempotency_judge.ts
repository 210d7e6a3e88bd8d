/**
 * Judges what an Idempotency-Key promises, by the guide "Orders": one order, and one answer.
 *
 * @module
 */
import { type Answered, isOf, isSame, type OrderBook } from "./order_book.ts";
import type { Traffic, VenueRecord } from "./traffic.ts";

/** "If a replica dies before it has stored the order, for at most 5 s", and 10 s once it has. */
const BUSY_AFTER_MS = 12_000;
/** A request that has stored nothing keeps its key for so long. */
const KEPT_MS = 5_000;
/** A request whose answer nobody saw may go on for so long. */
const UNANSWERED_MS = 30_000;
/** A request has reserved its key by then, while the store works. */
const RESERVED_AFTER_MS = 200;
/** The longest time for which a call to a store that has trouble may be under way. */
const STRAY_CALL_MS = 6_000;

/** Returns a description of every claim on keys that does not hold. */
export function brokenIdempotencyClaims(
  book: OrderBook,
  accepted: ReadonlyArray<VenueRecord>,
): ReadonlyArray<string> {
  return [...freeAnswers(book, accepted), ...sameAnswers(book), ...busyAnswers(book)];
}

/** Where nothing is placed, nothing was and nothing is under way. */
function freeAnswers(
  { traffic, byOrderId, answered }: OrderBook,
  accepted: ReadonlyArray<VenueRecord>,
): ReadonlyArray<string> {
  const placed = accepted.flatMap(({ orderId }) => {
    const entry = byOrderId.get(orderId);
    const sending = traffic.sendings.find((one) => one.orderId === orderId);
    return entry === undefined || sending === undefined ? [] : [{ entry, sentMs: sending.atMs }];
  });
  return answered.flatMap((answer) => {
    const { promised: { kind }, key, accountId, content, atMs } = answer;
    if (key === undefined || (kind !== "settled" && kind !== "free")) return [];
    const own = placed.find(({ entry }) =>
      entry.accountId === accountId && entry.idempotency_key === key
    );
    if (own === undefined) return [];
    const { entry: { order_id: orderId, ...entry }, sentMs } = own;
    const isRefused = kind === "settled" && isOf(entry, content);
    // A store that fails, or a key that is not checked, says nothing of the order.
    const isSilent = answer.answer.status === 503;
    const isSent = kind === "free" && !isSilent && sentMs < atMs;
    const isUnderWay = kind === "free" && !isSilent && isOfRunning(traffic, answer, { sentMs });
    return isRefused || isSent || isUnderWay
      ? [`6 refused: ${accountId} ${key} was told that nothing is placed, and ${orderId} traded`]
      : [];
  });
}

/** Whether another request of the key was under way for long enough, and then sent its order. */
function isOfRunning(
  { requests, troubles, deaths, hung }: Traffic,
  { key, accountId, atMs, answer }: Answered,
  { sentMs }: { readonly sentMs: number },
): boolean {
  const isCalm = troubles.every(({ fromMs, untilMs }) =>
    untilMs < atMs - STRAY_CALL_MS || fromMs > answer.atMs
  );
  if (!isCalm || sentMs < answer.atMs) return false;
  const others = requests.filter((other) =>
    other.accountId === accountId && other.key === key && other.atMs < sentMs &&
    (other.answer === undefined || other.answer.atMs >= sentMs)
  );
  // Which of several has sent it is not to be seen.
  return others.length === 1 &&
    others.every((other) =>
      other.atMs < atMs - RESERVED_AFTER_MS && other.hungUpMs === undefined &&
      !hung.has(other.replica) &&
      !deaths.some(({ replica }) => replica === other.replica)
    );
}

/** The same request gets the first answer again. */
function sameAnswers({ answered, byOrderId, entries }: OrderBook): ReadonlyArray<string> {
  return answered.flatMap((first) => {
    const { promised, key, accountId, content } = first;
    if (key === undefined || (promised.kind !== "matched" && promised.kind !== "settled")) {
      return [];
    }
    const entry = promised.kind === "matched"
      ? byOrderId.get(promised.orderId)
      : entries.find((one) => one.accountId === accountId && one.idempotency_key === key);
    const later = answered.filter((other) =>
      other.accountId === accountId && other.key === key && other.atMs >= first.answer.atMs
    );
    return later.flatMap(({ promised: { kind }, content: other, answer }) => {
      if (kind === "busy" || kind === "unauthorized" || answer.status === 503 && kind === "free") {
        return [];
      }
      const who = `${accountId} ${key}`;
      if (!isSame(content, other)) {
        return kind === "reused" ? [] : [`7 again: another request of ${who} got ${kind}`];
      }
      if (kind !== promised.kind) return [`7 again: ${who} got ${promised.kind}, then ${kind}`];
      if (!answer.isReplayed) return [`7 again: ${who} got an answer that is not called replayed`];
      // Where a process died with what it knew, it is found out anew.
      const isSameText = entry?.reconciled !== false ||
        withoutLatency(answer.text) === withoutLatency(first.answer.text);
      return isSameText ? [] : [`7 again: ${who} got other bytes: ${answer.text}`];
    });
  });
}

/** Two requests of one key that find out at once do not take the same time for it. */
function withoutLatency(text: string): string {
  return text.replace(/"latencyS":[0-9.]+,/, "");
}

/** A key is in use only while a request of it goes on, or soon after; so it is with another's. */
function busyAnswers({ answered, traffic: { requests, troubles } }: OrderBook) {
  return answered.flatMap((answer) => {
    const { promised: { kind }, key, accountId, content } = answer;
    const others = requests.filter((other) =>
      other.answer !== answer.answer && other.accountId === accountId && other.key === key
    );
    if (kind === "reused") {
      return others.some((other) => !isSame(other.content, content))
        ? []
        : [`8 busy: ${accountId} ${key} is another's, which nobody asked for`];
    }
    if (kind !== "busy") return [];
    const isTroubled = troubles.some(({ fromMs, untilMs }) =>
      fromMs <= answer.answer.atMs && untilMs >= answer.atMs - BUSY_AFTER_MS
    );
    const isInUse = others.some((other) =>
      other.atMs <= answer.answer.atMs &&
      (other.answer?.atMs ?? other.atMs + UNANSWERED_MS) >= answer.atMs - BUSY_AFTER_MS
    );
    // A request that took longer than it may keep the key may have lost it.
    const isSlow = answer.answer.atMs - answer.atMs > KEPT_MS;
    return isTroubled || isInUse || isSlow
      ? []
      : [`8 busy: ${accountId} ${key} is in use by nobody`];
  });
}
