import { describe, expect, test } from "bun:test";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC } from "../../core/game/arbitrary_game.ts";
import { gameServer } from "./game_server.ts";

describe("a cursor of games", () => {
  const ten = Array.from({ length: 10 }, (_, id) => ({
    game: gameOf(String(id), { kickoffSec: UnixSec(SOME_DAY_SEC + (id % 3) * 3_600) }),
    platforms: [],
    maybeOn: [],
  }));

  test("continues with another limit and other parts", async () => {
    const { ask, write, walk } = gameServer();
    await write({ games: ten });
    const path = "/api/v1/games?day=2026-09-20";
    const all = await walk(`${path}&limit=3`);
    expect(all).toEqual((await ask(path)).body.data);
    const { body } = await ask(`${path}&limit=4`);
    const rest = await ask(`${path}&limit=200&include=&cursor=${body.next_cursor}`);
    expect([...body.data, ...rest.body.data].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test("that began today continues with that day after it is over", async () => {
    const { ask, clock, write } = gameServer();
    await write({ games: ten });
    clock.nowSec = SOME_DAY_SEC + 86_399;
    const first = (await ask("/api/v1/games?limit=6")).body;
    clock.nowSec += 2;
    const second = (await ask(`/api/v1/games?limit=6&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, second.data.length, second.meta.total]).toEqual([6, 4, 10]);
    expect((await ask("/api/v1/games")).body.data).toEqual([]);
  });

  test("is refused with other filters, and if this service did not issue it", async () => {
    const { ask, write } = gameServer();
    await write({ games: ten });
    const path = "/api/v1/games?day=2026-09-20&limit=1";
    const { next_cursor } = (await ask(path)).body;
    for (
      const changed of [
        "&league=epl",
        "&status=live",
        "&source=kalshi",
        "&tz=Asia/Tokyo",
        "&days=2",
      ]
    ) {
      const { status, body } = await ask(`${path}${changed}&cursor=${next_cursor}`);
      expect([status, body.code]).toEqual([400, "bad_request"]);
      expect(body.hint).toContain("with the filters it was issued for");
    }
    const { status, body } = await ask(`${path}&cursor=${next_cursor}A`);
    const hint = "Send the next_cursor of the previous page unchanged";
    expect([status, body.hint]).toEqual([400, hint]);
    expect((await ask(`/api/v1/teams?cursor=${next_cursor}`)).status).toBe(400);
  });
});
