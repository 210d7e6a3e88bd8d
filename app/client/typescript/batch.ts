/**
 * A batch of orders: each has a key, and those whose outcome is unknown are asked for again.
 *
 * @module
 */
import { makeIdempotencyKey } from "./idempotency_key.ts";
import { jsonText } from "./json_text.ts";
import type { Operations } from "./routes.ts";
import type { OrderBatch } from "./wire/limit_order.ts";

/** What a batch takes. An order without `idempotencyKey` gets a new one. */
export type BatchInput = Operations["POST orders/batch"]["input"];

/** What became of one order of a batch, and the key that it was sent with. */
export type BatchResult = OrderBatch["results"][number] & { readonly idempotencyKey: string };

/** The outcome of each order, in the order of the request. */
export interface BatchOutcome {
  /**
   * One that is not `ok` was not placed, unless its `reason` is `uncertain`: then its outcome was
   * still unknown at the deadline. Send the same order again with its `idempotencyKey` to learn it.
   */
  readonly results: ReadonlyArray<BatchResult>;
}

/** A batch while it is sent. */
export interface Batch extends BatchOutcome {
  readonly keys: ReadonlyArray<string>;
  /** The body that asks for all orders without an outcome. */
  readonly body: () => string;
  /**
   * Takes an answer to it, and returns whether any outcome is still unknown. `mayBePlaced`: whether
   * an earlier attempt may have placed them.
   */
  readonly take: (answer: unknown, mayBePlaced: boolean) => boolean;
}

const OPEN = /^(uncertain|key_in_use)$/;
/** Reasons that may be found before anybody looks for an order that was placed before. */
export const UNTOLD = /^(unavailable|expiration)$/;

/** Makes a batch. */
export function makeBatch({ orders, ...input }: BatchInput): Batch {
  const keyed = orders.map((one) => ({
    ...one,
    idempotencyKey: one.idempotencyKey || makeIdempotencyKey(),
  }));
  let open = keyed;
  const known = new Map<object, BatchResult>();
  return {
    keys: keyed.map(({ idempotencyKey }) => idempotencyKey),
    body: () => jsonText({ ...input, orders: open }),
    take: (answer, mayBePlaced) => {
      const { results } = answer as OrderBatch;
      open = open.filter((one, index) => {
        const result = results[index]!;
        const isOpen = !result.ok && (OPEN.test(result.reason ?? "") ||
          (mayBePlaced || known.has(one)) && UNTOLD.test(result.reason ?? ""));
        const { idempotencyKey } = one;
        known.set(one, { ...result, ...(isOpen && { reason: "uncertain" }), idempotencyKey });
        return isOpen;
      });
      return open.length > 0;
    },
    get results() {
      return keyed.flatMap((one) => known.get(one) ?? []);
    },
  };
}
