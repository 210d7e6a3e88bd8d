import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { readSignedTerms } from "../../../adapters/polymarket/paper_wire.ts";

const ORDER = {
  tokenId: "71321",
  makerAmount: "5000000",
  takerAmount: "10000000",
  side: "BUY",
  expiration: "1800000000",
};
const read = (fields: object, around: object = {}) =>
  readSignedTerms(
    JSON.stringify({ order: { ...ORDER, ...fields }, orderType: "GTD", owner: "k", ...around }),
  );

describe("what the signed bytes of an order trade", () => {
  test("is read to the last digit", () => {
    expect(read({ makerAmount: "12345678901234567890" })).toEqual(Option.some({
      tokenId: "71321",
      side: "BUY",
      orderType: "GTD",
      isPostOnly: false,
      makerAmountE6: 12_345_678_901_234_567_890n,
      takerAmountE6: 10_000_000n,
      expirationSec: 1_800_000_000,
    }));
  });

  test.each([
    [{ makerAmount: 5_000_000 }],
    [{ takerAmount: "-1" }],
    [{ takerAmount: "1.5" }],
    [{ side: "buy" }],
    [{ tokenId: "71321 or 1" }],
    [{ expiration: "999999999999" }],
    [{ expiration: 0 }],
  ])("is nothing of %j", (fields) => {
    expect(read(fields)).toEqual(Option.none());
  });

  test("is nothing of another type, or of no order", () => {
    expect(read({}, { orderType: "IOC" })).toEqual(Option.none());
    for (const text of ["", "null", "[]", '{"order":null,"orderType":"GTC"}']) {
      expect(readSignedTerms(text)).toEqual(Option.none());
    }
  });
});
