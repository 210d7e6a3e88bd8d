/**
 * Orders and trades in the venue's form.
 *
 * @module
 */
import { Option } from "effect";
import { type FillState, knownFill, knownOutcome } from "../../../core/order/mod.ts";
import type { StoredOrder } from "../../../core/port/order_store.ts";
import type { StoredFill } from "../../../core/port/stored_fill.ts";
import type { TradingWallet } from "../../../core/use_case/order/mod.ts";
import { secondsOf, textOf } from "./venue_text.ts";

/** How an order stands, as the answer to it says. */
export function standing(order: Pick<StoredOrder, "state" | "instruction">) {
  const { state, instruction: { side } } = order;
  const fill = knownFill(state);
  const [usdcE6, sharesE6] = [
    Option.flatMap(fill, (known) => known.usdcE6),
    Option.flatMap(fill, (known) => known.sharesE6),
  ];
  const [making, taking] = side === "BUY" ? [usdcE6, sharesE6] : [sharesE6, usdcE6];
  const amountOf = (e6: Option.Option<bigint>) =>
    Option.match(Option.filter(e6, (some) => some > 0n), { onNone: () => "", onSome: textOf });
  return {
    orderID: state.orderId,
    status: statusOf(state),
    makingAmount: amountOf(making),
    takingAmount: amountOf(taking),
  };
}

/**
 * Returns the answer to an order that was taken. It names no trades: no transaction settles them,
 * and the venue's client would wait for one.
 */
export function placedAnswer(order: StoredOrder) {
  return { success: true, errorMsg: "", ...standing(order) };
}

/** What is not known yet is not matched yet: a client reads the order again. */
function statusOf(state: StoredOrder["state"]): string {
  if (state.name === "live") return state.isDelayed ? "delayed" : "live";
  return Option.match(knownOutcome(state), {
    onNone: () => "delayed",
    onSome: ({ kind }) => kind,
  });
}

/** Returns an order as the venue lists it, of what it says of it besides its owner. */
export function listedOrder(
  raw: Readonly<Record<string, unknown>>,
  { owner, wallet }: TradingWallet,
  { outcome, tradeIds }: { readonly outcome: string; readonly tradeIds: ReadonlyArray<string> },
) {
  const own = { owner, maker_address: wallet.funder, outcome, associate_trades: tradeIds };
  return { ...raw, ...own };
}

/**
 * Returns a trade of a wallet as the venue lists it. Side, price and size are the taker's; who was
 * on the other side of it is nobody.
 */
export function listedTrade(fill: StoredFill, wallet: TradingWallet) {
  const { instruction, matchedMs, tradeId, sharesE6, priceE6, settledMs } = fill;
  const isTaker = fill.role === "taker";
  return {
    id: tradeId,
    taker_order_id: isTaker ? fill.orderId : "",
    market: instruction.conditionId,
    asset_id: instruction.tokenId,
    side: isTaker ? instruction.side : instruction.side === "BUY" ? "SELL" : "BUY",
    size: textOf(sharesE6),
    fee_rate_bps: "",
    price: textOf(priceE6),
    status: TRADE_STATUS[fill.state],
    match_time: secondsOf(matchedMs),
    last_update: secondsOf(Option.getOrElse(settledMs, () => matchedMs)),
    outcome: instruction.outcome,
    bucket_index: 0,
    owner: isTaker ? wallet.owner : "",
    maker_address: isTaker ? wallet.wallet.funder : "",
    maker_orders: isTaker ? [] : [{
      order_id: fill.orderId,
      owner: wallet.owner,
      maker_address: wallet.wallet.funder,
      matched_amount: textOf(sharesE6),
      price: textOf(priceE6),
      fee_rate_bps: "",
      asset_id: instruction.tokenId,
      outcome: instruction.outcome,
      side: instruction.side,
    }],
    trader_side: isTaker ? "TAKER" : "MAKER",
    transaction_hash: Option.getOrElse(fill.tx, () => ""),
  };
}

const TRADE_STATUS: Readonly<Record<FillState, string>> = {
  matched: "MATCHED",
  mined: "MINED",
  retrying: "RETRYING",
  confirmed: "CONFIRMED",
  failed: "FAILED",
};
