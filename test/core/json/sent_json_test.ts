import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JsonNumber, readSentJson, sentFields } from "../../../core/json/mod.ts";

/** JSON text, and the first name in it that repeats another of its object. */
interface Written {
  readonly text: string;
  readonly repeated: string | undefined;
}

/** Any unit of UTF-16, halves of pairs too, as `\u0061`. */
const escaped = (name: string) =>
  Array.from(
    { length: name.length },
    (_, at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
/** A name in one of its spellings, in quotes. */
const quoted = (name: string, isEscaped: boolean) =>
  isEscaped ? `"${escaped(name)}"` : JSON.stringify(name);

/** Few names, so that some repeat. */
const name = fc.oneof(
  fc.constantFrom("a", "b", "__proto__", "constructor", "", "A", "\ud800", "\u{1f600}", '"', "\\"),
  fc.constantFrom("{", "}", "[", ",", ":", 'a":1,"a', "a\\", "\\u0061", "\u00e9", "e\u0301"),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const space = fc.constantFrom("", " ", "\n", "\t\r ");
const leaf: fc.Arbitrary<Written> = fc.oneof(
  fc.constantFrom("null", "true", "1", "-1.50e3", "{}", "[]", "[ ]"),
  name.map((text) => JSON.stringify(text)),
).map((text) => ({ text, repeated: undefined }));

const { value } = fc.letrec<{ value: Written; list: Written; object: Written }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: "medium" }, leaf, tie("object"), tie("list")),
  list: fc.tuple(fc.array(tie("value"), { maxLength: 4 }), space).map(([items, space]) => ({
    text: `[${space}${items.map(({ text }) => text).join(`${space},${space}`)}${space}]`,
    repeated: items.find(({ repeated }) => repeated !== undefined)?.repeated,
  })),
  object: fc.array(fc.tuple(name, fc.boolean(), tie("value"), space), { maxLength: 4 })
    .map((fields) => {
      let repeated: string | undefined;
      const seen: Array<string> = [];
      const texts = fields.map(([name, isEscaped, value, space]) => {
        repeated ??= seen.includes(name) ? name : value.repeated;
        seen.push(name);
        return `${space}${quoted(name, isEscaped)}${space}:${space}${value.text}${space}`;
      });
      return { text: `{${texts.join(",")}}`, repeated };
    }),
}));

describe("the JSON of a caller", () => {
  test("means one thing: no object in it has a name twice, at any depth, in any spelling", () => {
    const counts = { value: 0, repeated: 0, unreadable: 0 };
    fc.assert(
      fc.property(value, ({ text, repeated }) => {
        const sent = readSentJson(text);
        counts[sent.kind]++;
        expect([text, sent.kind === "repeated" ? sent.name : undefined])
          .toEqual([text, repeated]);
        // Without repeated names the value has everything that the text has.
        if (sent.kind === "value") {
          const plain = JSON.stringify(JSON.parse(text));
          expect(JSON.stringify(JSON.parse(JSON.stringify(sent.value)))).toBe(plain);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(counts.value).toBeGreaterThan(100);
    expect(counts.repeated).toBeGreaterThan(100);
    expect(counts.unreadable).toBe(0);
  });

  test("that has a name twice is told with the value of one of both", () =>
    expect(readSentJson(`{"a":1.10,"b":2,"a":1.20}`)).toEqual({
      kind: "repeated",
      name: "a",
      value: { a: new JsonNumber("1.20"), b: new JsonNumber("2") },
    }));

  test("is unreadable exactly if it is no JSON", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.tuple(value, fc.nat(), fc.constantFrom("", '"', "{", "}", "\\", ",", "\u0000"))
        .map(([{ text }, at, put]) => {
          const cut = at % (text.length + 1);
          return text.slice(0, cut) + put + text.slice(cut + 1);
        }),
    );
    fc.assert(fc.property(text, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect([text, readSentJson(text).kind !== "unreadable"]).toEqual([text, isJson]);
    }));
  });

  test("is read to any depth that its size allows, or is unreadable", () => {
    const deep = (levels: number, inner: string) =>
      `${'{"a":['.repeat(levels)}${inner}${"]}".repeat(levels)}`;
    expect(readSentJson(deep(400, `{"b":1,"b":2}`))).toMatchObject({ name: "b" });
    expect(readSentJson(deep(400, "1")).kind).toBe("value");
    for (const text of [deep(8_000, "1"), deep(8_000, `{"b":1,"b":2}`), "[".repeat(65_536)]) {
      expect(["unreadable", "value", "repeated"]).toContain(readSentJson(text).kind);
    }
  });

  test("may have thousands of names, escapes and quotation marks", () => {
    const names = Array.from({ length: 5_000 }, (_, at) => at.toString(36));
    const text = `{${names.map((name) => `"${name}":"\\"${name}\\\\"`).join(",")}}`;
    expect(readSentJson(text).kind).toBe("value");
    expect(readSentJson(`{"${names.at(-1)}":1,${text.slice(1)}`))
      .toMatchObject({ name: names.at(-1) });
    expect(readSentJson(`{"a":"${"\\n".repeat(30_000)}","a":1}`)).toMatchObject({ name: "a" });
  });
});

test("a field that is null is as if it were left out, and nothing else is", () => {
  const fields = { a: null, b: false, c: "", d: [null], e: { f: null }, constructor: null };
  expect([...sentFields(fields)]).toEqual([["b", false], ["c", ""], ["d", [null]], [
    "e",
    { f: null },
  ]]);
});
