/**
 * The venue's error answers, with the texts that its clients have met.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

/** An error answer of the venue. */
export function refused(status: number, error: string): Answer {
  return { status, body: { error } };
}

const REGION = "Trading restricted in your region, please refer to available regions - " +
  "https://docs.polymarket.com/developers/CLOB/geoblock";

/** What a request can be refused for. */
export const REFUSAL = {
  /** The address, the signature, the time or the nonce is missing or wrong. */
  l1: refused(401, "Invalid L1 Request headers"),
  /** The same for the five headers of an API key. */
  l2: refused(401, "Unauthorized/Invalid api key"),
  /** There is a key of this nonce, or was one. */
  create: refused(400, "Could not create api key"),
  /** There is none. */
  derive: refused(400, "Could not derive api key!"),
  assetType: refused(400, "Invalid asset type"),
  path: refused(404, "not found"),
  /** A body, or a field of it, of another shape. */
  payload: refused(400, "Invalid order payload"),
  /** A question about prices without its token, or without a side. */
  tokenId: refused(400, "Invalid token id"),
  side: refused(400, "Invalid side"),
  cursor: refused(400, "Invalid next_cursor"),
  book: refused(404, "No orderbook exists for the requested token id"),
  market: refused(404, "market not found"),
  /** There is no such order, or it has ended, or is another's. */
  order: refused(404, "order not found"),
  /** The market is listed, but takes no orders. */
  notReady: refused(400, "the market is not yet ready to process new orders"),
  owner: refused(400, "the order owner has to be the owner of the API KEY"),
  signer: refused(400, "the order signer address has to be the address of the API KEY"),
  signature: refused(400, "invalid signature"),
  version: refused(400, "order_version_mismatch"),
  depositWallet: refused(
    400,
    "maker address not allowed, please use the deposit wallet flow",
  ),
  expiration: refused(400, "invalid expiration"),
  crosses: refused(400, "invalid post-only order: order crosses book"),
  killed: refused(
    400,
    "order couldn't be fully filled. FOK orders are fully filled or killed.",
  ),
  unmatched: refused(
    400,
    "no orders found to match with FAK order. FAK orders are partially filled or killed if no " +
      "match is found.",
  ),
  region: refused(403, REGION),
  /** What the edge in front of the venue sends instead. */
  firewall: {
    status: 403,
    headers: { "content-type": "text/html; charset=UTF-8" },
    body: "<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head>" +
      "<body><h1>Sorry, you have been blocked</h1></body></html>",
  },
  disabled: refused(503, "Trading is currently disabled. Check polymarket.com for updates"),
  cancelOnly: refused(
    503,
    "Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.",
  ),
} as const satisfies Readonly<Record<string, Answer>>;

/** An order that breaks a rule of its market; the id is the order's. */
export function invalidOrder(id: string, rule: string): Answer {
  return refused(400, `order ${id} is invalid. ${rule}`);
}

/** A price outside the range of the market. All are decimal text. */
export function invalidPrice(
  price: string,
  { min, max }: { readonly min: string; readonly max: string },
): Answer {
  return refused(400, `invalid price (${price}), min: ${min} - max: ${max}`);
}

/** A purchase of too little, in USDC. */
export function tooLittle(usdc: string): Answer {
  return refused(400, `invalid amount for a marketable BUY order ($${usdc}), min size: $1`);
}

/** Amounts of a market order that are written too finely. */
export function tooFine(side: "buy" | "sell", takerDecimals: number): Answer {
  return refused(
    400,
    `invalid amounts, the market ${side} orders maker amount supports a max accuracy of 2 ` +
      `decimals, taker amount a max of ${takerDecimals} decimals`,
  );
}

/** Why a wallet cannot pay. Amounts are times 10^6. */
export function cannotPay(reason: string): Answer {
  return refused(400, `not enough balance / allowance: ${reason}`);
}

/** An address that may not trade, or may only sell. */
export function notAllowed(address: string, state: "banned" | "in closed only mode"): Answer {
  return refused(400, `'${address}' address ${state}`);
}

/** A list that is too long. */
export function tooMany(count: number, max: number): Answer {
  return refused(400, `Too many orders in payload: ${count}, max allowed: ${max}`);
}

/** What is answered after a restart of the engine, until so many seconds have passed. */
export function postOnlyMode(waitSec: number): Answer {
  return {
    status: 503,
    headers: { "retry-after": String(waitSec) },
    body: {
      error: "post-only mode: only post-only orders and cancels are allowed",
      code: "post_only_mode",
      retry_after_seconds: waitSec,
    },
  };
}

/** What is answered while the engine restarts; how long it takes is not always told. */
export function restarting(waitSec: number | undefined): Answer {
  const answer = refusedWith(425);
  return waitSec === undefined
    ? answer
    : { ...answer, headers: { "retry-after": String(waitSec) } };
}

/** What the venue sends with a status that a fault asked for. */
export function refusedWith(status: number): Answer {
  return refused(status, TEXT.get(status) ?? (status < 500 ? "Bad Request" : "internal error"));
}

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "Invalid order payload"],
  [401, "Unauthorized/Invalid api key"],
  [403, REGION],
  [404, "market not found"],
  [425, "Too Early"],
  [429, "Too Many Requests"],
  [503, "Trading is currently disabled. Check polymarket.com for updates"],
]);
