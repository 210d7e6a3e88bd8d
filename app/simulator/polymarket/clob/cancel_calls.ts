/**
 * `DELETE /order`, `/orders`, `/cancel-all` and `/cancel-market-orders`.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { fieldsOf, parseJson } from "../../kit/json.ts";
import { type KeyedCall, type KeyedRequest } from "./keyed_call.ts";
import { type L2Caller } from "./l2_request.ts";
import { isOfMarket, isOwn, type Limited, type OrderCallParts } from "./order_call_parts.ts";
import { isResting, type PlacedOrder } from "./placed_order.ts";
import { REFUSAL, tooMany } from "./refusal.ts";

const CANCEL_MAX = 1_000;

/** Returns the calls by method and path. */
export function cancelCalls(
  { engine, ledger, state }: OrderCallParts,
  limited: Limited,
): ReadonlyMap<string, KeyedCall> {
  const cancelIds = (ids: ReadonlyArray<string>, caller: L2Caller): Answer => {
    const refusal = state.refuseCancel();
    if (refusal !== undefined) return refusal;
    engine.tend();
    const canceled: string[] = [];
    const notCanceled = new Map<string, string>();
    for (const id of new Set(ids)) {
      const placed = ledger.byId(id);
      const isTheirs = placed !== undefined && isOwn(caller, placed);
      const reason = engine.cancel(isTheirs ? placed : undefined);
      if (reason === undefined) canceled.push(id);
      else notCanceled.set(id, reason);
    }
    return { status: 200, body: { canceled, not_canceled: Object.fromEntries(notCanceled) } };
  };
  /** All or nothing: a call costs one token, and one for each order that it would cancel. */
  const cancelWhere = (
    keyed: KeyedRequest,
    isMeant: (placed: PlacedOrder) => boolean,
  ): Promise<Answer> => {
    engine.tend();
    const meant = ledger.all().filter((placed) =>
      isOwn(keyed.caller, placed) && (isResting(placed) || placed.status === "delayed") &&
      isMeant(placed)
    );
    const what = { counted: "cancels", count: 1 + meant.filter(isResting).length } as const;
    return limited(keyed, what, () => cancelIds(meant.map(({ id }) => id), keyed.caller));
  };

  const calls: ReadonlyArray<readonly [string, KeyedCall]> = [
    ["DELETE /order", (keyed) => {
      const id = fieldsOf(parseJson(keyed.request.body)).get("orderID");
      if (typeof id !== "string") return REFUSAL.payload;
      return limited(keyed, { counted: "cancels", count: 1 }, () => cancelIds([id], keyed.caller));
    }],
    ["DELETE /orders", (keyed) => {
      const ids = parseJson(keyed.request.body);
      const areIds = Array.isArray(ids) && ids.every((id) => typeof id === "string");
      if (!areIds) return REFUSAL.payload;
      if (ids.length > CANCEL_MAX) return tooMany(ids.length, CANCEL_MAX);
      const what = { counted: "cancels", count: ids.length } as const;
      return limited(keyed, what, () => cancelIds(ids, keyed.caller));
    }],
    ["DELETE /cancel-all", (keyed) => cancelWhere(keyed, () => true)],
    ["DELETE /cancel-market-orders", (keyed) => {
      const fields = fieldsOf(parseJson(keyed.request.body));
      const [market, assetId] = [fields.get("market"), fields.get("asset_id")];
      const given = [market, assetId].filter((each) => each !== undefined);
      const isFilter = given.length > 0 && given.every((each) => typeof each === "string");
      if (!isFilter) return REFUSAL.payload;
      return cancelWhere(
        keyed,
        (placed) =>
          (typeof market !== "string" || isOfMarket(placed, market)) &&
          (assetId === undefined || placed.order.tokenId === assetId),
      );
    }],
  ];
  return new Map(calls);
}
