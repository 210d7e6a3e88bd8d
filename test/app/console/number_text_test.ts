import { describe, expect, test } from "bun:test";
import { countText, numberText } from "../../../app/console/part/number_text.ts";
import { shortHex } from "../../../app/console/part/short_hex.ts";

describe("numbers are written as the API writes them", () => {
  test.each([[5, "5"], [0.51000003, "0.51000003"], [0.00000001, "0.00000001"], [
    0.00000051,
    "0.00000051",
  ], [975.000052, "975.000052"]])("%p", (value, text) => expect(numberText(value)).toBe(text));
});

test("only one of a thing is one", () => {
  expect([0, 1, 2].map((count) => countText(count, "order")))
    .toEqual(["0 orders", "1 order", "2 orders"]);
});

test("long names keep both ends", () => {
  expect(shortHex("0xc5B6485d4c38D40E97c74dB5C9B88d35320EEC10")).toBe("0xc5B6…EC10");
  expect(shortHex("short")).toBe("short");
});
