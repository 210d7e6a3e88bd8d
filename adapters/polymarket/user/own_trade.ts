/**
 * Reads what a trade of the venue is to the orders of one wallet.
 *
 * Strict about what decides: whose an order is, what it got, and how far the trade has come. All
 * else may be missing, null or empty, or have another form.
 *
 * Source: the venue's documentation and official clients, autumn 2026.
 *
 * @module
 */
import { Option } from "effect";
import type { JsonFields } from "../../../core/json_fields.ts";
import {
  FILL_STATES,
  type FillRole,
  type FillState,
  type OrderFill,
} from "../../../core/order/mod.ts";
import { readE6 } from "../clob/e6_text.ts";
import { foldedText, isFields } from "./loose_field.ts";

/** By what a wallet's orders are known: its API key, and the address that has its money. */
export interface OrderOwner {
  readonly apiKey: string;
  readonly funder: string;
}

/** What a trade is to the wallet's orders. */
export interface OwnTrade {
  /** One for each of its orders that traded; none where they are all somebody else's. */
  readonly fills: ReadonlyArray<OrderFill>;
  /** Why something of the wallet's was left out, each as a sentence without a value. */
  readonly doubts: ReadonlyArray<string>;
}

/** What one order of the wallet gave to a trade, unread. */
interface OwnPart {
  readonly role: FillRole;
  readonly orderId: unknown;
  readonly price: unknown;
  readonly shares: unknown;
}

/** Reads a frame of the user socket, or a row of the list of trades. */
export function readOwnTrade(trade: JsonFields, owner: OrderOwner): OwnTrade {
  const parts = ownPartsOf(trade, owner);
  if (parts.length === 0) return { fills: [], doubts: [] };
  const tradeId = typeof trade["id"] === "string" ? trade["id"].trim() : "";
  const state = stateOf(trade["status"]);
  const matchedMs = matchedMsOf(trade);
  if (tradeId === "") return { fills: [], doubts: ["a trade has no id"] };
  if (state === undefined) return { fills: [], doubts: ["a trade has an unknown status"] };
  if (matchedMs === undefined) return { fills: [], doubts: ["a trade has no time"] };
  const hash = foldedText(trade["transaction_hash"]);
  const tx = Option.liftPredicate(hash, (text) => /^0x[0-9a-f]+$/.test(text));
  const fills = parts.flatMap(({ role, price, shares, ...part }): ReadonlyArray<OrderFill> => {
    const orderId = foldedText(part.orderId);
    const [priceE6, sharesE6 = 0n] = [readE6(price), readE6(shares)];
    if (orderId === "" || priceE6 === undefined || sharesE6 === 0n) return [];
    return [{ tradeId, orderId, role, priceE6, sharesE6, state, tx, matchedMs }];
  });
  const isWhole = fills.length === parts.length;
  return { fills, doubts: isWhole ? [] : ["an order's part of a trade has no amounts"] };
}

/**
 * A trade may fill several of the wallet's orders, even as taker and maker at once. What its top
 * says is the taker's; a maker's entry has its own price and amount, outcome and side.
 */
function ownPartsOf(trade: JsonFields, owner: OrderOwner): ReadonlyArray<OwnPart> {
  const listed: unknown = trade["maker_orders"];
  const makers = (Array.isArray(listed) ? listed : [])
    .filter((entry): entry is JsonFields => isFields(entry) && isMaker(entry, owner))
    .map(({ order_id, price, matched_amount }): OwnPart => ({
      role: "maker",
      orderId: order_id,
      price,
      shares: matched_amount,
    }));
  if (!isTaker(trade, { owner, isAlsoMaker: makers.length > 0 })) return makers;
  const { taker_order_id: orderId, price, size: shares } = trade;
  return [{ role: "taker", orderId, price, shares }, ...makers];
}

/** The API key decides: several wallets may have one funder, and a wallet several keys. */
function isMaker({ owner, maker_address }: JsonFields, { apiKey, funder }: OrderOwner): boolean {
  const key = foldedText(owner);
  return key === "" ? isSame(maker_address, funder) : isSame(key, apiKey);
}

/**
 * Whether the taker is the wallet. `owner` is the taker's key, `trade_owner` the receiver's, and
 * `trader_side` what the receiver is. No field is sure to be there. In lists, which have no
 * `trade_owner`, nobody documents that `owner` is never the key that asks: for a maker it does not
 * count there.
 */
function isTaker(
  trade: JsonFields,
  { owner: { apiKey }, isAlsoMaker }: { readonly owner: OrderOwner; readonly isAlsoMaker: boolean },
): boolean {
  const [takerKey, receiverKey] = [foldedText(trade["owner"]), foldedText(trade["trade_owner"])];
  const side = foldedText(trade["trader_side"]);
  const isOurs = isSame(takerKey, apiKey);
  if (takerKey !== "" && !isOurs) return false;
  if (receiverKey !== "") return isOurs || (side === "taker" && isSame(receiverKey, apiKey));
  return side === "taker" || (isOurs && side !== "maker" && !isAlsoMaker);
}

/** The venue writes `MATCHED` and `TRADE_STATUS_MATCHED`, and more of one that it has not sent. */
function stateOf(status: unknown): FillState | undefined {
  const name = foldedText(status).replace(/^trade_status_/, "");
  const isUnsent = name === "matched_not_broadcasted";
  return isUnsent ? "matched" : FILL_STATES.find((state) => state === name);
}

/** The best first. What comes later than the match still tells that it was before. */
const TIMES = ["match_time", "matchtime", "match_time_nano", "timestamp", "last_update"] as const;

function matchedMsOf(trade: JsonFields): number | undefined {
  for (const name of TIMES) {
    const ms = readInstantMs(trade[name]);
    if (ms !== undefined) return ms;
  }
  return undefined;
}

/** The number of digits tells seconds from milliseconds, and from what is finer. */
function readInstantMs(value: unknown): number | undefined {
  const text = typeof value === "number" ? String(value) : foldedText(value);
  const digits = /^(\d{10}(?:\d{3}){0,3})(?:\.\d*)?$/.exec(text)?.[1];
  if (digits === undefined) return undefined;
  return digits.length === 10 ? Number(digits) * 1000 : Number(digits.slice(0, 13));
}

function isSame(value: unknown, text: string): boolean {
  return foldedText(value) === foldedText(text) && text !== "";
}
