import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Type } from "@sinclair/typebox";
import { Result } from "effect";
import { t } from "elysia";
import { compileFields } from "../../../../adapters/http/edge/request/read_fields.ts";
import { parametersOf } from "../../../../adapters/http/edge/request/parameter.ts";
import { atMostOneOf, oneOf, strict } from "../../../../adapters/http/wire/kind.ts";
import { Listed, Text, Word } from "../../../../adapters/http/wire/text.ts";
import {
  makeQueryReader,
  QUERY_CHARS_MAX,
  queryOf,
  readQuery,
} from "../../../../adapters/http/edge/request/query.ts";
import { testServer } from "../test_server.ts";

const text = {
  in: "query",
  required: false,
  schema: Type.String(),
  description: "A text",
  example: "btc",
} as const;
const reader = makeQueryReader([
  { ...text, name: "asset" },
  { ...text, name: "type", required: true, example: "5min" },
  { ...text, name: "include", mayBeEmpty: true },
  { ...text, name: "timestamp" },
  { ...text, name: "eventId", in: "path", required: true },
]);
const read = (query: string) => Result.getOrThrow(readQuery(reader, query));

function refusalOf(query: string) {
  const { message, hint } = Result.getOrThrow(Result.flip(readQuery(reader, query)));
  return [message, hint];
}

describe("readQuery", () => {
  test.each([
    ["type=5min", { type: "5min" }],
    ["type=5min&asset=btc", { type: "5min", asset: "btc" }],
    ["&&type=5min&", { type: "5min" }],
    ["t%79pe=%35min", { type: "5min" }],
    ["type=a=b", { type: "a=b" }],
    ["type=5min&include=", { type: "5min", include: "" }],
    ["type=5min&include", { type: "5min", include: "" }],
    ["type=caf%C3%A9", { type: "café" }],
    ["type=x&timestamp=2026-01-01T00:00:00+01:00", {
      type: "x",
      timestamp: "2026-01-01T00:00:00 01:00",
    }],
    [`type=${"x".repeat(512)}`, { type: "x".repeat(512) }],
  ])("reads %s", (query, values) => expect(read(query)).toEqual(values));

  test.each([
    ["api_key=1&type=5min", "api_key"],
    ["type=5min&Token=1", "Token"],
    ["sk_live_abcdefgh=1", "sk_..."],
  ])("says of %s where a key belongs", (query, named) => {
    const [message, hint] = refusalOf(query);
    expect(message).toBe(`Cannot use parameter "${named}"`);
    expect(hint).toContain(
      "x-api-key, or as Authorization: Bearer <key>. Addresses end up in logs",
    );
    const elsewhere = makeQueryReader([{ ...text, name: "type" }], {
      keyHint: "Send it in a message",
    });
    expect(Result.getOrThrow(Result.flip(readQuery(elsewhere, query))).hint)
      .toBe("Send it in a message");
  });

  const TAKES = "This path takes asset, type, include, timestamp";

  test.each([
    ["typ=5min", 'Cannot use parameter "typ"', `Did you mean type? ${TAKES}`],
    ["tpye=5min", 'Cannot use parameter "tpye"', `Did you mean type? ${TAKES}`],
    ["Asset=btc", 'Cannot use parameter "Asset"', `Did you mean asset? ${TAKES}`],
    ["zzzzzzz=1", 'Cannot use parameter "zzzzzzz"', TAKES],
    ["constructor=1", 'Cannot use parameter "constructor"', TAKES],
    ["__proto__=1", 'Cannot use parameter "__proto__"', TAKES],
    ["toString", 'Cannot use parameter "toString"', TAKES],
    ["eventId=1", 'Cannot use parameter "eventId"', TAKES],
    ["=1", 'Cannot use parameter ""', TAKES],
    ["%zz=1", 'Cannot use parameter "%zz"', TAKES],
    ["type=1&type=2", 'Cannot use type "2"', "Send type only once"],
    ["type=1&type=1", 'Cannot use type "1"', "Send type only once"],
    ["type=1&include=&include=", 'Cannot use include ""', "Send include only once"],
    ["type=", 'Cannot use type ""', "Send a value, for example type=5min"],
    ["type", 'Cannot use type ""', "Send a value, for example type=5min"],
    ["asset=btc", 'Cannot use a request without "type"', "Send type, for example type=5min"],
    ["", 'Cannot use a request without "type"', "Send type, for example type=5min"],
    ["type=%", 'Cannot use type "%"', "Percent-encode the value as UTF-8"],
    ["type=%ff", 'Cannot use type "%ff"', "Percent-encode the value as UTF-8"],
    ["type=%ed%a0%80", 'Cannot use type "%ed%a0%80"', "Percent-encode the value as UTF-8"],
    ["type=%00", 'Cannot use type "\0"', "Send no control characters"],
    [
      `type=${"x".repeat(513)}`,
      `Cannot use type "${"x".repeat(80)}..."`,
      "Send at most 512 characters",
    ],
  ])("refuses %s", (query, message, hint) => expect(refusalOf(query)).toEqual([message, hint]));

  test("refuses a query that is too long, whatever is in it", () => {
    const [, hint] = refusalOf(`type=5min${"&".repeat(QUERY_CHARS_MAX)}`);
    expect(hint).toBe("Send a query of at most 8192 characters");
  });

  test("gives back whatever was encoded, and the same when asked again", () => {
    const value = fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 })
      // deno-lint-ignore no-control-regex
      .filter((text) => text.length <= 512 && !/[\u0000-\u001f\u007f\ufffd]/.test(text));
    fc.assert(fc.property(value, value, (asset, type) => {
      const query = new URLSearchParams({ asset, type }).toString();
      expect(read(query)).toEqual({ asset, type });
      expect(read(query)).toEqual({ asset, type });
    }));
  });

  test("does not mix up queries however many were read", () => {
    for (let turn = 0; turn < 2; turn++) {
      for (let index = 0; index < 600; index++) {
        expect(read(`type=${index}`)).toEqual({ type: `${index}` });
      }
    }
  });
});

describe("queryOf", () => {
  test.each([
    ["http://h/p", ""],
    ["http://h/p?", ""],
    ["http://h/p?a=1", "a=1"],
    ["http://h/p?a=1?b", "a=1?b"],
    ["http://h/p?a=1#b=2", "a=1"],
  ])("of %s is %j", (url, query) => expect(queryOf(url)).toBe(query));
});

describe("a query of which one field is sent", () => {
  const field = () => t.Optional(Text({ examples: ["1"] }));
  const schema = oneOf(strict({ marketStart: field(), start: field() }), ["marketStart", "start"]);
  const readFields = compileFields(schema, "query");
  const read = (query: Readonly<Record<string, string>>) =>
    readFields(new Map(Object.entries(query)), 0);

  test("takes the one that was sent", () => {
    expect(Result.getOrThrow<unknown, unknown>(read({ start: "7" }))).toEqual({ start: "7" });
  });

  test.each([
    [{}, 'Cannot use a request without "marketStart or start"'],
    [{ marketStart: "1", start: "2" }, 'Cannot use start "2"'],
  ])("refuses %j", (query, message) => {
    expect(Result.getOrThrow(Result.flip(read(query))).message).toBe(message);
  });
});

describe("a parameter with other names", () => {
  const one = (options = {}) => Listed(Word(["5min", "1hour"]), { ...options, examples: ["5min"] });
  const aliases = ["type", "types", "interval"];
  const schema = atMostOneOf(
    strict({ types: one({ aliases }), slug: t.Optional(Text()) }),
    ["slug", "types"],
  );
  const readFields = compileFields(schema, "query");
  const named = makeQueryReader(parametersOf("query", schema));
  const readNamed = (query: string) =>
    Result.flatMap(
      readQuery(named, query),
      (sent) => readFields(new Map(Object.entries(sent)), 0),
    );

  test.each(["types=5min", "type=5min", "interval=5MIN&type=5min", "types=5min&type=5min"])(
    "is read from %s",
    (query) => expect(Result.getOrThrow(readNamed(query))).toEqual({ types: ["5min"] } as never),
  );

  test.each([
    ["", 'Cannot use a request without "types"', "Send types, for example types=5min"],
    ["type=2h", 'Cannot use type "2h"', "Use one of 5min, 1hour"],
    ["type=", 'Cannot use type ""', "Send a value, for example type=5min"],
    ["type=5min&type=5min", 'Cannot use type "5min"', "Send type only once"],
    [
      "interval=1hour&types=5min",
      'Cannot use interval "1hour"',
      "It means the same as types: send one of them",
    ],
    ["type=5min&interval=2h", 'Cannot use interval "2h"', "Use one of 5min, 1hour"],
    ["slug=a&type=5min", 'Cannot use type "5min"', "Send either slug or type, not both"],
    ["kind=5min", 'Cannot use parameter "kind"', "This path takes types, slug"],
  ])("is refused in %j", (query, message, hint) => {
    const refused = Result.getOrThrow(Result.flip(readNamed(query)));
    expect([refused.message, refused.hint]).toEqual([message, hint]);
  });
});

describe("any query at all", () => {
  const { get, log } = testServer();
  const piece = fc.oneof(
    fc.constantFrom("asset", "type", "include", "=", "&", "%", "%zz", "%ff", "+", "?", "#", "5min"),
    fc.constantFrom("__proto__", "constructor", "%00", "\u{1f600}", "%F0%9F%98%80", "[]", ";"),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const query = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

  test("is 200 or 400, never our fault", async () => {
    await fc.assert(fc.asyncProperty(query, async (query) => {
      let url: string;
      try {
        url = new URL(`http://localhost/api/v1/echo?${query}`).href;
      } catch {
        return;
      }
      const response = await get(url.slice("http://localhost".length));
      expect([200, 400, 429]).toContain(response.status);
      expect(await response.json()).toBeObject();
    }));
    expect(log).toEqual([]);
  });
});
