/**
 * The order calls of API key holders: placing, cancelling, listing.
 *
 * @module
 */
import { cancelCalls } from "./cancel_calls.ts";
import { type KeyedCall } from "./keyed_call.ts";
import { type Limited, type OrderCallParts } from "./order_call_parts.ts";
import { placeCalls } from "./place_calls.ts";
import { readCalls } from "./read_calls.ts";

/** Returns the calls by method and path; `GET /data/order/` is followed by an id. */
export function orderCalls(parts: OrderCallParts): ReadonlyMap<string, KeyedCall> {
  const { buckets, state } = parts;
  /** Applies the signer's rate limits and adds their headers. */
  const limited: Limited = async ({ caller: { address } }, what, answer) => {
    const { headers, refusal } = buckets.take(address, { ...what, tier: state.tier });
    if (refusal !== undefined) return refusal;
    const found = await answer();
    return { ...found, headers: { ...headers, ...found.headers } };
  };
  return new Map([
    ...placeCalls(parts, limited),
    ...cancelCalls(parts, limited),
    ...readCalls(parts),
  ]);
}
