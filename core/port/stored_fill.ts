/**
 * A fill of an order that was sent through this service, as it is stored.
 *
 * @module
 */
import type { BigDecimal, Option } from "effect";
import type { OrderFill } from "../order/mod.ts";
import type { OrderInstruction } from "./order_store.ts";

/** A fill of a stored order. */
export interface StoredFill extends OrderFill {
  readonly walletId: string;
  readonly instruction: Pick<
    OrderInstruction,
    "slug" | "outcome" | "tokenId" | "conditionId" | "side"
  >;
  /** The fraction that takers pay in its market; none where that was not known. */
  readonly feeRate: Option.Option<BigDecimal.BigDecimal>;
  /** When its final state was heard, by the service's clock. */
  readonly settledMs: Option.Option<number>;
}
