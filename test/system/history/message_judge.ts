/** Judges the messages of webhooks by the guide "Webhooks". @module */
import { type Entry, fillOf, type ListedOrder, type OrderBook } from "./order_book.ts";
import type { SeenMessage, SeenWebhook } from "./traffic.ts";

/** "Tried again: after 5 s, 30 s, 2 min, 10 min", each up to a fifth later. */
const TRIED_AFTER_MS = [5_000, 30_000, 120_000, 600_000];
const LATER_MAX = 1.2;
/** What a process claimed that ends is due again after half a minute; an attempt takes 15 s. */
export const CLAIMED_MS = 50_000;

interface Message extends SeenMessage {
  readonly type: string;
  readonly data: ListedOrder;
}

/** Returns a description of every claim on messages that does not hold, but those to makers. */
export function brokenMessageClaims({ traffic, entries }: OrderBook): ReadonlyArray<string> {
  return traffic.webhooks.flatMap((webhook) => {
    if (webhook.events.some((event) => event.startsWith("fill."))) return [];
    const messages = traffic.messages.filter(({ webhookId }) => webhookId === webhook.webhookId)
      .map((seen): Message => ({ ...seen, ...JSON.parse(seen.body) }));
    return [
      ...sameBodies(messages),
      ...toldOnce(messages),
      ...trueOrders(webhook, messages, entries),
      ...untoldOrders(webhook, messages, { entries, calmMs: traffic.calmMs, endMs: traffic.endMs }),
      ...givenUp(messages, traffic.endMs),
    ].map((why) => `11 webhooks: ${webhook.webhookId}: ${why}`);
  });
}

/** "The same at every attempt, and so is the body." */
export function sameBodies(messages: ReadonlyArray<SeenMessage>): ReadonlyArray<string> {
  return [...Map.groupBy(messages, ({ messageId }) => messageId)].flatMap(([id, attempts]) =>
    new Set(attempts.map(({ body }) => body)).size === 1 ? [] : [`${id} has several bodies`]
  );
}

/** Each order has one message, however often that is sent. */
function toldOnce(messages: ReadonlyArray<Message>): ReadonlyArray<string> {
  const ofOrders = messages.filter(({ type }) => type === "order.settled");
  return [...Map.groupBy(ofOrders, ({ data }) => data.id)].flatMap(([id, told]) =>
    new Set(told.map(({ messageId }) => messageId)).size === 1 ? [] : [`told twice of ${id}`]
  );
}

/** An order is told as it is listed in the end, to its own account. */
function trueOrders(
  { accountId }: SeenWebhook,
  messages: ReadonlyArray<Message>,
  entries: ReadonlyArray<Entry>,
): ReadonlyArray<string> {
  return messages.flatMap(({ type, data: { id, state, filled } }) => {
    if (type !== "order.settled") return [];
    const entry = entries.find((one) => one.id === id);
    if (entry?.accountId !== accountId) return [`told of ${id}, which is not the account's`];
    const isSame = entry.state === state &&
      JSON.stringify(fillOf(entry.filled)) === JSON.stringify(fillOf(filled));
    return isSame ? [] : [`told that ${id} was ${state}, which is ${entry.state}`];
  });
}

/** Every order that has its end for long enough was told at least once. */
function untoldOrders(
  { accountId, events }: SeenWebhook,
  messages: ReadonlyArray<Message>,
  { entries, calmMs, endMs }: {
    readonly entries: ReadonlyArray<Entry>;
    readonly calmMs: number;
    readonly endMs: number;
  },
): ReadonlyArray<string> {
  if (!events.includes("order.settled")) return [];
  const told = new Set(messages.map(({ data }) => data.id));
  return entries.filter((entry) =>
    entry.accountId === accountId && !told.has(entry.id) && entry.reconciled === false &&
    Math.max(entry.createdMs, calmMs) < endMs - CLAIMED_MS
  ).map(({ id }) => `never told of ${id}`);
}

/** What was not taken is tried again. */
export function givenUp(
  messages: ReadonlyArray<SeenMessage>,
  endMs: number,
): ReadonlyArray<string> {
  return [...Map.groupBy(messages, ({ messageId }) => messageId)].flatMap(([id, attempts]) => {
    const last = attempts.at(-1);
    if (last === undefined || attempts.some(({ isTaken }) => isTaken)) return [];
    const waitMs = (TRIED_AFTER_MS[attempts.length - 1] ?? Infinity) * LATER_MAX;
    const isDue = last.atMs + waitMs + CLAIMED_MS < endMs;
    return isDue ? [`${id} is not tried again after ${attempts.length} attempts`] : [];
  });
}
