import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JsonNumber, parseExactJson } from "../../../core/json/mod.ts";

/** Any JSON number at all, in any of its spellings. */
const number = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,6})?$/);

describe("parseExactJson", () => {
  test("keeps the text of every number", () =>
    fc.assert(fc.property(number, (text) => {
      expect(parseExactJson(text)).toEqual(new JsonNumber(text));
      expect(JSON.stringify(new JsonNumber(text))).toBe(text);
    })));

  test("keeps them at any depth, next to any other value", () => {
    const leaf = fc.oneof(
      number,
      fc.string().map((text) => JSON.stringify(text)),
      fc.constantFrom("null", "true", "[]", "{}"),
    );
    const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "0", "length", "toJSON"));
    const object = (values: fc.Arbitrary<string>) =>
      fc.uniqueArray(fc.tuple(key, values), { selector: ([key]) => key, maxLength: 4 })
        // Keys that are whole numbers would come first.
        .map((fields) => fields.filter(([key]) => !/^\d+$/.test(key)))
        .map((fields) => `{${fields.map(([k, v]) => `${JSON.stringify(k)}:${v}`).join(",")}}`);
    const list = (values: fc.Arbitrary<string>) =>
      fc.array(values, { maxLength: 4 }).map((items) => `[${items.join(",")}]`);
    const json = fc.oneof(object(leaf), list(leaf), object(list(leaf)), list(object(leaf)));
    fc.assert(fc.property(json, (text) => {
      expect(JSON.stringify(parseExactJson(text))).toBe(text);
    }));
  });

  test.each(["", "{", "01", "1.", ".5", "+1", "NaN", "'a'"])("throws for %j", (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });
});

test("text that is no number is not written", () => {
  for (const text of ["", "1 ", "NaN", "1,2", "{}", "[1]"]) {
    expect(() => JSON.stringify(new JsonNumber(text))).toThrow();
  }
});
