import { describe, expect, test } from "bun:test";
import { countText, numberText, usdcText } from "../../../app/console/part/number_text.ts";
import { shortHex } from "../../../app/console/part/short_hex.ts";

describe("numbers are written as the API writes them", () => {
  test.each([[5, "5"], [0.51000003, "0.51000003"], [0.00000001, "0.00000001"], [
    0.00000051,
    "0.00000051",
  ], [975.000052, "975.000052"]])("%p", (value, text) => expect(numberText(value)).toBe(text));
});

test("amounts are grouped", () => {
  expect([4.99, 975.000052, 1000, 10_004.9, 1_234_567.12345].map(usdcText)).toEqual([
    "4.99 USDC",
    "975.000052 USDC",
    "1,000 USDC",
    "10,004.9 USDC",
    "1,234,567.12345 USDC",
  ]);
});

test("only one of a thing is one", () => {
  expect([0, 1, 2].map((count) => countText(count, "order")))
    .toEqual(["0 orders", "1 order", "2 orders"]);
});

test("long names keep both ends", () => {
  expect(shortHex("0xc5B6485d4c38D40E97c74dB5C9B88d35320EEC10")).toBe("0xc5B6…EC10");
  expect(shortHex("short")).toBe("short");
});
