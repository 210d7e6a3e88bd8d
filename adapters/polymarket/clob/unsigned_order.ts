/**
 * Completes and signs orders, and builds the request body that is sent.
 *
 * Source: the body that the venue's official client, version 1.1.0, posts.
 *
 * @module
 */
import { expirationSec, type OrderType } from "../../../core/order/mod.ts";
import type { OrderVenue, SignedOrder, UnsignedOrder } from "../../../core/port/order_venue.ts";
import { type Exchange, EXCHANGES, type Hex } from "./contracts.ts";
import { signOrder } from "./order_signature.ts";
import { orderId, type OrderStruct, ZERO_WORD } from "./order_struct.ts";

/** Salts are sent as JSON numbers, which are exact below this. */
const SALT_MAX = 2 ** 53;

/** What an order is prepared from. */
export type PrepareInput = Parameters<OrderVenue["Service"]["prepare"]>[0];

/**
 * Completes an order with a salt, and with the signer that the type of the wallet requires.
 * `chance`: a number from 0, and below 1, that no other order has. The timestamp is in unix
 * milliseconds of the service's clock.
 */
export function toUnsignedOrder(
  { wallet, tokenId, kind, order }: PrepareInput,
  { timestampMs, chance }: { readonly timestampMs: number; readonly chance: number },
): UnsignedOrder {
  const { address, funder, signatureType } = wallet;
  return {
    salt: BigInt(Math.floor(chance * SALT_MAX)),
    maker: funder,
    // A deposit wallet signs for itself: its contract checks the key.
    signer: signatureType === 3 ? funder : address,
    tokenId,
    makerAmountE6: order.makerAmountE6,
    takerAmountE6: order.takerAmountE6,
    side: order.side,
    signatureType,
    timestampMs,
    expirationSec: order.kind === "limit" ? expirationSec(order) : 0,
    metadata: ZERO_WORD,
    builder: ZERO_WORD,
    exchange: EXCHANGES[kind],
  };
}

/** Signs an order. `signingKey` is 32 bytes; `owner` is the venue's API key. */
export function signUnsignedOrder(
  unsigned: UnsignedOrder,
  { orderType, isPostOnly, owner, signingKey }: {
    readonly orderType: OrderType;
    readonly isPostOnly: boolean;
    readonly owner: string;
    readonly signingKey: Uint8Array;
  },
): SignedOrder {
  const { tokenId, metadata, builder, expirationSec: _, ...fields } = unsigned;
  // Every unsigned order comes from this file, so its exchange is one of ours.
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
    postOnly: isPostOnly,
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
      expiration: String(unsigned.expirationSec),
      metadata,
      builder,
      signature,
    },
    owner,
    orderType,
  });
  return { orderId: id, body };
}
