import { describe, expect, test } from "bun:test";
import { gameServer } from "./game_server.ts";

const GAMES = "/api/v1/games";

describe("a request for games", () => {
  test.each([
    [`${GAMES}?to=2026-09-21T00:00:00Z`, "to", "Send from too"],
    [`${GAMES}?from=2026-09-21T00:00:00Z&to=2026-09-20T00:00:00Z`, "to", "after from"],
    [`${GAMES}?from=2026-09-20T00:00:00Z&to=2026-10-22T00:00:00Z`, "to", "31 days"],
    [`${GAMES}?day=2026-09-20&from=2026-09-20T00:00:00Z`, "day", "without from and to"],
    [`${GAMES}?day=2026-09-20&to=2026-09-20T00:00:00Z`, "day", "without from and to"],
    [`${GAMES}?day=2026-02-30`, "day", "YYYY-MM-DD"],
    [`${GAMES}?day=tomorrow`, "day", "YYYY-MM-DD"],
    [`${GAMES}?tz=Mars/Olympus`, "tz", "IANA"],
    [`${GAMES}?days=0`, "days", "1 to 14"],
    [`${GAMES}?days=15`, "days", "1 to 14"],
    [`${GAMES}?league=nbaa`, "league", "nba, wnba"],
    [`${GAMES}?league=nba,`, "league", "separated by commas"],
    [`${GAMES}?status=over`, "status", "scheduled, live, finished, postponed, cancelled"],
    [`${GAMES}?source=bet365`, "source", "polymarket, kalshi, limitless, sx_bet, hyperliquid"],
    [`${GAMES}?include=score`, "include", "platforms, coverage"],
    [`${GAMES}?limit=0`, "limit", "1 to 200"],
    [`${GAMES}?limit=201`, "limit", "1 to 200"],
    [`${GAMES}?cursor=x`, "cursor", "next_cursor"],
    [`${GAMES}?cursor=%F0%9F%8F%88`, "cursor", "next_cursor"],
    [`${GAMES}?league=`, "league", "Send a value"],
    ["/api/v1/teams?league=xyz", "league", "nba, wnba"],
    ["/api/v1/teams?sport=curling", "sport", "football, basketball"],
    ["/api/v1/teams?q=%20", "q", "one letter or digit"],
    ["/api/v1/teams?limit=1000", "limit", "1 to 200"],
    ["/api/v1/teams?cursor=x", "cursor", "next_cursor"],
    ["/api/v1/leagues?league=nba", "parameter", "takes"],
  ])("%s is 400 for %s, with a reason", async (path, parameter, hint) => {
    const { ask, write } = gameServer();
    await write({});
    const { status, body } = await ask(path);
    expect([status, body.code]).toEqual([400, "bad_request"]);
    expect(body.error).toStartWith(`Cannot use ${parameter} "`);
    expect(body.hint).toContain(hint);
  });

  test.each([GAMES, "/api/v1/teams", "/api/v1/leagues"])(
    "%s is 503 until the games are read, and while a new store has no write yet",
    async (path) => {
      const { ask, refresh, write } = gameServer();
      for (const wait of ["1", "5"]) {
        const { status, body, headers } = await ask(path);
        expect([status, body.code, headers.get("retry-after")]).toEqual([503, "unavailable", wait]);
        await refresh();
      }
      await write({});
      expect((await ask(path)).status).toBe(200);
    },
  );
});
