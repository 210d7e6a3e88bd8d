import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  makePriceParser,
  readPriceText,
} from "../../../../adapters/polymarket/published/price_text.ts";

describe("readPriceText()", () => {
  test("moves the point by the exponent and changes no digit", () => {
    const written = fc.record({
      whole: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      fraction: fc.stringMatching(/^\d{1,9}$/),
      exponent: fc.integer({ min: -9, max: 9 }),
      sign: fc.constantFrom("", "+"),
    }).filter(({ whole, fraction }) => whole > 0n || /[1-9]/.test(fraction));
    fc.assert(fc.property(written, ({ whole, fraction, exponent, sign }) => {
      const e18 = BigInt(`${whole}${fraction}`) * 10n ** BigInt(18 - fraction.length + exponent);
      const power = `${exponent < 0 ? "-" : sign}${Math.abs(exponent)}`;
      for (const letter of ["e", "E"]) {
        expect(readPriceText(`${whole}.${fraction}${letter}${power}`)).toEqual(Option.some(e18));
      }
      expect(readPriceText(`${whole}${fraction}e${exponent - fraction.length}`))
        .toEqual(Option.some(e18));
    }));
  });

  test("reads the smallest price there is, and none below it", () => {
    expect(readPriceText("1e-18")).toEqual(Option.some(1n));
    expect(readPriceText("0.000000000000000001")).toEqual(Option.some(1n));
    expect(readPriceText("1e-19")).toEqual(Option.none());
    expect(readPriceText("0.0712345678901234561")).toEqual(Option.none());
  });

  test.each(["", "0", "0.0", "0e5", "-1", ".5", "1.", "1e", "1e999", "NaN", " 1", "1,5", "0x1"])(
    "reads no price from %p",
    (text) => expect(readPriceText(text)).toEqual(Option.none()),
  );
});

describe("makePriceParser()", () => {
  const parse = makePriceParser(["a", "price"]);

  test("keeps the text of the named numbers, at any depth, and of no others", () => {
    const text = '{"a":78449.05813530706123,"b":[{"price" :\n -1E+2,"c":78449.05813530706123}],' +
      '"aa":1.0,"ab":["a",2.0],"\\"a":3.0,"a ":4.0,"d":"\\"a\\":5.0","price":null}';
    expect(parse(text)).toEqual({
      a: "78449.05813530706123",
      b: [{ price: "-1E+2", c: 78449.05813530706 }],
      aa: 1,
      ab: ["a", 2],
      '"a': expect.anything(),
      "a ": 4,
      d: '"a":5.0',
      price: null,
    });
  });

  test("reads all else as JSON is read", () => {
    const key = fc.oneof(fc.constantFrom("a", "price", "b"), fc.string());
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, "a", "price", '"a":1', 'x"a":1'),
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4 }),
      ),
    }));
    const numbersAgain = (name: string, value: unknown) =>
      (name === "a" || name === "price") && typeof value === "string" &&
        /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)
        ? Number(value)
        : value;
    fc.assert(fc.property(value, fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const read = JSON.parse(JSON.stringify(parse(text)), numbersAgain);
      expect(read).toEqual(JSON.parse(text, numbersAgain));
    }));
  });

  test.each(["", "{", '{"a":1.}', '{"a":01}', '{"a":-}', '{"a":1e}'])(
    "throws on %p, which is no JSON",
    (text) => expect(() => parse(text)).toThrow(),
  );
});
