/**
 * Judges what became of orders by what the guide "Orders" promises: a second opinion, which knows
 * the traffic alone and imports nothing of the service.
 *
 * ```text
 * request -> refused before sending (the key is free)
 *         -> stored -> sent -> matched | settled refusal
 *                          \-> unclear -> matched | settled refusal
 * ```
 *
 * @module
 */
import { brokenAccessClaims } from "./access_judge.ts";
import { brokenIdempotencyClaims } from "./idempotency_judge.ts";
import { brokenMessageClaims } from "./message_judge.ts";
import {
  type Answered,
  type Entry,
  fillOf,
  isOf,
  listedIn,
  type OrderBook,
  readTraffic,
} from "./order_book.ts";
import type { Traffic, VenueRecord } from "./traffic.ts";

/** "Bytes that took 2 s to store are not sent." */
const SENT_WITHIN_MS = 2_000;
/** "Order made again: once, within 5 s of the first." */
const REMADE_WITHIN_MS = 5_000;
/** Instants in answers are whole milliseconds. */
const ROUNDING_MS = 1;

/** Returns a description of every promise that was not kept. */
export function brokenOrderClaims(traffic: Traffic): ReadonlyArray<string> {
  const book = readTraffic(traffic);
  const accepted = traffic.records.filter(({ state }) => state === "matched");
  return [
    ...placedOnce(book, accepted),
    ...lostKeys(book),
    ...sentOnce(book),
    ...listedAtTheEnd(book, accepted),
    ...listedAlways(book),
    ...book.answered.flatMap((answer) => trueAnswer(book, answer)),
    ...brokenIdempotencyClaims(book, accepted),
    ...brokenAccessClaims(book, accepted),
    ...brokenMessageClaims(book),
  ];
}

/** A key places one order at most, and a request without one is placed once. */
function placedOnce(
  { byOrderId, traffic: { requests }, answered }: OrderBook,
  accepted: ReadonlyArray<VenueRecord>,
): ReadonlyArray<string> {
  const entries = accepted.flatMap(({ orderId }) => byOrderId.get(orderId) ?? []);
  const nameOf = (entry: Entry) =>
    entry.idempotency_key === null
      ? `${entry.walletId} ${JSON.stringify([entry.order, entry.order_type])} without a key`
      : `${entry.accountId} ${entry.idempotency_key}`;
  return [...Map.groupBy(entries, nameOf)].flatMap(([name, placed]) => {
    const [first] = placed;
    const wanted = first === undefined || first.idempotency_key !== null ? 1 : requests.filter((
      { key, content },
    ) => key === undefined && content.walletId === first.walletId && isOf(first, content)).length;
    const refused = first === undefined || first.idempotency_key !== null
      ? 0
      : answered.filter(({ key, content, promised: { kind } }) =>
        key === undefined && content.walletId === first.walletId && isOf(first, content) &&
        (kind === "settled" || kind === "free" || kind === "unsent")
      ).length;
    return placed.length <= wanted - refused
      ? []
      : [`1 once: ${placed.length} orders of ${name}, of which ${refused} were refused`];
  });
}

/** "Which say nothing of the request, or may pass later": too many orders, decimals, shares. */
const FREEING = ["busy", "accuracy", "unsettled"];

/** An order that was sent keeps its key, however it ended, but for these refusals. */
function lostKeys({ entries, traffic: { requests } }: OrderBook): ReadonlyArray<string> {
  return entries.filter((entry) =>
    entry.idempotency_key === null && !FREEING.includes(entry.refusal?.reason ?? "") &&
    !requests.some(({ key, content }) =>
      key === undefined && content.walletId === entry.walletId && isOf(entry, content)
    )
  ).map(({ order_id: orderId }) => `1 once: the key of ${orderId} was given to another order`);
}

/** Bytes are stored before they are sent, are sent once and in time, and do not stay unknown. */
function sentOnce({ traffic, byOrderId }: OrderBook): ReadonlyArray<string> {
  const sendings = traffic.sendings.filter(({ canRest }) => !canRest);
  return sendings.flatMap((sending, at) => {
    const { orderId, walletId, atMs, isStored, isRefused } = sending;
    const entry = byOrderId.get(orderId);
    const isRemade = sendings.slice(0, at).some((former) =>
      former.walletId === walletId && former.isRefused && !byOrderId.has(former.orderId) &&
      atMs - former.atMs <= REMADE_WITHIN_MS + SENT_WITHIN_MS
    );
    const withinMs = SENT_WITHIN_MS + (isRemade ? REMADE_WITHIN_MS : 0) + ROUNDING_MS;
    const isAgain = sendings.slice(0, at).some((former) => former.orderId === orderId);
    return [
      ...isStored ? [] : [`2 sending: ${orderId} was not stored`],
      ...isAgain ? [`2 sending: ${orderId} was sent again`] : [],
      ...entry !== undefined && atMs - entry.createdMs > withinMs
        ? [`2 sending: ${orderId} was sent ${Math.round(atMs - entry.createdMs)} ms late`]
        : [],
      // Only bytes that were refused for certain are replaced by others.
      ...entry === undefined && !isRefused ? [`2 sending: ${orderId} is not listed`] : [],
    ];
  });
}

/** In the end every order is listed as the venue has it. */
function listedAtTheEnd(
  { entries, byOrderId }: OrderBook,
  accepted: ReadonlyArray<VenueRecord>,
): ReadonlyArray<string> {
  const records = new Map(accepted.map((record) => [record.orderId, record]));
  return [
    ...accepted.filter(({ orderId }) => !byOrderId.has(orderId))
      .map(({ orderId }) => `3 listed: ${orderId} traded, and is not listed`),
    ...entries.flatMap(({ order_id: orderId, state, filled }) => {
      const record = records.get(orderId);
      if (state !== "matched" && state !== "refused") return [`3 listed: ${orderId} is ${state}`];
      if ((state === "matched") !== (record !== undefined)) {
        return [`3 listed: ${orderId} is ${state}, and the venue has it otherwise`];
      }
      return record === undefined || isTraded(record, fillOf(filled))
        ? []
        : [`3 listed: ${orderId} with other amounts than traded`];
    }),
  ];
}

function isTraded(
  { sharesE6, usdcE6 }: VenueRecord,
  fill: { readonly sharesE6: number; readonly usdcE6: number } | undefined,
): boolean {
  return fill !== undefined && fill.sharesE6 === sharesE6 && fill.usdcE6 === usdcE6;
}

/** Listed orders stay listed, and how one ended never changes. */
function listedAlways({ traffic: { listings }, byOrderId, answered }: OrderBook) {
  const broken = listings.flatMap(({ answer }) =>
    listedIn(answer).flatMap((listed) => {
      const { order_id: orderId, state, filled } = listed;
      const entry = byOrderId.get(orderId);
      // Its bytes may be replaced as long as it is being sent.
      if (entry === undefined) {
        return state === "sent" ? [] : [`4 listing: ${orderId} is gone, which was ${state}`];
      }
      const isOver = state === "matched" || state === "refused";
      const fill = fillOf(filled);
      const isOther = (isOver && entry.state !== state) ||
        (fill !== undefined && JSON.stringify(fill) !== JSON.stringify(fillOf(entry.filled)));
      return isOther ? [`4 listing: ${orderId} was ${state}, and is ${entry.state}`] : [];
    })
  );
  const doubled = listings.flatMap(({ answer }) => {
    const ids = listedIn(answer).map(({ id }) => id);
    return new Set(ids).size === ids.length ? [] : ["4 listing: an order is listed twice"];
  });
  const missing = answered.flatMap(({ promised, content: { walletId }, answer: { atMs } }) => {
    if (promised.kind !== "matched" && promised.kind !== "unclear") return [];
    const later = listings.filter((listing) =>
      listing.walletId === walletId && listing.askedMs >= atMs && listing.answer.status === 200
    );
    const { orderId } = promised;
    return later.every(({ answer }) => listedIn(answer).some((one) => one.order_id === orderId))
      ? []
      : [`4 listing: ${orderId} was answered, and is not listed`];
  });
  return [...broken, ...doubled, ...missing];
}

/** What an answer says of an order is so. */
function trueAnswer(
  { traffic: { records, sendings }, byOrderId }: OrderBook,
  { key, content, accountId, promised, answer: { text, atMs } }: Answered,
): ReadonlyArray<string> {
  const who = `${accountId} ${key}`;
  if (promised.kind === "broken") return [`5 answer: ${who} got ${text}`];
  if (promised.kind === "unsent") {
    return sendings.some(({ orderId }) => orderId === promised.orderId)
      ? [`5 answer: ${promised.orderId} was sent, though ${who} was told that it was not`]
      : [];
  }
  if (promised.kind === "unclear") {
    // A process may die after it has stored an order and before it sends it.
    const isThere = byOrderId.has(promised.orderId) ||
      sendings.some((one) => one.orderId === promised.orderId && one.atMs <= atMs);
    return isThere ? [] : [`5 answer: ${promised.orderId} is unclear, and was never stored`];
  }
  if (promised.kind !== "matched") return [];
  const { orderId, fill } = promised;
  const record = records.find((one) => one.orderId === orderId && one.state === "matched");
  const entry = byOrderId.get(orderId);
  if (record === undefined || entry === undefined) {
    return [`5 answer: ${who} was told that ${orderId} matched`];
  }
  const { order } = JSON.parse(text) as { readonly order: Entry["order"] };
  const isOwn = record.walletId === content.walletId &&
    isOf({ order, order_type: record.orderType }, content) && isOf(entry, content) &&
    entry.idempotency_key === (key ?? null);
  const amountE6 = Math.round((order.loweredTo ?? content.amount) * 1e6);
  // A FOK trades all of it; the venue cuts amounts to millionths.
  const tradedE6 = record.side === "BUY" ? record.usdcE6 : record.sharesE6;
  const isAll = record.orderType !== "FOK" || Math.abs(tradedE6 - record.makerE6) <= 2;
  return [
    ...isOwn ? [] : [`5 answer: ${who} was told of ${orderId}, which is another one's`],
    ...fill === undefined || isTraded(record, fill)
      ? []
      : [`5 answer: ${who} was told other amounts of ${orderId} than traded`],
    ...isAll ? [] : [`5 answer: ${orderId} is a FOK that was filled in part`],
    ...record.makerE6 <= amountE6 && amountE6 <= Math.round(content.amount * 1e6)
      ? []
      : [`5 answer: ${orderId} was worth more than ${who} asked for`],
  ];
}
