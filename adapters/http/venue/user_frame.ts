/**
 * The frames of the user socket, out of what is stored of a wallet.
 *
 * @module
 */
import { Option } from "effect";
import { knownFill, knownOutcome } from "../../../core/order/mod.ts";
import type { ToldOrder, WalletFrame } from "../../../core/port/wallet_frames.ts";
import type { TradingWallet } from "../../../core/use_case/order/mod.ts";
import { listedTrade } from "./wire_order.ts";
import { secondsOf, textOf } from "./venue_text.ts";

/** Returns the frame of a change of a wallet; undefined where the venue would tell nothing. */
export function userFrame(frame: WalletFrame, wallet: TradingWallet, nowMs: number) {
  const timestamp = String(Math.floor(nowMs));
  if (frame.kind === "order") return orderFrame(frame.order, { wallet, timestamp });
  if (frame.kind !== "fill") return undefined;
  const trade = listedTrade(frame.fill, wallet);
  return {
    ...trade,
    event_type: "trade",
    type: "TRADE",
    trade_owner: wallet.owner,
    last_update: secondsOf(nowMs),
    timestamp,
  };
}

function orderFrame(
  order: ToldOrder,
  { wallet, timestamp }: { readonly wallet: TradingWallet; readonly timestamp: string },
) {
  const said = typeOf(order);
  if (said === undefined) return undefined;
  const { state, instruction, createdMs, priceE6 } = order;
  const matchedE6 = tradedE6(order);
  const limit = Option.getOrUndefined(instruction.limit);
  const endSec = limit && Option.getOrUndefined(limit.expiresSec);
  return {
    asset_id: instruction.tokenId,
    associate_trades: null,
    created_at: secondsOf(createdMs),
    event_type: "order",
    expiration: endSec === undefined ? "0" : String(endSec + EARLY_SEC),
    id: state.orderId,
    maker_address: wallet.wallet.funder,
    market: instruction.conditionId,
    order_owner: wallet.owner,
    order_type: instruction.orderType,
    original_size: textOf(limit?.sizeE6 ?? matchedE6),
    outcome: instruction.outcome,
    owner: wallet.owner,
    price: Option.match(priceE6, { onNone: () => "", onSome: textOf }),
    side: instruction.side,
    size_matched: textOf(matchedE6),
    timestamp,
    ...said,
  };
}

/** The venue ends an order so long before the instant in its field. */
const EARLY_SEC = 60;

function typeOf(order: ToldOrder): { readonly type: string; readonly status: string } | undefined {
  const { state } = order;
  if (state.name === "live") {
    if (tradedE6(order) > 0n) return { type: "UPDATE", status: "LIVE" };
    return { type: "PLACEMENT", status: state.isDelayed ? "DELAYED" : "LIVE" };
  }
  const outcome = Option.getOrUndefined(knownOutcome(state));
  if (outcome?.kind === "matched") return { type: "UPDATE", status: "MATCHED" };
  if (outcome?.kind === "canceled") return { type: "CANCELLATION", status: "CANCELED" };
  return undefined;
}

function tradedE6({ state }: ToldOrder): bigint {
  return Option.getOrElse(Option.flatMap(knownFill(state), ({ sharesE6 }) => sharesE6), () => 0n);
}
