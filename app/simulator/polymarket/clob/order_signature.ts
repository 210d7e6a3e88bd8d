/**
 * Verifies the signature of an order.
 *
 * @module
 */
import { recoverAddress } from "viem/utils";
import {
  type ExchangeContract,
  exchangeOf,
  EXCHANGES,
  orderDigest,
  wrappedDigest,
  wrappedTail,
} from "./order_digest.ts";
import { type SignedOrder } from "./signed_order.ts";
import { type TradedMarket } from "./traded_market.ts";

type Hex = `0x${string}`;

/** The market it must be signed for, and the required signer in lower case. */
export interface SignatureDemand {
  readonly market: Pick<TradedMarket, "version" | "isNegRisk">;
  readonly address: string;
}

/** The id of a correctly signed order, or the error. */
export type SignatureVerdict =
  | { readonly id: Hex }
  | { readonly wrong: "signature" | "version" };

/** The signature of a key: r, s and v, as `0x` and hex digits. */
const KEY_SIGNATURE_LENGTH = 2 + 2 * 65;

/**
 * Verifies a signature. The venue's error for an order of the wrong version is
 * `order_version_mismatch`, after which its clients sign again. It applies to an order correctly
 * signed for an exchange of the other protocol, and to any order if the market's protocol cannot be
 * signed for. All else, including the other exchange of the same protocol, is an `invalid
 * signature`. Source: the venue's list of error messages, and its client.
 */
export async function judgeSignature(
  order: SignedOrder,
  { market, address }: SignatureDemand,
): Promise<SignatureVerdict> {
  const exchange = exchangeOf(market);
  if (exchange !== undefined && await isSigned(order, exchange, address)) {
    return { id: orderDigest(order, exchange) };
  }
  for (const other of EXCHANGES) {
    const isOther = other.version !== exchange?.version;
    if (isOther && await isSigned(order, other, address)) return { wrong: "version" };
  }
  return { wrong: "signature" };
}

/** The contracts of types 1 and 2 are the maker; how they are derived is not checked here. */
async function isSigned(
  order: SignedOrder,
  exchange: ExchangeContract,
  address: string,
): Promise<boolean> {
  const { signature, signatureType, maker, signer } = order;
  const isOwn = maker.toLowerCase() === signer.toLowerCase();
  if (signatureType === 3) {
    const tail = signature.slice(KEY_SIGNATURE_LENGTH).toLowerCase();
    if (tail !== wrappedTail(order, exchange).slice(2)) return false;
    const inner = signature.slice(0, KEY_SIGNATURE_LENGTH) as Hex;
    return await recover(wrappedDigest(order, exchange), inner) === address;
  }
  if (signature.length !== KEY_SIGNATURE_LENGTH || signatureType === 0 && !isOwn) return false;
  return await recover(orderDigest(order, exchange), signature) === address;
}

async function recover(hash: Hex, signature: Hex): Promise<string | undefined> {
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase();
  } catch {
    return undefined;
  }
}
