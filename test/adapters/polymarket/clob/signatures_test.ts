import { describe, expect, test } from "bun:test";
import { Redacted, Result } from "effect";
import { hashTypedData, keccak256, stringToHex } from "viem/utils";
import fc from "fast-check";
import { CHAIN_ID, EXCHANGES, type Hex } from "../../../../adapters/polymarket/clob/contracts.ts";
import { signDigest } from "../../../../adapters/polymarket/clob/digest_signature.ts";
import { l1Digest, l1Headers } from "../../../../adapters/polymarket/clob/l1_auth.ts";
import { l2Signature } from "../../../../adapters/polymarket/clob/l2_auth.ts";
import { signOrder } from "../../../../adapters/polymarket/clob/order_signature.ts";
import {
  exchangeDomain,
  ORDER_FIELDS,
  ORDER_TYPE,
  orderHash,
  orderId,
  orderMessage,
  type OrderStruct,
} from "../../../../adapters/polymarket/clob/order_struct.ts";
import { SIGNATURE_TYPES } from "../../../../core/order/mod.ts";
import { testWithShared } from "../../../shared_data.ts";
import { DEV_ADDRESS, devKey } from "./dev_wallet.ts";
import { type HmacVector, readVectors, VECTOR_FILE } from "./vector_file.ts";

function hmacOf({ secret, timestamp, method, requestPath, body }: HmacVector): string {
  const request = {
    // The official client's own test signs a method that no protocol has.
    method: method as "GET",
    path: requestPath,
    timestampSec: timestamp,
    ...(body === null ? {} : { body }),
  };
  return l2Signature(request, Redacted.make(secret));
}

/** An order of the venue's documentation, signed by the official client. */
const ORDER: OrderStruct = {
  salt: 123456789n,
  maker: DEV_ADDRESS,
  signer: DEV_ADDRESS,
  tokenId: 71321045679252212594626385532706912750332728571942532289631379312455583992563n,
  makerAmountE6: 100000000n,
  takerAmountE6: 50000000n,
  side: "BUY",
  signatureType: 0,
  timestampMs: 1713398400000,
};
const EXCHANGE = EXCHANGES.v1;

describe("orders", () => {
  testWithShared([VECTOR_FILE], "have the type and the contracts of the vectors", async () => {
    const { constants } = await readVectors();
    expect(ORDER_TYPE).toBe(constants.orderV2.typeString);
    expect(keccak256(stringToHex(ORDER_TYPE))).toBe(constants.orderV2.typeHash as Hex);
    const { exchangeV2, negRiskExchangeV2, exchangeV3 } = constants.contracts_137;
    const addresses = Object.values(EXCHANGES).map(({ address }): string => address);
    expect(addresses).toEqual([exchangeV2 ?? "", negRiskExchangeV2 ?? "", exchangeV3 ?? ""]);
  });
});

describe("L1 authentication", () => {
  testWithShared([VECTOR_FILE], "signs as the official client does", async () => {
    const { generated_clobAuth_L1 } = await readVectors();
    expect(generated_clobAuth_L1.length).toBeGreaterThan(1);
    for (const { chainId, timestamp, nonce, digest, signature } of generated_clobAuth_L1) {
      const claim = { address: DEV_ADDRESS, timestampSec: Number(timestamp), nonce, chainId };
      expect(l1Digest(claim)).toBe(digest as Hex);
      expect(l1Headers(claim, devKey())).toEqual({
        POLY_ADDRESS: DEV_ADDRESS,
        POLY_SIGNATURE: signature,
        POLY_TIMESTAMP: timestamp,
        POLY_NONCE: String(nonce),
      });
    }
  });

  // tests/signing/eip712.test.ts of the official client (MIT), on the venue's test chain.
  test("signs the nonce and the chain", () => {
    const claim = { address: DEV_ADDRESS, timestampSec: 10000000, nonce: 23, chainId: 80002 };
    expect(l1Headers(claim, devKey())["POLY_SIGNATURE"]).toBe(
      "0xf62319a987514da40e57e2f4d7529f7bac38f0355bd88bb5adbb3768d80de6c1" +
        "682518e0af677d5260366425f4361e7b70c25ae232aff0ab2331e2b164a1aedc1b",
    );
    expect(l1Digest({ address: DEV_ADDRESS, timestampSec: 1740000000, nonce: 0 }))
      .toBe("0xd2dc4956e6d0f8d1ee651e6a1fc8db5ac4c657bf034aa03670d3d501b65dd2bc");
  });
});

describe("L2 authentication", () => {
  testWithShared([VECTOR_FILE], "signs as the official client does", async () => {
    const { generated_hmac_L2: { vectors: hmac } } = await readVectors();
    expect(hmac.length).toBeGreaterThan(2);
    for (const vector of hmac) expect(await hmacOf(vector)).toBe(vector.signature);
  });

  // tests/signing/hmac.test.ts of the official client (MIT).
  test("keeps the padding, and takes secrets in either alphabet", async () => {
    const vector = {
      secret: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      timestamp: 1000000,
      method: "test-sign",
      requestPath: "/orders",
      body: `{"hash": "0x123"}`,
      signature: "ZwAdJKvoYRlEKDkNMwd5BuwNNtg93kNaR_oU2HrfVvc=",
    };
    expect(await hmacOf(vector)).toBe(vector.signature);
    const other = { ...vector, secret: "-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-=" };
    const plain = { ...other, secret: other.secret.replaceAll("-", "+").replaceAll("_", "/") };
    expect(await hmacOf(other)).toBe(await hmacOf(plain));
  });
});

describe("signing", () => {
  test.each([
    ["the order of the curve", "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"],
    ["31 bytes", "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff"],
  ])("with %s fails, and does not reveal them", (_, hex) => {
    const sign = () => signDigest(orderId(ORDER, EXCHANGE), Buffer.from(hex, "hex"));
    expect(sign).toThrow("Cannot sign: these bytes are no signing key");
    const message = Bun.inspect(Result.getOrThrow(Result.flip(Result.try(sign))));
    for (const secret of [hex, BigInt(`0x${hex}`).toString()]) {
      expect(message).not.toContain(secret);
    }
  });

  test("leaves the key as it was", () => {
    const key = devKey();
    signOrder({ order: ORDER, exchange: EXCHANGE }, key);
    expect(key).toEqual(devKey());
  });
});

const WORD_END = 2n ** 256n;

const uint = fc.bigInt({ min: 0n, max: WORD_END - 1n });
const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes })
    .map((drawn): Hex => `0x${drawn.toHex()}`);

const anyOrder: fc.Arbitrary<OrderStruct> = fc.record({
  salt: uint,
  maker: fc.oneof(hexOf(20), fc.constant(DEV_ADDRESS)),
  signer: fc.oneof(hexOf(20), fc.constant(DEV_ADDRESS)),
  tokenId: uint,
  makerAmountE6: uint,
  takerAmountE6: uint,
  side: fc.constantFrom("BUY", "SELL"),
  signatureType: fc.constantFrom(...SIGNATURE_TYPES),
  timestampMs: fc.maxSafeNat(),
  metadata: hexOf(32),
  builder: hexOf(32),
});

describe("an order's digest", () => {
  test("is the typed data's, whatever the order and the exchange", () => {
    const exchange = fc.constantFrom(...Object.values(EXCHANGES));
    fc.assert(fc.property(anyOrder, exchange, (order, exchange) => {
      const digest = hashTypedData({
        domain: { ...exchangeDomain(exchange), chainId: BigInt(CHAIN_ID) },
        types: { Order: ORDER_FIELDS },
        primaryType: "Order",
        message: orderMessage(order),
      });
      expect(orderId(order, exchange)).toBe(digest);
      expect(exchangeDomain(exchange).verifyingContract).toBe(exchange.address);
    }));
  });

  test.each<[string, Partial<OrderStruct>]>([
    ["a negative amount", { makerAmountE6: -1n }],
    ["a token of more than 256 bits", { tokenId: WORD_END }],
    ["a negative time", { timestampMs: -1 }],
    ["an address that is cut", { maker: "0x1234" }],
    ["an address with a wrong checksum", { signer: swapCase(DEV_ADDRESS) }],
    ["metadata that is too long", { metadata: `0x${"0".repeat(66)}` }],
    ["a builder that is cut", { builder: "0x00" }],
  ])("is not made of %s", (_, field) => {
    expect(() => orderHash({ ...ORDER, ...field })).toThrow(RangeError);
  });
});

/** Whatever the right case is, this is the other. */
function swapCase(address: string): string {
  const swapped = (letter: string) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return `0x${address.slice(2).replace(/[a-f]/gi, swapped)}`;
}
