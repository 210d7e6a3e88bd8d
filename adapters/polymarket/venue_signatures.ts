/**
 * Implements {@linkcode VenueSignatures} by the venue's own rules.
 *
 * @module
 */
import { timingSafeEqual } from "node:crypto";
import { Layer, Option, Redacted } from "effect";
import {
  type SignatureVerdict,
  type SignInClaim,
  VenueSignatures,
} from "../../core/port/venue_signatures.ts";
import { readClientOrder, type SignedClientOrder } from "./clob/client_order.ts";
import { CONTRACTS, type Exchange, EXCHANGES } from "./clob/contracts.ts";
import { l1Digest } from "./clob/l1_auth.ts";
import { type L2Request, l2Signature } from "./clob/l2_auth.ts";
import { orderId } from "./clob/order_struct.ts";
import { walletDigest, walletTail } from "./clob/order_signature.ts";
import { recoveredAddress } from "./clob/recovered_address.ts";

/** Provides it. */
export const layerVenueSignatures = Layer.succeed(VenueSignatures, {
  signedIn,
  isCallOf: ({ timestamp, method, ...call }, { signature, secret }) =>
    SECONDS.test(timestamp) && isSame(
      signature,
      l2Signature(
        { ...call, method: method as L2Request["method"], timestampSec: Number(timestamp) },
        secret,
      ),
    ),
  isSame: (sent, secret) => isSame(sent, Redacted.value(secret)),
  readOrder: readClientOrder,
  // Every order that is judged was read here.
  judge: (order, signed) => judge(order as SignedClientOrder, signed),
  spenders: Object.values(CONTRACTS),
});

const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** Without leading zeros: the text that is signed is made of the number. */
const SECONDS = /^[1-9]\d{0,11}$/;
const NONCE = /^(0|[1-9]\d{0,14})$/;
/** The signature of a key: r, s and v, as `0x` and hex digits. */
const KEY_CHARS = 2 + 2 * 65;

function signedIn({ address, timestamp, nonce, signature }: SignInClaim): Option.Option<string> {
  const isRead = ADDRESS.test(address) && SECONDS.test(timestamp) && NONCE.test(nonce);
  if (!isRead) return Option.none();
  const digest = l1Digest({
    address: address.toLowerCase(),
    timestampSec: Number(timestamp),
    nonce: Number(nonce),
  });
  return Option.filter(
    recoveredAddress(digest, signature),
    (signer) => signer.toLowerCase() === address.toLowerCase(),
  );
}

/**
 * An order that is rightly signed for the contract of another protocol has its own refusal, after
 * which the venue's client signs anew.
 */
function judge(
  order: SignedClientOrder,
  { kind, address }: Parameters<VenueSignatures["Service"]["judge"]>[1],
): SignatureVerdict {
  const exchange: Exchange = EXCHANGES[kind];
  if (isSigned(order, exchange, address)) return { orderId: orderId(order.struct, exchange) };
  const isOther = Object.values(EXCHANGES).some((other) =>
    other.version !== exchange.version && isSigned(order, other, address)
  );
  return { wrong: isOther ? "version" : "signature" };
}

function isSigned(order: SignedClientOrder, exchange: Exchange, address: string): boolean {
  const { struct, signature, signatureType } = order;
  const of = { order: struct, exchange };
  const isBy = (digest: ReturnType<typeof orderId>, text: string) =>
    Option.exists(
      recoveredAddress(digest, text),
      (signer) => signer.toLowerCase() === address.toLowerCase(),
    );
  if (signatureType !== 3) {
    const isOwn = signatureType !== 0 || struct.maker === struct.signer;
    return isOwn && isBy(orderId(struct, exchange), signature);
  }
  const tail = signature.slice(KEY_CHARS).toLowerCase();
  return tail === walletTail(of).slice(2) &&
    isBy(walletDigest(of), signature.slice(0, KEY_CHARS));
}

function isSame(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
