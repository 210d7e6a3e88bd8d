/**
 * An order that was confirmed, under its idempotency key, until the service has said how it ended.
 *
 * It outlives a reload of the page: whatever is lost on the way, the same order is asked for again
 * under the same key, and so placed at most once.
 *
 * @module
 */
import { ask } from "../service/api.ts";
import { AnswerFailure } from "../service/answer_failure.ts";
import type { OrderBody } from "./order_form.ts";
import type { Filled, OrderEcho } from "./order_request.ts";

/** A confirmed order. */
export interface OrderAttempt {
  readonly accountId: string;
  /** The `Idempotency-Key`: made once, when the reader is asked to confirm. */
  readonly key: string;
  readonly body: OrderBody;
}

/** What an order has given. */
export interface PlacedOrder {
  readonly orderId: string;
  readonly status: "matched" | "live";
  readonly latencyS: number;
  readonly order: OrderEcho;
  readonly filled: Filled;
}

/** What an order would give. */
export interface OrderPreview {
  readonly order: OrderEcho;
  readonly quote: {
    readonly averagePrice: number;
    readonly worstPrice: number;
    readonly shares: number;
    readonly usdc: number;
    readonly levels: number;
  };
  readonly fee: { readonly usdc: number; readonly effectiveRate: number };
}

/** How an attempt went. `open`: it is not known whether it was placed, or it may still be. */
export type Outcome =
  | { readonly kind: "placed"; readonly placed: PlacedOrder }
  | { readonly kind: "refused"; readonly failure: AnswerFailure }
  | { readonly kind: "open"; readonly failure: AnswerFailure };

const PATH = "/api/v1/simpleOrders/easyMarketOrder";
const KEPT_AS = "strikeline.order";
const KEY_BYTES = 16;

/** Makes an attempt. `crypto.randomUUID` is not there on pages without TLS. */
export function newAttempt(accountId: string, body: OrderBody): OrderAttempt {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { accountId, key: `console-${hex}`, body };
}

/** Asks what an order would give; nothing is placed. */
export function previewOrder(body: OrderBody): Promise<OrderPreview> {
  return ask<OrderPreview>({
    method: "POST",
    path: PATH,
    body: { ...body, dryRun: true },
    isKeyed: true,
  });
}

/** Places an attempt, or asks what became of it. It is kept until that is known. */
export async function placeAttempt(attempt: OrderAttempt): Promise<Outcome> {
  keep(attempt);
  try {
    const placed = await ask<PlacedOrder>({
      method: "POST",
      path: PATH,
      body: attempt.body,
      isKeyed: true,
      idempotencyKey: attempt.key,
    });
    forgetAttempt(attempt);
    return { kind: "placed", placed };
  } catch (thrown) {
    const failure = AnswerFailure.of(thrown);
    if (isOpen(failure)) return { kind: "open", failure };
    forgetAttempt(attempt);
    return { kind: "refused", failure };
  }
}

/** Statuses after which the order is settled: it was not placed, and will not be. */
const SETTLED: ReadonlySet<number> = new Set([400, 403, 404, 405, 413, 415, 422]);

/**
 * Whether the same order may still be placed, or was, after such an answer. What the service will
 * answer again and again (a conflict or a 503 without `Retry-After`) is settled as well.
 */
export function isOpen({ status, retryAfterSec }: AnswerFailure): boolean {
  if (SETTLED.has(status)) return false;
  return (status !== 409 && status !== 503) || retryAfterSec !== undefined;
}

/** Returns the account's attempt of which the outcome never arrived in this tab. */
export function keptAttempt(accountId: string): OrderAttempt | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "null") as OrderAttempt | null;
    return kept?.accountId === accountId ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets an attempt, unless another has taken its place. */
export function forgetAttempt({ accountId, key }: OrderAttempt): void {
  if (keptAttempt(accountId)?.key !== key) return;
  try {
    sessionStorage.removeItem(KEPT_AS);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function keep(attempt: OrderAttempt): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(attempt));
  } catch {
    // Without a store, the attempt lives as long as the page.
  }
}
