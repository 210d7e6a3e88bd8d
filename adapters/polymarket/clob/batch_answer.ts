/**
 * Reads the venue's answer to orders that were sent in one call.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type { SendOutcome } from "../../../core/order/mod.ts";
import type { HttpAnswer } from "../../outbound/mod.ts";
import { readOrderAnswer, readSuccess, type SentOrder, unknown } from "./order_answer.ts";

const decodeItems = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
);

/**
 * Returns the outcomes of orders that were sent in one call, in their order. An answer for all of
 * them is that of each; one that names an order is its own.
 */
export function readBatchAnswer(
  answer: HttpAnswer,
  orders: ReadonlyArray<SentOrder & { readonly orderId: string }>,
): ReadonlyArray<SendOutcome> {
  const { status, text } = answer;
  if (status < 200 || status >= 300) return orders.map((order) => readOrderAnswer(answer, order));
  const items = Option.getOrElse(decodeItems(text), () => []);
  if (items.length !== orders.length) {
    return orders.map(() => unknown("the venue's answer cannot be read"));
  }
  return orders.map((order, at) => {
    const { errorMsg, orderID } = items[at] ?? {};
    const isOther = (errorMsg ?? "") === "" &&
      String(orderID ?? "").toLowerCase() !== order.orderId.toLowerCase();
    return isOther
      ? unknown("the venue's answer names another order")
      : readSuccess({ text: JSON.stringify(items[at]) }, order);
  });
}
