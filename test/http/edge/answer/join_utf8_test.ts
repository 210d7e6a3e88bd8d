import { expect, test } from "bun:test";
import fc from "fast-check";
import { joinUtf8 } from "../../../../adapters/http/edge/answer/join_utf8.ts";

test("joined pieces are the UTF-8 of their concatenation, encoded before or not", () => {
  const piece = fc.tuple(fc.string({ unit: "grapheme", maxLength: 50 }), fc.boolean());
  fc.assert(fc.property(fc.array(piece), (pieces) => {
    const given = pieces.map(([text, isEncoded]) => isEncoded ? Buffer.from(text) : text);
    const text = pieces.map(([text]) => text).join("");
    expect(Buffer.from(joinUtf8(given)).toString()).toBe(text);
  }));
});

test.each([300_000, 2_000_000])("so are %d characters that need three bytes", (length) => {
  const text = "€".repeat(length);
  expect(joinUtf8(["[", text, "]"])).toEqual(Uint8Array.from(Buffer.from(`[${text}]`)));
});
