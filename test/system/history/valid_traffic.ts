/** A short traffic in which every promise is kept, made by hand. @module */
import type { ListedOrder } from "./order_book.ts";
import { type OrderContent, type SeenAnswer, Traffic } from "./traffic.ts";

/** When it begins. */
export const T = 1_793_923_200_000;

const WALLET = "wallet-1";
const content: OrderContent = {
  walletId: WALLET,
  slug: "deep",
  outcome: "Up",
  side: "BUY",
  amount: 5,
  orderType: "FOK",
};
const FILLED = { shares: 12.5, usdc: 5, averagePrice: 0.4 };
const { walletId: _, orderType, ...echo } = content;

/** The body of an order that matched. */
export function matched(orderId: string): string {
  return JSON.stringify({
    orderId,
    status: "matched",
    latencyS: 0.1,
    order: echo,
    filled: FILLED,
  });
}

const body = (error: string, hint: string) => JSON.stringify({ error, code: "unavailable", hint });
/** What is answered to a refused order whose key keeps that. */
export const SETTLED = body("Cannot place the order", "Nothing was placed. This answer is settled");
/** What is answered where nothing was sent. */
export const THIN = body("Cannot fill the BUY", "Try again later, or another outcome");

/** An answer. */
export function answer(afterMs: number, status: number, text: string, more = {}): SeenAnswer {
  const [isReplayed, retryAfterSec] = [false, undefined];
  return { atMs: T + afterMs, status, isReplayed, retryAfterSec, text, ...more };
}

function listed(orderId: string, fields: Partial<ListedOrder> & { readonly atMs: number }) {
  const { atMs, ...rest } = fields;
  const state = rest.state ?? "matched";
  return {
    id: `id-${orderId}`,
    created_at: new Date(T + atMs).toISOString(),
    state,
    order: echo,
    order_type: orderType,
    order_id: orderId,
    filled: state === "matched" ? FILLED : null,
    refusal: state === "refused" ? { reason: "not_filled" } : null,
    idempotency_key: null,
    reconciled: false,
    ...rest,
  };
}

/** The orders as they are listed at the end. */
const ENTRIES = [
  listed("0xaa", { atMs: 0, idempotency_key: "k1" }),
  listed("0xbb", { atMs: 2_000, idempotency_key: "k2", state: "refused" }),
  listed("0xcc", { atMs: 4_000, idempotency_key: "k3", reconciled: true }),
  listed("0xdd", { atMs: 9_000 }),
];

/** The content of a listing of some of them. */
export function page(orders: ReadonlyArray<ListedOrder> = ENTRIES): string {
  return JSON.stringify({ ok: true, data: orders });
}

/** Makes it anew. */
export function validTraffic(): Traffic {
  const traffic = new Traffic(1);
  const ask = (
    afterMs: number,
    key: string | undefined,
    answer: SeenAnswer | undefined,
    more: Partial<Traffic["requests"][number]> = {},
  ) =>
    traffic.requests.push({
      replica: "A",
      accountId: "account-1",
      apiKey: "old",
      key,
      content,
      atMs: T + afterMs,
      hungUpMs: undefined,
      answer,
      ...more,
    });
  const replayed = { isReplayed: true };
  ask(0, "k1", answer(200, 200, matched("0xaa")));
  ask(1_000, "k1", answer(1_010, 200, matched("0xaa"), replayed), { replica: "B" });
  ask(2_000, "k2", answer(2_200, 400, SETTLED));
  ask(3_000, "k2", answer(3_010, 400, SETTLED, replayed));
  const unclear = body("Cannot say yet", "Its hash is 0xcc");
  ask(4_000, "k3", answer(6_000, 503, unclear, { retryAfterSec: 2 }));
  ask(4_200, "k3", answer(4_210, 409, body("in progress", "again"), { retryAfterSec: 1 }));
  ask(7_000, "k3", answer(7_100, 200, matched("0xcc"), replayed), { replica: "B" });
  ask(8_000, "k4", answer(8_100, 400, THIN));
  ask(9_000, undefined, answer(9_200, 200, matched("0xdd")));
  ask(10_000, "k1", answer(10_010, 409, body("belongs to another", "use a new one")), {
    content: { ...content, amount: 6 },
  });
  const unsent = body("Cannot place 0xee: storing it gave no answer", "Send it again");
  ask(11_000, "k5", answer(13_000, 503, unsent, { retryAfterSec: 1 }));
  ask(20_100, "k1", answer(20_110, 401, body("not valid", "another")));
  const used = body("Cannot place", "The wallet's max_daily_usdc is 18, of which 15 are used");
  ask(21_000, "k6", answer(21_100, 403, used), { apiKey: "new" });
  traffic.keys.push(
    {
      apiKey: "old",
      accountId: "account-1",
      issuedMs: T - 100_000,
      revoked: { replica: "A", askedMs: T + 20_000, doneMs: T + 20_010 },
    },
    { apiKey: "new", accountId: "account-1", issuedMs: T + 20_000, revoked: undefined },
  );
  traffic.limits.push({ walletId: WALLET, askedMs: T - 60_000, doneMs: T - 59_000, dayMax: 18 });
  for (const [at, { order_id: orderId, state, created_at }] of ENTRIES.entries()) {
    const isRefused = state === "refused";
    const atMs = Date.parse(created_at) + 100;
    traffic.sendings.push({
      orderId,
      walletId: WALLET,
      atMs,
      canRest: false,
      isStored: true,
      isRefused,
    });
    traffic.messages.push({
      webhookId: "webhook-1",
      messageId: `msg-${orderId}`,
      atMs: atMs + 200,
      body: JSON.stringify({ type: "order.settled", data: ENTRIES[at] }),
      isTaken: at > 0,
    });
  }
  const [first] = traffic.messages;
  if (first !== undefined) traffic.messages.push({ ...first, atMs: T + 5_600, isTaken: true });
  traffic.records = ENTRIES.map(({ order_id: orderId, state }) => ({
    orderId,
    walletId: WALLET,
    side: "BUY",
    orderType: "FOK",
    makerE6: 5_000_000,
    state: state === "matched" ? "matched" : "refused",
    sharesE6: state === "matched" ? 12_500_000 : 0,
    usdcE6: state === "matched" ? 5_000_000 : 0,
  }));
  traffic.webhooks.push({
    webhookId: "webhook-1",
    accountId: "account-1",
    events: ["order.settled"],
  });
  const listing = (afterMs: number, orders: ReadonlyArray<ListedOrder>) =>
    traffic.listings.push({
      replica: "A",
      walletId: WALLET,
      askedMs: T + afterMs,
      answer: answer(afterMs + 10, 200, page(orders)),
    });
  listing(5_000, ENTRIES.slice(0, 3).map((entry, at) => at === 2 ? { ...entry, ...SENT } : entry));
  listing(150_000, ENTRIES);
  return Object.assign(traffic, { calmMs: T + 30_000, endMs: T + 200_000 });
}

const SENT = { state: "sent", filled: null, reconciled: null } as const;
