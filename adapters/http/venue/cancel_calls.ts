/**
 * `DELETE /order`, `/orders`, `/cancel-all` and `/cancel-market-orders`.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { Cancelled } from "../../../core/port/order_venue.ts";
import { cancelOrders, type TradingWallet } from "../../../core/use_case/order/mod.ts";
import { cancelSignedOrders } from "../../../core/use_case/paper/mod.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import { claimOf } from "./caller.ts";
import { REFUSAL, tooMany } from "./door_refusal.ts";
import { fieldsOf, readJson } from "./sent_json.ts";

const CANCEL_MAX = 1_000;

/** Cancels the order that a body names. */
export const cancelOne = Effect.fnUntraced(function* (text: string, wallet: TradingWallet) {
  const { orderID } = fieldsOf(readJson(text));
  if (typeof orderID !== "string") return yield* REFUSAL.payload;
  return answerOf(yield* cancelSignedOrders(wallet, [orderID.toLowerCase()]));
});

/** Cancels the orders of a list. */
export const cancelMany = Effect.fnUntraced(function* (text: string, wallet: TradingWallet) {
  const ids = readJson(text);
  const areIds = Array.isArray(ids) && ids.every((id) => typeof id === "string");
  if (!areIds) return yield* REFUSAL.payload;
  if (ids.length > CANCEL_MAX) return yield* tooMany(ids.length, CANCEL_MAX);
  const named = [...new Set((ids as ReadonlyArray<string>).map((id) => id.toLowerCase()))];
  return answerOf(yield* cancelSignedOrders(wallet, named));
});

/** Cancels every open order of a wallet. */
export const cancelAll = Effect.fnUntraced(function* (wallet: TradingWallet) {
  const filter = { conditionId: Option.none(), tokenId: Option.none() };
  return answerOf(yield* cancelOrders({ ...claimOf(wallet), filter }));
});

/** Cancels the open orders of a market, of an outcome of it, or of an outcome. */
export const cancelOfMarket = Effect.fnUntraced(function* (text: string, wallet: TradingWallet) {
  const { market, asset_id: assetId } = fieldsOf(readJson(text));
  const given = [market, assetId].filter((each) => each !== undefined && each !== "");
  const isFilter = given.length > 0 && given.every((each) => typeof each === "string");
  if (!isFilter) return yield* REFUSAL.payload;
  const conditionId = typeof market === "string" && market !== ""
    ? Option.some(
      yield* Effect.mapError(Effect.fromOption(parseConditionId(market)), () => REFUSAL.payload),
    )
    : Option.none();
  const tokenId = typeof assetId === "string" && assetId !== ""
    ? Option.some(assetId)
    : Option.none();
  return answerOf(yield* cancelOrders({ ...claimOf(wallet), filter: { conditionId, tokenId } }));
});

function answerOf({ cancelled, kept }: Cancelled) {
  return { canceled: cancelled, not_canceled: Object.fromEntries(kept) };
}
