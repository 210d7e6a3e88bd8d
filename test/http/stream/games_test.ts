import { afterEach, describe, expect, test } from "bun:test";
import { gameText, makeGameWriter } from "../../../adapters/http/game/game_writer.ts";
import type { CheckKey } from "../../../adapters/http/edge/limit/key_check.ts";
import type { GameRecord } from "../../../core/game/mod.ts";
import type { UnixSec } from "../../../core/time/mod.ts";
import { gameOf } from "../../core/game/arbitrary_game.ts";
import { startStreamServer } from "./stream_server.ts";

/** Every key is valid. */
const checkKey: CheckKey = () => ({ key: { scopes: ["read"] } }) as never;

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A server that has read its games: none. */
async function startServer() {
  const server = await startStreamServer({ checkKey });
  ends.push(() => server.stop());
  await server.refreshGames();
  return {
    ...server,
    /** Writes games and reads them. */
    change: async (...games: ReadonlyArray<GameRecord>) => {
      await server.writeGames(games);
      await server.refreshGames();
    },
  };
}

const game = (id: string, changes: Parameters<typeof gameOf>[1] = {}): GameRecord => ({
  game: gameOf(id, { league: "nba", ...changes }),
  platforms: [],
  maybeOn: [],
});
const subscribe = (...leagues: ReadonlyArray<string>) => ({
  op: "subscribe",
  channel: "games",
  key: "any",
  ...leagues.length === 0 ? {} : { leagues },
});
const idOf = (frame: Readonly<Record<string, unknown>>) => (frame["game"] as { id: string }).id;

describe("the channel of games", () => {
  test("sends its starting number, then each change as the list returns it", async () => {
    const server = await startServer();
    await server.change(game("1"), game("2"), game("3", { league: "nhl" }));
    const bot = await server.connect();
    bot.send({ ...subscribe("nba"), id: 1 });
    expect(await bot.next("subscribed")).toEqual({
      type: "subscribed",
      id: 1,
      channel: "games",
      topics: ["games:nba"],
      seq: 100_003,
    });
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "game")).toEqual([]);
    const changed = game("2", { status: "live" });
    await server.change(changed, game("3", { league: "nhl", status: "live" }));
    const received = await bot.next("game");
    const listing = server.gameReadModel.current();
    if (listing === undefined) throw new Error("no listing");
    const pieces = makeGameWriter().ofRecord(listing, changed, ["platforms", "coverage"]);
    expect(received).toEqual({
      type: "game",
      topic: "games:nba",
      seq: 200_001,
      game: JSON.parse(gameText(pieces)),
    });
    await server.change(game("3", { league: "nhl" }), game("1", { status: "live" }));
    await bot.next("game", 2);
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "game").map(({ seq }) => seq))
      .toEqual([200_001, 300_001]);
  });

  test("covers every league if none is named, and sends all clients the same bytes", async () => {
    const server = await startServer();
    const [first, second] = [await server.connect(), await server.connect()];
    for (const bot of [first, second]) {
      bot.send(subscribe());
      const { topics } = await bot.next("subscribed");
      expect(topics).toHaveLength(23);
    }
    await server.change(
      game("1"),
      game("2", { league: "wta" }),
      game("3", { league: "epl" }),
    );
    await server.change(game("1", { status: "live" }));
    for (const bot of [first, second]) await bot.next("game", 4);
    const received = ({ raw }: typeof first) =>
      raw.filter((text) => text.includes('"type":"game"'));
    expect(received(first)).toEqual(received(second));
    expect(first.frames.filter(({ type }) => type === "game").map(({ topic }) => topic))
      .toEqual(["games:nba", "games:wta", "games:epl", "games:nba"]);
  });

  test("refuses while games are not read yet, and accepts a later request", async () => {
    const server = await startStreamServer({ checkKey });
    ends.push(() => server.stop());
    const bot = await server.connect();
    bot.send({ ...subscribe("nba"), id: "early" });
    expect(await bot.next("error")).toMatchObject({ id: "early", code: "unavailable" });
    await server.refreshGames();
    bot.send({ ...subscribe("nba"), id: "later" });
    expect(await bot.next("subscribed")).toMatchObject({ id: "later", seq: 0 });
  });

  test("continues after a game that cannot be encoded", async () => {
    const server = await startServer();
    const bot = await server.connect();
    bot.send(subscribe("nba"));
    await bot.next("subscribed");
    const broken = game("2", { league: "nba", kickoffSec: 1e300 as UnixSec });
    await server.change(game("1"), broken, game("3"));
    await bot.next("game", 2);
    expect(bot.of("games:nba").map(idOf)).toEqual(["espn:1", "espn:3"]);
  });

  test("refuses a `since` of another numbering, and keeps the connection", async () => {
    const server = await startServer();
    await server.change(game("1"));
    const bot = await server.connect();
    bot.send({ ...subscribe("nba"), id: 1, since: 1_795_284_000 });
    expect(await bot.next("error")).toMatchObject({ id: 1, code: "bad_request" });
    // Another replica may be a little ahead of this one.
    bot.send({ ...subscribe("nba"), id: 2, since: 2_000_000 });
    expect(await bot.next("subscribed")).toMatchObject({ id: 2, topics: ["games:nba"] });
  });

  test("sends no provider states", async () => {
    const server = await startServer();
    server.emit({ kind: "stream_state", provider: "oracle", isUp: true });
    server.emit({ kind: "stream_state", provider: "oracle", isUp: false });
    const bot = await server.connect();
    bot.send(subscribe("nba"));
    await bot.next("subscribed");
    server.emit({ kind: "stream_state", provider: "oracle", isUp: true });
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "feed")).toEqual([]);
  });
});
