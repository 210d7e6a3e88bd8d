import { describe, expect, test } from "bun:test";
import { Result, Schema } from "effect";
import fc from "fast-check";
import { digestOf, makeCursors } from "../../../core/page/mod.ts";

const cursors = makeCursors("games", Schema.Tuple([Schema.Int, Schema.String]));
const position = fc.tuple(fc.integer(), fc.string({ unit: "grapheme", maxLength: 40 }));
const filters = fc.string();
const hintFor = (text: string, filters: string) =>
  Result.getOrThrow(Result.flip(cursors.read(text, filters))).hint;

describe("a cursor", () => {
  test("returns the position that it was written for", () =>
    fc.assert(fc.property(position, filters, (position, filters) => {
      const text = cursors.write(position, filters);
      expect(Result.getOrThrow(cursors.read(text, filters))).toEqual(position);
      expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    })));

  test("is refused with other filters, with the reason in the hint", () =>
    fc.assert(fc.property(position, filters, filters, (position, own, other) => {
      fc.pre(own !== other);
      expect(hintFor(cursors.write(position, own), other)).toContain("with the filters");
    })));

  test("of another listing is refused", () => {
    const teams = makeCursors("teams", Schema.Tuple([Schema.Int, Schema.String]));
    expect(hintFor(teams.write([1, "a"], ""), "")).toContain("with the filters");
    const longer = makeCursors("games", Schema.Tuple([Schema.Int, Schema.String, Schema.Int]));
    expect(hintFor(longer.write([1, "a", 2], ""), "")).toContain("unchanged");
  });

  test("is refused when a character of it is changed", () =>
    fc.assert(
      fc.property(
        position,
        fc.nat(),
        fc.constantFrom(..."AQgwZz09-_=+/ é"),
        (position, at, char) => {
          const text = cursors.write(position, "x");
          const cut = at % text.length;
          const changed = text.slice(0, cut) + char + text.slice(cut + 1);
          fc.pre(changed !== text);
          expect(hintFor(changed, "x")).toContain("unchanged");
          expect(hintFor(text.slice(0, cut), "x")).toContain("unchanged");
          expect(hintFor(text + char, "x")).toContain("unchanged");
        },
      ),
    ));

  test("is refused for any other text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
      expect(hintFor(text, "")).toContain("unchanged");
    }));
    for (const json of ["null", "[]", "[1]", `[1,"a",[1,"x"],"b"]`, `{"a":1}`]) {
      expect(hintFor(btoa(json).replace(/=+$/, ""), "")).toContain("unchanged");
    }
    expect(hintFor("A".repeat(5_000), "")).toContain("unchanged");
  });
});

describe("digestOf()", () => {
  test("differs for texts that differ in one position, and is equal for equal texts", () =>
    fc.assert(fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.string(), (text, at, other) => {
      const cut = at % text.length;
      const changed = text.slice(0, cut) + other + text.slice(cut + 1);
      expect(digestOf(changed) === digestOf(text)).toBe(changed === text);
    })));

  test("continues from the published FNV-1a of a text's low bytes", () => {
    const ofA = 0xe40c292c;
    const withZero = Math.imul(ofA, 0x01000193) >>> 0;
    expect(digestOf("a").slice(0, 8)).toBe(withZero.toString(16).padStart(8, "0"));
    expect(digestOf("").slice(0, 8)).toBe("811c9dc5");
    expect(digestOf("a").slice(8)).not.toBe(digestOf("a").slice(0, 8));
    // The same low byte.
    expect(digestOf("é")).not.toBe(digestOf("\u01e9"));
  });
});
