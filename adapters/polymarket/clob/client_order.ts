/**
 * Reads the body of an order that a client of the venue has signed.
 *
 * @module
 */
import { Option } from "effect";
import { type JsonFields, jsonFields } from "../../../core/json_fields.ts";
import { SIGNATURE_TYPES } from "../../../core/order/mod.ts";
import type { ClientOrder } from "../../../core/port/venue_signatures.ts";
import { readSignedTerms } from "../paper_wire.ts";
import type { Hex } from "./contracts.ts";
import type { OrderStruct } from "./order_struct.ts";

/** An order with every field that is signed, and its signature. */
export interface SignedClientOrder extends ClientOrder {
  readonly struct: OrderStruct;
  readonly signature: string;
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const WORD = /^0x[0-9a-f]{64}$/i;
const BYTES = /^0x([0-9a-f]{2})+$/i;
const DIGITS = /^(0|[1-9]\d{0,77})$/;
const WORD_END = 2n ** 256n;

/** Reads it; none for any other form. Fields that are not signed may be left out. */
export function readClientOrder(body: string): Option.Option<SignedClientOrder> {
  return Option.gen(function* () {
    const terms = yield* readSignedTerms(body);
    const { owner, order } = yield* jsonFields(body);
    const isEmpty = terms.makerAmountE6 === 0n || terms.takerAmountE6 === 0n;
    if (typeof owner !== "string" || isEmpty) return yield* Option.none();
    const { salt, maker, signer, signatureType, timestamp, metadata, builder, signature } =
      order as JsonFields;
    const type = yield* Option.fromUndefinedOr(
      SIGNATURE_TYPES.find((known) => known === signatureType),
    );
    const own = {
      maker: yield* textLike(maker, ADDRESS),
      signer: yield* textLike(signer, ADDRESS),
      signatureType: type,
    };
    return {
      ...own,
      terms,
      owner,
      body,
      signature: yield* textLike(signature, BYTES),
      struct: {
        // One without its checksum is hashed alike.
        ...{ maker: own.maker.toLowerCase(), signer: own.signer.toLowerCase() },
        signatureType: type,
        salt: yield* saltOf(salt),
        tokenId: yield* wholeOf(terms.tokenId),
        makerAmountE6: terms.makerAmountE6,
        takerAmountE6: terms.takerAmountE6,
        side: terms.side,
        timestampMs: Number(yield* wholeOf(timestamp, BigInt(Number.MAX_SAFE_INTEGER))),
        metadata: (yield* textLike(metadata, WORD)) as Hex,
        builder: (yield* textLike(builder, WORD)) as Hex,
      },
    };
  });
}

function textLike(value: unknown, pattern: RegExp): Option.Option<string> {
  return typeof value === "string" && pattern.test(value) ? Option.some(value) : Option.none();
}

function wholeOf(value: unknown, end = WORD_END): Option.Option<bigint> {
  return Option.filter(Option.map(textLike(value, DIGITS), BigInt), (whole) => whole < end);
}

/** Clients send it as a number, which is exact below 2^53, or as digits. */
function saltOf(value: unknown): Option.Option<bigint> {
  if (typeof value !== "number") return wholeOf(value);
  return Number.isSafeInteger(value) && value >= 0 ? Option.some(BigInt(value)) : Option.none();
}
