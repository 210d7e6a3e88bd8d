/**
 * Waits until an order has come to where the caller wants it.
 *
 * The order is asked for once its wallet is followed, and from then on each of its changes arrives:
 * there is no moment that neither sees. While the stream is interrupted the order is asked for
 * again and again.
 *
 * @module
 */
import { ApiError } from "./failure.ts";
import { ORDER_GOALS, type OrderGoal, progressOf } from "./order_goal.ts";
import type { OrdersEvent } from "./stream/frame.ts";
import type { WatchOrders } from "./stream/order_watch.ts";
import { clockMs } from "./stream/timing.ts";
import { GoalMissed, WaitTimeout } from "./wait_failure.ts";
import type { SentOrder } from "./wire/order.ts";

/** An order of a wallet: `{ walletId, ...placed }`, where `placed` is the answer to its request. */
export interface OrderOfWallet {
  readonly walletId: string;
  readonly orderId: string;
}

/** Options of a wait. */
export interface WaitOptions {
  /** How long to wait, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Gives the wait up; the order goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** What waits use of their client. */
export interface WaitPorts {
  readonly watch: WatchOrders;
  /** Asks for an order. */
  readonly ask: (
    order: OrderOfWallet,
    options: { readonly signal: AbortSignal },
  ) => Promise<SentOrder>;
  /** How often to ask while the stream is interrupted, in milliseconds. */
  readonly askMs: number;
}

/** Events that say nothing of an order's state. */
const OTHERS: ReadonlySet<string> = new Set(["fill", "claim", "split", "merge"]);
/** How long the stream may take before the order is asked for without it, in milliseconds. */
const START_MS = 1_000;
/** How long one question may take, in milliseconds. */
const QUESTION_MS = 10_000;

/** Waits for an order, as `Client` documents it. */
export async function waitUntil(
  { watch, ask, askMs }: WaitPorts,
  { walletId, orderId }: OrderOfWallet,
  { goal, timeoutMs = 60_000, signal }: WaitOptions & { readonly goal: OrderGoal },
): Promise<SentOrder> {
  if (!ORDER_GOALS.includes(goal)) {
    throw new TypeError(`Cannot wait until "${goal}": pass one of ${ORDER_GOALS.join(", ")}`);
  }
  if (!walletId || !orderId) throw new TypeError("Cannot wait for an order without its ids");
  if (!(timeoutMs > 0)) throw new TypeError(`Cannot wait for ${timeoutMs} ms: pass more than 0`);
  const endMs = clockMs() + timeoutMs;
  const over = new AbortController();
  let known: SentOrder | undefined;
  let end: { readonly order: SentOrder } | { readonly error: Error } | undefined;
  /** Whether something may have changed that no event tells of. */
  let mustAsk = true;
  let askAtMs = clockMs() + Math.min(START_MS, askMs, timeoutMs / 2);
  let isAsking = false;
  let cause: unknown;
  let wake = () => {};

  function judge(order: SentOrder): void {
    const progress = progressOf(order, goal);
    if (progress === "open") return;
    end ??= progress === "reached"
      ? { order }
      : { error: new GoalMissed({ goal, reason: progress, order }) };
  }

  function take(event?: OrdersEvent): void {
    if (event && OTHERS.has(event.type)) return;
    if (event?.type !== "order") {
      mustAsk = true;
      askAtMs = 0;
    } else if (event.order.order_id === orderId) judge(known = event.order);
    wake();
  }

  async function question(): Promise<void> {
    isAsking = true;
    mustAsk = false;
    askAtMs = clockMs() + askMs;
    const before = known;
    try {
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(QUESTION_MS)]);
      const order = await ask({ walletId, orderId }, { signal });
      // An event that came meanwhile may be later than the answer.
      if (known === before) known = order;
      cause = undefined;
      judge(order);
    } catch (error) {
      mustAsk = true;
      cause = error;
      const isRefused = error instanceof ApiError && error.code && error.status < 500 &&
        error.status !== 429;
      if (isRefused) end ??= { error };
    }
    isAsking = false;
    wake();
  }

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const stop = () => wake();

  const watching = watch(walletId, take);
  signal?.addEventListener("abort", stop);
  try {
    // Whoever joins others gets no start event.
    if (watching.isLive()) askAtMs = 0;
    for (;;) {
      signal?.throwIfAborted();
      if (end) {
        if ("error" in end) throw end.error;
        return end.order;
      }
      const nowMs = clockMs();
      if (nowMs >= endMs) {
        throw new WaitTimeout({ walletId, orderId, goal, timeoutMs, order: known, cause });
      }
      const isDue = !isAsking && (mustAsk || !watching.isLive());
      if (isDue && nowMs >= askAtMs) question();
      await rest(Math.min(endMs - nowMs, isDue && !isAsking ? askAtMs - nowMs : askMs));
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    watching.leave();
    over.abort();
  }
}
