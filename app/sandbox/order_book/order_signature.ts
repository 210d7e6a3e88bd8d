/**
 * Whether an order was signed by the key it has to be signed by.
 *
 * @module
 */
import { recoverAddress } from "viem/utils";
import {
  type ExchangeContract,
  exchangeOf,
  orderDigest,
  wrappedDigest,
  wrappedTail,
} from "./order_digest.ts";
import { type SignedOrder } from "./signed_order.ts";

type Hex = `0x${string}`;

/** For which exchange it should be signed, and by whom, in small letters. */
export interface SignatureDemand {
  readonly isNegRisk: boolean;
  readonly version: 2 | 3;
  readonly address: string;
}

/** The id of an order that is rightly signed, or what is wrong with it. */
export type SignatureVerdict =
  | { readonly id: Hex }
  | { readonly wrong: "signature" | "version" };

/** The signature of a key: r, s and v, as `0x` and hex digits. */
const KEY_SIGNATURE_LENGTH = 2 + 2 * 65;

/** Judges it. One that is right for the other version of the protocol is told apart. */
export async function judgeSignature(
  order: SignedOrder,
  { isNegRisk, version, address }: SignatureDemand,
): Promise<SignatureVerdict> {
  const exchange = exchangeOf(isNegRisk, version);
  if (await isSigned(order, exchange, address)) return { id: orderDigest(order, exchange) };
  const other = exchangeOf(isNegRisk, version === 2 ? 3 : 2);
  return { wrong: await isSigned(order, other, address) ? "version" : "signature" };
}

/** The contracts of types 1 and 2 are the maker; what they are made from is not looked at here. */
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
