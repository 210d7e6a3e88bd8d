/**
 * How long an order keeps the idempotency key of its request.
 *
 * @module
 */
import type { RefusalReason } from "../order_reason.ts";
import type { OrderState } from "./order_state.ts";

/** How long an idempotency key is kept, in milliseconds. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;

/**
 * Whether an order still has its idempotency key when a request arrives at `atMs`, by the service's
 * clock: for a day, and for as long as its outcome is unknown. A refusal that says nothing of the
 * request itself, or that the same request may pass later, frees the key.
 */
export function holdsIdempotencyKey(
  { state, createdMs }: { readonly state: OrderState; readonly createdMs: number },
  atMs: number,
): boolean {
  if (state.name !== "final") return true;
  const { outcome } = state;
  if (outcome.kind === "refused" && FREEING.has(outcome.refusal.reason)) return false;
  return atMs - createdMs <= IDEMPOTENCY_MS;
}

const FREEING: ReadonlySet<RefusalReason> = new Set(["busy", "unsettled", "accuracy"]);
