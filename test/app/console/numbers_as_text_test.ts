/** Numbers of JSON, kept as they are written. @module */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { numbersAsText } from "../../../app/console/service/numbers_as_text.ts";

test("digits beyond those of a float stay", () => {
  expect(JSON.parse(numbersAsText('{"a":0.12345678901234567890,"b":[-1e-8,0]}'))).toEqual({
    a: "0.12345678901234567890",
    b: ["-1e-8", "0"],
  });
});

test("everything other than a number stays as it was, and every number can be read back", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isSpaced) => {
      const kept: unknown = JSON.parse(
        numbersAsText(JSON.stringify(value, null, isSpaced ? 2 : 0)),
        (_, item: unknown) => item,
      );
      expect(kept).toEqual(
        JSON.parse(
          JSON.stringify(value),
          (_, item: unknown) => typeof item === "number" ? JSON.stringify(item) : item,
        ),
      );
    }),
    { examples: [['1"2\\', false], [{ "3": '\\"4' }, false]] },
  );
});
