import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import { parseEmail, parseScopes } from "../../../core/access/mod.ts";

describe("parseEmail()", () => {
  test("writes an address in lower case, without the space around it", () =>
    expect(Result.getOrThrow(parseEmail(" Bot+1@Example.COM "))).toBe("bot+1@example.com"));

  test("is the same in either form that a keyboard may give", () => {
    const composed = "jos\u00e9@example.com";
    expect(Result.getOrThrow(parseEmail(composed.normalize("NFD")))).toBe(composed);
  });

  test.each<[string, ReadonlyArray<string>]>([
    ["no one @", ["", "someone", "a@b@c"]],
    ["nothing on a side of the @", ["@c", "a@"]],
    ["a space or a comma", ["a b@c.d", "a,b@c.d"]],
    ["what no text has", ["\0@b.c", "a@\x7f", "\ud800@b.c"]],
    ["too much", [`${"a".repeat(250)}@b.cd`]],
  ])("refuses an address with %s", (_, texts) => {
    expect(texts.filter((text) => Result.isSuccess(parseEmail(text)))).toEqual([]);
  });
});

describe("parseScopes()", () => {
  test.each(
    [
      ["read", ["read"]],
      [" Trade , read,read", ["read", "trade"]],
      ["ＲＥＡＤ", ["read"]],
    ] as const,
  )("reads %j", (text, scopes) => expect(parseScopes(text)).toEqual(Option.some([...scopes])));

  test.each(["", "read,", "write", "read trade", "constructor"])("refuses %j", (text) => {
    expect(parseScopes(text)).toEqual(Option.none());
  });
});
