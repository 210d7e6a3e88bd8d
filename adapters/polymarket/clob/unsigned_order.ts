/**
 * Orders on their way from a draft to the bytes that are sent.
 *
 * Source: the body that the venue's official client, version 1.1.0, posts.
 *
 * @module
 */
import type { MarketOrder } from "../../../core/order/mod.ts";
import type { OrderDraft, SignedOrder, UnsignedOrder } from "../../../core/port/mod.ts";
import { type Exchange, EXCHANGES, type Hex } from "./contracts.ts";
import { signOrder } from "./order_signature.ts";
import { orderId, type OrderStruct, ZERO_WORD } from "./order_struct.ts";

/** The largest salt, plus one: salts are sent as JSON numbers. */
const SALT_BITS = 53n;

/**
 * A draft with all that is signed: a fresh salt, and who signs by the type of the wallet. The
 * timestamp is in unix milliseconds of the service's clock.
 */
export function toUnsignedOrder(
  { wallet, tokenId, kind, order }: OrderDraft,
  timestampMs: number,
): UnsignedOrder {
  const { address, funder, signatureType } = wallet;
  return {
    salt: freshSalt(),
    maker: funder,
    // A deposit wallet is its own signer: its contract asks the key.
    signer: signatureType === 3 ? funder : address,
    tokenId,
    makerAmountE6: order.makerAmountE6,
    takerAmountE6: order.takerAmountE6,
    side: order.side,
    signatureType,
    timestampMs,
    metadata: ZERO_WORD,
    builder: ZERO_WORD,
    exchange: EXCHANGES[kind],
  };
}

/** Signs an order. The key is 32 bytes. `owner` is the venue's API key. */
export function signUnsignedOrder(
  unsigned: UnsignedOrder,
  { orderType, owner, signingKey }: {
    readonly orderType: MarketOrder["orderType"];
    readonly owner: string;
    readonly signingKey: Uint8Array;
  },
): SignedOrder {
  const { tokenId, metadata, builder, ...fields } = unsigned;
  // It is one of ours, as every unsigned order comes from here.
  const exchange = unsigned.exchange as Exchange;
  const order: OrderStruct = {
    ...fields,
    tokenId: BigInt(tokenId),
    metadata: metadata as Hex,
    builder: builder as Hex,
  };
  const id = orderId(order, exchange);
  const signature = signOrder({ order, exchange, id }, signingKey);
  const body = JSON.stringify({
    deferExec: false,
    postOnly: false,
    order: {
      salt: Number(unsigned.salt),
      maker: unsigned.maker,
      signer: unsigned.signer,
      tokenId,
      makerAmount: String(unsigned.makerAmountE6),
      takerAmount: String(unsigned.takerAmountE6),
      side: unsigned.side,
      signatureType: unsigned.signatureType,
      timestamp: String(unsigned.timestampMs),
      expiration: "0",
      metadata,
      builder,
      signature,
    },
    owner,
    orderType,
  });
  return { orderId: id, body };
}

function freshSalt(): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return BigInt.asUintN(Number(SALT_BITS), random);
}
