/**
 * Customers who request orders, and repeat each with the same key until its outcome is known.
 *
 * @module
 */
import type { OrderRequest } from "./order_plan.ts";
import { callForOrder, type Orderer, type OrderReply } from "../../app/order/order_call.ts";
import { STORED_TOO_SLOWLY } from "../../app/order/place_until_sent.ts";
import type { PutMarket } from "../../app/order/put_markets.ts";

/** One order request under one key, and every reply that its customer received. */
export interface CustomerOrder {
  /** Its place among the requests; beyond them, of one that is made anew. */
  readonly number: number;
  readonly key: string;
  readonly request: OrderRequest;
  readonly replies: OrderReply[];
}

/** An answer after which the customer does not ask again. */
export type Final = Extract<OrderReply, { readonly kind: "placed" | "refused" }>;

/** The customers' part of a test. */
export type Customers = ReturnType<typeof startCustomers>;

/** What customers work with; `urlNow` is asked before each try. */
export interface CustomersOptions {
  readonly requests: ReadonlyArray<OrderRequest>;
  readonly count: number;
  readonly markets: ReadonlyArray<PutMarket>;
  readonly orderer: Orderer;
  readonly urlNow: () => string;
  /** All must be done by then. */
  readonly withinMs: number;
}

/** An order is answered sooner, or not at all. */
const PATIENCE_MS = 30_000;
const WAIT_MS_MAX = 1_000;
/** How often a request may be made anew; a service that sends nothing ends here. */
const ANEW_MAX = 20;
const RECONNECT_MS = 50;

/** The final answers; no two should differ. */
export function finalsOf({ replies }: CustomerOrder): ReadonlyArray<Final> {
  return replies.filter((reply): reply is Final =>
    reply.kind === "placed" || reply.kind === "refused"
  );
}

/** Whether the service was too busy to send it, and did not: a customer orders anew then. */
function isUnsent(customerOrder: CustomerOrder): boolean {
  return finalsOf(customerOrder).some((final) =>
    final.kind === "refused" && final.message.includes(STORED_TOO_SLOWLY)
  );
}

/** The key of a request, by its index; of one that is made anew, by a later number. */
export function keyOf(number: number): string {
  return `order-${number}`;
}

/** The fields of a request, as they are sent. */
export function fieldsOf(request: OrderRequest, markets: ReadonlyArray<PutMarket>) {
  const { market, outcome, side, orderType, amount } = request;
  return { slug: markets[market]?.slug, outcome, side, orderType, amount: JSON.rawJSON(amount) };
}

/** Lets `count` customers share the requests; each continues with others while it waits for one. */
export function startCustomers(options: CustomersOptions) {
  const { requests, count, markets, orderer, urlNow, withinMs } = options;
  const waiting = [...requests.entries()];
  const customerOrders: CustomerOrder[] = [];
  const endMs = performance.now() + withinMs;
  let longestMs = 0;

  /** A customer without an answer asks again at once: other orders would get none either. */
  const ask = async (customerOrder: CustomerOrder, firstTimeoutMs?: number) => {
    const { key, request } = customerOrder;
    const call = { key, fields: fieldsOf(request, markets) };
    let timeoutMs = firstTimeoutMs ?? PATIENCE_MS;
    for (;;) {
      const startMs = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      const reply = await callForOrder({ url: urlNow(), orderer, signal }, call);
      if (reply.kind !== "lost") longestMs = Math.max(longestMs, performance.now() - startMs);
      customerOrder.replies.push(reply);
      if (reply.kind !== "lost" || performance.now() > endMs) return;
      timeoutMs = PATIENCE_MS;
      await Bun.sleep(RECONNECT_MS);
    }
  };
  const makeAnew = ({ number, request }: CustomerOrder) => {
    const next = number + requests.length;
    if (next < ANEW_MAX * requests.length) waiting.push([next, request]);
  };
  const begin = async ([number, request]: readonly [number, OrderRequest]) => {
    const customerOrder: CustomerOrder = { number, key: keyOf(number), request, replies: [] };
    customerOrders.push(customerOrder);
    const { isDoubled, hangsUpMs } = request;
    const tries = Array.from(
      { length: isDoubled ? 2 : 1 },
      () => ask(customerOrder, hangsUpMs),
    );
    await Promise.all(tries);
    return customerOrder;
  };
  const work = async () => {
    let open: Array<{ readonly customerOrder: CustomerOrder; readonly dueMs: number }> = [];
    for (;;) {
      const nowMs = performance.now();
      if (nowMs > endMs) throw new Error(`no end in sight of ${JSON.stringify(open[0])}`);
      const due = open.find(({ dueMs }) => dueMs <= nowMs);
      open = open.filter((each) => each !== due);
      const next = due === undefined ? waiting.shift() : undefined;
      if (due !== undefined) await ask(due.customerOrder);
      const customerOrder = due?.customerOrder ??
        (next === undefined ? undefined : await begin(next));
      if (customerOrder === undefined) {
        if (open.length === 0) return;
        await Bun.sleep(20);
      } else if (finalsOf(customerOrder).length === 0) {
        open.push({ customerOrder, dueMs: performance.now() + waitMsOf(customerOrder) });
      } else if (isUnsent(customerOrder)) makeAnew(customerOrder);
    }
  };
  let isDone = false;
  const done = Promise.all(Array.from({ length: count }, work))
    .finally(() => (isDone = true))
    .then(() => customerOrders);
  return {
    /** How many orders were requested. */
    begun: () => customerOrders.length,
    areDone: () => isDone,
    /** The longest that one waited for an answer. */
    longestMs: () => longestMs,
    /** Every requested order, once all are done. */
    done: done as Promise<ReadonlyArray<CustomerOrder>>,
  };
}

/** The service's Retry-After, but at most {@linkcode WAIT_MS_MAX}. */
function waitMsOf({ replies }: CustomerOrder): number {
  const last = replies.at(-1);
  return last?.kind === "later" ? Math.min(last.waitSec * 1_000, WAIT_MS_MAX) : 0;
}
