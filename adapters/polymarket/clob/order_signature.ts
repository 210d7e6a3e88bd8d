/**
 * Signs orders, for keys and for the contracts that they control.
 *
 * Source: the venue's documentation of order signing, and ERC-7739 for deposit wallets; vectors are
 * in the test.
 *
 * @module
 */
import { concat, hashTypedData, numberToHex, stringToHex } from "viem/utils";
import { CHAIN_ID, type Exchange, type Hex } from "./contracts.ts";
import { signDigest } from "./digest_signature.ts";
import {
  DOMAIN_FIELDS,
  domainSeparator,
  exchangeDomain,
  ORDER_FIELDS,
  ORDER_TYPE,
  orderHash,
  orderId,
  orderMessage,
  type OrderStruct,
  ZERO_WORD,
} from "./order_struct.ts";

/** What a deposit wallet checks: the order, and itself, so that no other wallet's will do. */
const WRAPPED_TYPES = {
  TypedDataSign: [
    { name: "contents", type: "Order" },
    ...DOMAIN_FIELDS,
    { name: "salt", type: "bytes32" },
  ],
  Order: ORDER_FIELDS,
} as const;

/** What is signed: for orders, and the exchange they are for. */
export interface OrderForExchange {
  readonly order: OrderStruct;
  readonly exchange: Exchange;
  /** The order's id, where it is known already. */
  readonly id?: Hex;
}

/**
 * The order's signature by the key: 65 bytes, or 317 for a deposit wallet (type 3), whose contract
 * needs what the signature is made of. Throws for bytes that are no key.
 */
export function signOrder(
  { order, exchange, id }: OrderForExchange,
  signingKey: Uint8Array,
): Hex {
  if (order.signatureType !== 3) {
    return signDigest(id ?? orderId(order, exchange), signingKey);
  }
  const domain = exchangeDomain(exchange);
  const contents = orderMessage(order);
  const digest = hashTypedData({
    domain,
    types: WRAPPED_TYPES,
    primaryType: "TypedDataSign",
    message: {
      contents,
      name: "DepositWallet",
      version: "1",
      chainId: BigInt(CHAIN_ID),
      verifyingContract: contents.signer,
      salt: ZERO_WORD,
    },
  });
  return concat([
    signDigest(digest, signingKey),
    domainSeparator(exchange),
    orderHash(order),
    stringToHex(ORDER_TYPE),
    numberToHex(ORDER_TYPE.length, { size: 2 }),
  ]);
}
