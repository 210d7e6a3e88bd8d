/**
 * Judges who may trade how much, by the guides "Orders" and "Operations": API keys and limits.
 *
 * @module
 */
import { type Answered, type Entry, isOf, type OrderBook } from "./order_book.ts";
import type { SeenLimit, VenueRecord } from "./traffic.ts";

/** "In force immediately where they were set, within 10 s on other replicas." */
const IN_FORCE_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

/** Returns a description of every claim on limits and keys that does not hold. */
export function brokenAccessClaims(
  book: OrderBook,
  accepted: ReadonlyArray<VenueRecord>,
): ReadonlyArray<string> {
  return [
    ...aboveLimits(book, accepted),
    ...book.answered.flatMap((answer) => [
      ...wrongKey(book, answer),
      ...wronglyLimited(book, answer),
    ]),
  ];
}

/** Returns the limits that may be in force for a wallet at some time of a span. */
function limitsOf(
  limits: ReadonlyArray<SeenLimit>,
  { walletId, fromMs, untilMs }: {
    readonly walletId: string;
    readonly fromMs: number;
    readonly untilMs: number;
  },
): ReadonlyArray<number> {
  const own = limits.filter((limit) => limit.walletId === walletId);
  // Limits before the last one that was in force everywhere at the beginning are over.
  const isOld = ({ doneMs = Infinity }: SeenLimit) => doneMs + IN_FORCE_MS < fromMs;
  const last = own.findLastIndex(isOld);
  // Of limits that are set at once any may be the one that stays.
  const { askedMs: lastMs = -Infinity } = own[last] ?? {};
  const first = own.findIndex(({ doneMs = Infinity }) => doneMs >= lastMs);
  const inForce = own.slice(Math.max(0, first)).filter(({ askedMs }) => askedMs <= untilMs)
    .map(({ dayMax }) => dayMax ?? Infinity);
  return last === -1 ? [Infinity, ...inForce] : inForce;
}

/** What a wallet trades on a UTC day is within its limit. */
function aboveLimits(
  { byOrderId, traffic: { limits, sendings, requests, clockSpeed } }: OrderBook,
  accepted: ReadonlyArray<VenueRecord>,
): ReadonlyArray<string> {
  const placed = accepted.flatMap((record) => {
    const entry = byOrderId.get(record.orderId);
    const sending = sendings.find(({ orderId }) => orderId === record.orderId);
    return entry === undefined || sending === undefined ? [] : [{ entry, record, sending }];
  });
  const dayOf = ({ createdMs }: Entry) => Math.floor(createdMs * clockSpeed / DAY_MS);
  return placed.flatMap(({ entry, sending: { walletId, atMs, orderId } }) => {
    const spentE6 = placed.filter((other) =>
      other.sending.walletId === walletId && dayOf(other.entry) === dayOf(entry) &&
      other.sending.atMs <= atMs
    ).reduce((sumE6, { record }) => sumE6 + record.usdcE6, 0);
    // The requests of which one may have sent it.
    const asked = requests.filter(({ key = null, content, atMs: beganMs, answer }) =>
      key === entry.idempotency_key && content.walletId === walletId && isOf(entry, content) &&
      beganMs <= atMs && (answer === undefined || answer.atMs >= atMs)
    );
    const fromMs = Math.min(...asked.map((request) => request.atMs));
    const max = Math.max(...limitsOf(limits, { walletId, fromMs, untilMs: atMs }));
    return spentE6 <= max * 1e6
      ? []
      : [`9 limits: ${walletId} traded ${spentE6 / 1e6} of ${max} with ${orderId}`];
  });
}

/** Only an order that could pass the limit with all others is refused for it. */
function wronglyLimited(
  { entries, traffic: { limits } }: OrderBook,
  { content: { walletId, side, amount }, answer: { status, text, atMs }, atMs: beganMs }: Answered,
): ReadonlyArray<string> {
  if (status !== 403 || !text.includes("max_daily_usdc")) return [];
  const before = entries.filter((entry) =>
    entry.walletId === walletId && entry.createdMs <= atMs + 1
  );
  const most = [...before.map(({ order }) => order), { side, amount }]
    .reduce((sum, order) => sum + (order.side === "BUY" ? order.amount : order.amount * 0.4), 0);
  const span = { walletId, fromMs: beganMs, untilMs: atMs };
  const least = Math.min(...limitsOf(limits, span));
  return most > least ? [] : [`9 limits: ${walletId} was refused ${most} of ${least}`];
}

/** A key works from its issue until it is revoked, and 10 s later nowhere. */
function wrongKey(
  { traffic: { keys } }: OrderBook,
  { apiKey, replica, atMs, answer }: Answered,
): ReadonlyArray<string> {
  const revoked = keys.find((key) => key.apiKey === apiKey)?.revoked;
  const { status } = answer;
  const isRefused = status === 401;
  if (isRefused && (revoked === undefined || answer.atMs < revoked.askedMs)) {
    const isOnItsWay = revoked !== undefined && revoked.doneMs === undefined;
    return isOnItsWay ? [] : [`10 keys: ${apiKey} was refused, and is valid`];
  }
  const doneMs = revoked?.doneMs ?? Infinity;
  const endMs = revoked?.replica === replica ? doneMs : doneMs + IN_FORCE_MS;
  // A store that fails says nothing of the key.
  return !isRefused && status !== 503 && atMs > endMs
    ? [`10 keys: ${apiKey} was accepted ${Math.round(atMs - doneMs)} ms after it was revoked`]
    : [];
}
