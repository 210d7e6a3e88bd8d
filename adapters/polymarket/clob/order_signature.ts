/**
 * Signs orders for keys, and for the contracts that they control.
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

/** What a deposit wallet checks: the order and its own address, so no other wallet's is valid. */
const WRAPPED_TYPES = {
  TypedDataSign: [
    { name: "contents", type: "Order" },
    ...DOMAIN_FIELDS,
    { name: "salt", type: "bytes32" },
  ],
  Order: ORDER_FIELDS,
} as const;

/** An order to sign, and the exchange contract that it is for. */
export interface OrderForExchange {
  readonly order: OrderStruct;
  readonly exchange: Exchange;
  /** The order's id, if already computed. */
  readonly id?: Hex;
}

/**
 * Returns the key's signature of an order: 65 bytes, or 317 for a deposit wallet (type 3), whose
 * contract also needs the parts of the signed digest. Throws for bytes that are no valid key.
 */
export function signOrder(
  { order, exchange, id }: OrderForExchange,
  signingKey: Uint8Array,
): Hex {
  if (order.signatureType !== 3) {
    return signDigest(id ?? orderId(order, exchange), signingKey);
  }
  return concat([
    signDigest(walletDigest({ order, exchange }), signingKey),
    walletTail({ order, exchange }),
  ]);
}

/** Returns the digest that the key of a deposit wallet signs: of the order and the wallet. */
export function walletDigest({ order, exchange }: OrderForExchange): Hex {
  const domain = exchangeDomain(exchange);
  const contents = orderMessage(order);
  return hashTypedData({
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
}

/** Returns what follows the key's signature in that of a deposit wallet. */
export function walletTail({ order, exchange }: OrderForExchange): Hex {
  return concat([
    domainSeparator(exchange),
    orderHash(order),
    stringToHex(ORDER_TYPE),
    numberToHex(ORDER_TYPE.length, { size: 2 }),
  ]);
}
