/**
 * Port: the primary venue's own form of orders, which orders on paper have too.
 *
 * @module
 */
import { Context, type Option } from "effect";
import type { PaperOrder, PaperRequest } from "../paper/mod.ts";
import type { OpenOrder } from "./order_venue.ts";

/** An order as its signed bytes say it. */
export type SignedTerms = Omit<PaperRequest, "orderId" | "conditionId">;

/** Reads and writes it. */
export class PaperWire extends Context.Service<PaperWire, {
  /** Reads the signed bytes of an order; none where they are no order. */
  readonly readOrder: (body: string) => Option.Option<SignedTerms>;
  /** Writes an order as the venue lists it. */
  readonly toOpenOrder: (order: PaperOrder) => OpenOrder;
}>()("core/port/PaperWire") {}
