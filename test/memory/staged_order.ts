/** Orders of the in-memory venue: written, identified by their bytes, and read again. @module */
import { Schema } from "effect";
import { ORDER_TYPES } from "../../core/order/mod.ts";
import type { OrderVenue, SignedOrder } from "../../core/port/order_venue.ts";

const AmountE6 = Schema.BigIntFromString;

const SentOrder = Schema.fromJsonString(Schema.Struct({
  order: Schema.Struct({
    salt: Schema.String,
    maker: Schema.String,
    signer: Schema.String,
    tokenId: Schema.String,
    makerAmountE6: AmountE6,
    takerAmountE6: AmountE6,
    side: Schema.Literals(["BUY", "SELL"]),
    timestampMs: Schema.Number,
    exchange: Schema.Struct({ address: Schema.String, version: Schema.Number }),
    signature: Schema.String,
  }),
  owner: Schema.String,
  orderType: Schema.Literals(ORDER_TYPES),
  isPostOnly: Schema.Boolean,
}));

/** An order as the in-memory venue reads it. */
export type SentOrder = typeof SentOrder.Type;

/** The input of signing. */
type SigningInput = Parameters<OrderVenue["Service"]["sign"]>[0];

/** Signs an order with a keyed digest of it. Its id is the digest of what is signed. */
export function signStagedOrder(
  { order, owner, orderType, isPostOnly, signingKey }: SigningInput,
): SignedOrder {
  const signed = {
    salt: String(order.salt),
    maker: order.maker,
    signer: order.signer,
    tokenId: order.tokenId,
    makerAmountE6: String(order.makerAmountE6),
    takerAmountE6: String(order.takerAmountE6),
    side: order.side,
    timestampMs: order.timestampMs,
    exchange: order.exchange,
  };
  const text = JSON.stringify(signed);
  const signature = new Bun.CryptoHasher("sha256", signingKey).update(text).digest("hex");
  const sent = { order: { ...signed, signature }, owner, orderType, isPostOnly };
  const body = JSON.stringify(sent);
  return { orderId: `0x${new Bun.CryptoHasher("sha256").update(text).digest("hex")}`, body };
}

/** Reads the bytes of an order. Throws for bytes that were not signed here. */
export const readStagedOrder = Schema.decodeSync(SentOrder);
