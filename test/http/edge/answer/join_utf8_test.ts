import { expect, test } from "bun:test";
import fc from "fast-check";
import { joinUtf8 } from "../../../../adapters/http/edge/answer/join_utf8.ts";

test("joined texts are the UTF-8 of their concatenation", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 50 });
  fc.assert(fc.property(fc.array(text), (texts) => {
    expect(Buffer.from(joinUtf8(texts)).toString()).toBe(texts.join(""));
  }));
});

test.each([300_000, 2_000_000])("so are %d characters that need three bytes", (length) => {
  const text = "€".repeat(length);
  expect(joinUtf8(["[", text, "]"])).toEqual(Uint8Array.from(Buffer.from(`[${text}]`)));
});
