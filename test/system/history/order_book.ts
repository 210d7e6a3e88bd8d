/**
 * What customers can read in the traffic of a history: each answer by what it promises, and the
 * list of all orders at the end.
 *
 * Written from the guides "Orders" and "Webhooks", not from the service's code, of which it imports
 * nothing.
 *
 * @module
 */
import type { OrderContent, SeenAnswer, SeenRequest, Traffic } from "./traffic.ts";

/**
 * What an answer to an order promises.
 *
 * - `matched`: it traded.
 * - `settled`: it was not and will not be placed, and its key keeps this answer.
 * - `free`: nothing is placed for this request, and its key is free.
 * - `unsent`: the order with this id was not sent, and never will be.
 * - `unclear`: the order with this id was sent, and its end is not known.
 * - `busy`: another request of the key goes on.
 * - `reused`: the key belongs to another request.
 * - `unauthorized`, and `broken` for what no answer may be.
 */
export type Promised =
  | { readonly kind: "matched"; readonly orderId: string; readonly fill: Fill | undefined }
  | { readonly kind: "unsent" | "unclear"; readonly orderId: string }
  | { readonly kind: "settled" | "free" | "busy" | "reused" | "unauthorized" | "broken" };

/** What traded, in millionths. */
export interface Fill {
  readonly sharesE6: number;
  readonly usdcE6: number;
}

/** The parts of answers and listings that promises are about. */
interface FilledWire {
  readonly shares: number | null;
  readonly usdc: number | null;
}

interface EchoWire {
  readonly slug: string;
  readonly outcome: string;
  readonly side: string;
  readonly amount: number;
  readonly loweredTo?: number;
}

/** An order of `GET /api/v1/orders/history`. */
export interface ListedOrder {
  readonly id: string;
  readonly created_at: string;
  readonly state: "sent" | "unknown" | "matched" | "refused";
  readonly order: EchoWire;
  readonly order_type: string;
  readonly order_id: string;
  readonly filled: FilledWire | null;
  readonly refusal: { readonly reason: string } | null;
  readonly idempotency_key: string | null;
  readonly reconciled: boolean | null;
}

/** A listed order, and whose it is. */
export interface Entry extends ListedOrder {
  readonly walletId: string;
  readonly accountId: string;
  /** By the machine's clock. */
  readonly createdMs: number;
}

/** A request with its answer. */
export interface Answered extends SeenRequest {
  readonly answer: SeenAnswer;
  readonly promised: Promised;
}

/** What a judge reads. */
export interface OrderBook {
  readonly traffic: Traffic;
  /** All orders, as they are listed at the end. */
  readonly entries: ReadonlyArray<Entry>;
  readonly byOrderId: ReadonlyMap<string, Entry>;
  readonly answered: ReadonlyArray<Answered>;
}

const ORDER_ID = /0x[0-9a-f]+/;

/** Reads an answer. */
export function promiseOf({ status, retryAfterSec, text }: SeenAnswer): Promised {
  const body = JSON.parse(text) as { readonly error?: string; readonly hint?: string };
  if (status === 200) return matchedOf(body as MatchedWire);
  const { error = "", hint = "" } = body;
  const orderId = ORDER_ID.exec(`${error} ${hint}`)?.[0];
  if (status === 401) return { kind: "unauthorized" };
  if (status === 409) return { kind: retryAfterSec === undefined ? "reused" : "busy" };
  if (status !== 400 && status !== 403 && status !== 404 && status !== 503) {
    return { kind: "broken" };
  }
  if (hint.includes("is settled")) {
    return { kind: retryAfterSec === undefined ? "settled" : "broken" };
  }
  // "Unclear outcome: 503, the order id in the hint"; "Not stored in time: 503 with the order id".
  if (status === 503 && orderId !== undefined) {
    return { kind: hint.includes(orderId) ? "unclear" : "unsent", orderId };
  }
  return { kind: "free" };
}

interface MatchedWire {
  readonly orderId: string;
  readonly status: string;
  readonly filled: FilledWire;
}

function matchedOf({ orderId, status, filled }: MatchedWire): Promised {
  return status === "matched"
    ? { kind: "matched", orderId, fill: fillOf(filled) }
    : { kind: "broken" };
}

/** Returns what an answer says was traded; nothing where it says that it is not known yet. */
export function fillOf(filled: FilledWire | null): Fill | undefined {
  if (filled === null || filled.shares === null || filled.usdc === null) return undefined;
  return { sharesE6: Math.round(filled.shares * 1e6), usdcE6: Math.round(filled.usdc * 1e6) };
}

/** Returns the orders of a page. */
export function listedIn({ status, text }: SeenAnswer): ReadonlyArray<ListedOrder> {
  if (status !== 200) return [];
  return (JSON.parse(text) as { readonly data: ReadonlyArray<ListedOrder> }).data;
}

/** Whether an order's echo is of a request. */
export function isOf({ order, order_type }: Pick<Entry, "order" | "order_type">, of: OrderContent) {
  return order.slug === of.slug && order.outcome === of.outcome && order.side === of.side &&
    order.amount === of.amount && order_type === of.orderType;
}

/** Whether two requests ask for the same. */
export function isSame(a: OrderContent, b: OrderContent): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Reads the traffic. */
export function readTraffic(traffic: Traffic): OrderBook {
  const answered = traffic.requests.flatMap((request) => {
    const { answer } = request;
    return answer === undefined ? [] : [{ ...request, answer, promised: promiseOf(answer) }];
  });
  const accounts = new Map(
    traffic.requests.map(({ content, accountId }) => [content.walletId, accountId]),
  );
  const last = new Map(
    traffic.listings.filter(({ answer }) => answer.status === 200)
      .map((listing) => [listing.walletId, listing]),
  );
  const entries = [...last.values()].flatMap(({ walletId, answer }) =>
    listedIn(answer).map((listed) => ({
      ...listed,
      walletId,
      accountId: accounts.get(walletId) ?? "",
      createdMs: Date.parse(listed.created_at) / traffic.clockSpeed,
    }))
  );
  const byOrderId = new Map(entries.map((entry) => [entry.order_id, entry]));
  return { traffic, entries, byOrderId, answered };
}
