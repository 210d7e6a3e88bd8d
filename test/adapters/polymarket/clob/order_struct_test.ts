import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hashTypedData } from "viem/utils";
import { CHAIN_ID, EXCHANGES, type Hex } from "../../../../adapters/polymarket/clob/contracts.ts";
import {
  exchangeDomain,
  ORDER_FIELDS,
  orderHash,
  orderId,
  orderMessage,
  type OrderStruct,
} from "../../../../adapters/polymarket/clob/order_struct.ts";
import { SIGNATURE_TYPES } from "../../../../core/order/mod.ts";
import { DEV_ADDRESS } from "./dev_wallet.ts";

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

const ORDER: OrderStruct = fc.sample(anyOrder, { seed: 1, numRuns: 1 })[0]!;

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
