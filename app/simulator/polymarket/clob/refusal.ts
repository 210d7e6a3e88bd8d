/**
 * The venue's error answers, with the texts that its clients have seen.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";

/** Returns an error answer of the venue. */
export function refused(status: number, error: string): Answer {
  return { status, body: { error } };
}

const REGION = "Trading restricted in your region, please refer to available regions - " +
  "https://docs.polymarket.com/developers/CLOB/geoblock";

/** The reasons to refuse a request. */
export const REFUSAL = {
  /** The address, the signature, the time or the nonce is missing or wrong. */
  l1: refused(401, "Invalid L1 Request headers"),
  /** The same for the five headers of an API key. */
  l2: refused(401, "Unauthorized/Invalid api key"),
  /** A key of this nonce exists or existed. */
  create: refused(400, "Could not create api key"),
  /** No such key exists. */
  derive: refused(400, "Could not derive api key!"),
  assetType: refused(400, "Invalid asset type"),
  path: refused(404, "not found"),
  /** A body, or one of its fields, has another shape. */
  payload: refused(400, "Invalid order payload"),
  /** A heartbeat's id is no text. */
  heartbeat: refused(400, "Invalid heartbeat payload"),
  /** A price request lacks its token or its side. */
  tokenId: refused(400, "Invalid token id"),
  side: refused(400, "Invalid side"),
  cursor: refused(400, "Invalid next_cursor"),
  book: refused(404, "No orderbook exists for the requested token id"),
  market: refused(404, "market not found"),
  /** The order does not exist, has ended, or has another owner. */
  order: refused(404, "order not found"),
  /** The market is listed, but does not accept orders. */
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
  /** The answer of the edge server in front of the venue. */
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

/** Returns the refusal of an order that breaks a rule of its market, with the order's id. */
export function invalidOrder(id: string, rule: string): Answer {
  return refused(400, `order ${id} is invalid. ${rule}`);
}

/** Returns the refusal of a post-only order in a batch; alone it is {@linkcode REFUSAL}'s. */
export function crossesInBatch(id: string): string {
  return `order ${id} crosses the book`;
}

/** Returns the refusal of a price outside the market's range. All are decimal text. */
export function invalidPrice(
  price: string,
  { min, max }: { readonly min: string; readonly max: string },
): Answer {
  return refused(400, `invalid price (${price}), min: ${min} - max: ${max}`);
}

/** Returns the refusal of a purchase that is too small, in USDC. */
export function tooLittle(usdc: string): Answer {
  return refused(400, `invalid amount for a marketable BUY order ($${usdc}), min size: $1`);
}

/** Returns the refusal of a market order's amounts with too many decimals. */
export function tooFine(side: "buy" | "sell", takerDecimals: number): Answer {
  return refused(
    400,
    `invalid amounts, the market ${side} orders maker amount supports a max accuracy of 2 ` +
      `decimals, taker amount a max of ${takerDecimals} decimals`,
  );
}

/** Returns the refusal of a wallet that cannot pay, with the reason. Amounts are times 10^6. */
export function cannotPay(reason: string): Answer {
  return refused(400, `not enough balance / allowance: ${reason}`);
}

/** Returns the refusal of an address that may not trade, or may only sell. */
export function notAllowed(address: string, state: "banned" | "in closed only mode"): Answer {
  return refused(400, `'${address}' address ${state}`);
}

/** Returns the refusal of a list that is too long. */
export function tooMany(count: number, max: number): Answer {
  return refused(400, `Too many orders in payload: ${count}, max allowed: ${max}`);
}

/** Returns the answer after a restart of the engine, until this many seconds have passed. */
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

/** Returns the answer during a restart of the engine; its duration is not always known. */
export function restarting(waitSec: number | undefined): Answer {
  const answer = refusedWith(425);
  return waitSec === undefined
    ? answer
    : { ...answer, headers: { "retry-after": String(waitSec) } };
}

/** Returns the venue's answer for a status that a fault requested. */
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
