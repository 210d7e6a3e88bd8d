import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { namesTag, weakTagOf } from "../../../adapters/http/edge/answer/etag.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameServer } from "./game_server.ts";

/** Requests for every kind of list. */
const PATHS = [
  "/api/v1/games?day=2026-09-20",
  "/api/v1/games?day=2026-09-20&limit=50",
  "/api/v1/games?from=2026-09-20&to=2026-09-21&include=platforms",
  "/api/v1/games?day=2026-09-20&include=",
  "/api/v1/games?day=2026-09-20&include=coverage",
  "/api/v1/games?day=2026-09-20&limit=1",
  "/api/v1/games?day=2026-09-20&league=epl,nba",
  "/api/v1/games?day=2026-09-20&league=nba,epl",
  "/api/v1/games?day=2026-09-20&source=kalshi",
  "/api/v1/teams",
  "/api/v1/teams?limit=2",
  "/api/v1/teams?league=epl",
  "/api/v1/leagues",
];

describe("the tag of an answer", () => {
  test("is 304 without a body for clients that have it, until it changes", async () => {
    const { ask, clock, write } = gameServer();
    await write({});
    for (const path of PATHS) {
      const { text, headers } = await ask(path);
      const tag = headers.get("etag") ?? "";
      expect(tag).toBe(weakTagOf(text));
      expect(tag).toMatch(/^W\/"[0-9a-f]{16}"$/);
      const again = await ask(path, { "if-none-match": `"other", ${tag}` });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
      expect(again.headers.get("content-type")).toBeNull();
      expect((await ask(path, { "if-none-match": '"other"' })).status).toBe(200);
      expect((await ask(path, { "if-none-match": "*" })).status).toBe(304);
      clock.nowSec = UnixSec(clock.nowSec + 1);
      await write({});
      expect((await ask(path, { "if-none-match": tag })).status).toBe(200);
    }
  });
});

describe("namesTag()", () => {
  const tag = weakTagOf("a body");
  const opaque = tag.slice(2);

  test.each([
    [tag, true],
    [opaque, true],
    [` ${tag} `, true],
    [`"a","b",${tag}`, true],
    [`W/"a" , ${opaque}`, true],
    [`,${tag},`, true],
    [`"a",, ,${tag} , `, true],
    [",", false],
    ["*", true],
    [" * ", true],
    [null, false],
    ["", false],
    [`"a", "b"`, false],
    [opaque.slice(1, -1), false],
    [`w/${opaque}`, false],
    [`${tag}, *`, false],
    [`"a ${opaque.slice(1)}`, false],
    [`${tag} ${tag}`, false],
    [`W/"${opaque.slice(1).toUpperCase()}`, opaque === opaque.toUpperCase()],
  ])("of %p is %p", (header, isNamed) => expect(namesTag(header, tag)).toBe(isNamed));

  test("ends for any text", () => {
    fc.assert(fc.property(fc.string(), (header) => {
      expect(namesTag(header, tag)).toBe(header.trim() === "*");
    }));
    expect(namesTag(`${`"a",`.repeat(5_000)}x`, tag)).toBe(false);
    expect(namesTag(`"a"${" ,".repeat(10_000)}x`, tag)).toBe(false);
  });
});
