import { describe, expect, test } from "bun:test";
import { gameServer } from "../game/game_server.ts";
import { testServer } from "./test_server.ts";

const PREFLIGHT = {
  method: "OPTIONS",
  headers: { origin: "https://a.example", "access-control-request-method": "GET" },
};

/** A request for every kind of answer, and its status. */
const ANSWERS: ReadonlyArray<readonly [path: string, init: RequestInit, status: number]> = [
  ["/api/v1/cached", {}, 200],
  ["/api/v1/cached", { method: "HEAD" }, 200],
  ["/api/v1/cached", { method: "PUT" }, 405],
  ["/api/v1/cached", PREFLIGHT, 204],
  ["/api/v1/cached", { method: "OPTIONS" }, 204],
  ["/api/v1/unchanged", {}, 304],
  ["/api/v1/echo?colour=1", {}, 400],
  ["/api/v1/throw", {}, 500],
  ["/api/v1/die/later", {}, 500],
  ["/api/v1/unwritable", {}, 500],
  ["/api/v1/unstored", {}, 502],
  ["/api/v1/event/7", { method: "HEAD" }, 200],
  ["/made/up", {}, 404],
  ["/made/up", PREFLIGHT, 204],
  ["/metrics", {}, 401],
  ["/", {}, 200],
  ["/docs", {}, 200],
  ["/docs/stream", {}, 200],
  ["/favicon.ico", {}, 200],
  ["/openapi.json", {}, 200],
];

describe("every answer", () => {
  test.each(ANSWERS)("of %s (%j, %d) is of the type it says", async (path, init, status) => {
    const answer = await testServer().get(path, init);
    expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([
      status,
      "nosniff",
    ]);
    expect(answer.headers.has("strict-transport-security")).toBe(false);
  });

  test.each(ANSWERS)("of %s (%j, %d) asks for TLS where it is in front", async (path, init) => {
    const { headers } = await testServer({ hasTlsInFront: true }).get(path, init);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  });
});

test("a list with a tag may be kept by its caller, who asks whether it still holds", async () => {
  const { ask, write } = gameServer();
  await write({});
  const list = await ask("/api/v1/games");
  const etag = list.headers.get("etag") ?? "";
  const again = await ask("/api/v1/games", { "if-none-match": etag });
  expect([list, again].map(({ status, headers }) => [status, headers.get("cache-control")]))
    .toEqual([[200, "private, no-cache"], [304, "private, no-cache"]]);
  const wrong = await ask("/api/v1/games?colour=1");
  expect([wrong.status, wrong.headers.get("cache-control")]).toEqual([400, "no-store"]);
});
