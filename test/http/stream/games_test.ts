import { afterEach, describe, expect, test } from "bun:test";
import { gameText, makeGameWriter } from "../../../adapters/http/game/game_text.ts";
import type { CheckKey } from "../../../adapters/http/edge/key_check.ts";
import type { GameRecord } from "../../../core/game/mod.ts";
import type { UnixSec } from "../../../core/time/mod.ts";
import { gameOf } from "../../core/game/arbitrary_game.ts";
import { settingsOf } from "../../core/game/listing/arbitrary_listing.ts";
import { stalledClient } from "./stalled_client.ts";
import { connectStream } from "../../stage/stream_client.ts";
import { startStreamServer, type StreamServerOptions } from "./stream_server.ts";

/** Every key is valid. */
const checkKey: CheckKey = () => ({ key: { scopes: ["read"] } }) as never;

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A server that has read its games: none, unless other servers share its store. */
async function startServer(options: StreamServerOptions = {}) {
  const server = await startStreamServer({ checkKey, ...options });
  ends.push(() => server.stop());
  await server.refreshGames();
  return {
    ...server,
    client: async () => {
      const bot = await connectStream(server.url);
      ends.push(() => bot.close());
      return bot;
    },
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
const manyGames = (count: number, changes = {}) =>
  Array.from({ length: count }, (_, index) => game(String(index).padStart(5, "0"), changes));
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
    const bot = await server.client();
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
    const pieces = makeGameWriter()(listing, changed, ["platforms", "coverage"]);
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
    const [first, second] = [await server.client(), await server.client()];
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
    const bot = await connectStream(server.url);
    ends.push(() => bot.close());
    bot.send({ ...subscribe("nba"), id: "early" });
    expect(await bot.next("error")).toMatchObject({ id: "early", code: "unavailable" });
    await server.refreshGames();
    bot.send({ ...subscribe("nba"), id: "later" });
    expect(await bot.next("subscribed")).toMatchObject({ id: "later", seq: 0 });
  });

  test("sends no withheld game, neither live nor in a replay", async () => {
    const server = await startServer({ gameSettings: settingsOf("yes_only") });
    const bot = await server.client();
    bot.send(subscribe("nba"));
    await bot.next("subscribed");
    const cleared = { redistributable: "yes" } as const;
    await server.change(game("1"), game("2", cleared), game("3"));
    await bot.next("game");
    const late = await server.client();
    late.send({ ...subscribe("nba"), since: 0 });
    await late.next("game");
    for (const one of [bot, late]) {
      await one.roundTrip();
      expect(one.of("games:nba").map(idOf)).toEqual(["espn:2"]);
    }
    // A client that resumes after a withheld game continues all the same.
    const back = await server.client();
    back.send({ ...subscribe("nba"), since: 100_003 });
    await back.roundTrip();
    await server.change(game("2", { ...cleared, status: "live" }));
    expect(await back.next("game")).toMatchObject({ seq: 200_001 });
  });

  test("stops when asked to, with or without a key", async () => {
    const server = await startServer();
    const bot = await server.client();
    bot.send(subscribe("nba", "nhl"));
    bot.send({ op: "unsubscribe", channel: "games", key: "any", leagues: ["nba"] });
    bot.send({ op: "unsubscribe", channel: "games", leagues: ["NHL"] });
    await bot.next("unsubscribed", 2);
    await server.change(game("1"), game("2", { league: "nhl" }));
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "game")).toEqual([]);
  });

  test("continues after a game that cannot be encoded", async () => {
    const server = await startServer();
    const bot = await server.client();
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
    const bot = await server.client();
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
    const bot = await server.client();
    bot.send(subscribe("nba"));
    await bot.next("subscribed");
    server.emit({ kind: "stream_state", provider: "oracle", isUp: true });
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "feed")).toEqual([]);
  });
});

describe("many games at once", () => {
  test("reach a reader who reads, all and in order, and other channels meanwhile", async () => {
    const server = await startServer();
    const bot = await server.client();
    bot.send(subscribe("nba"));
    await bot.next("subscribed");
    await server.change(...manyGames(1_000));
    await bot.roundTrip();
    expect(bot.of("games:nba").length).toBeLessThan(1_000);
    await bot.next("game", 1_000);
    expect(bot.of("games:nba").map(({ seq }) => seq))
      .toEqual(Array.from({ length: 1_000 }, (_, index) => 100_001 + index));
  });

  test("are sent in part to a client that joins meanwhile, and each only once", async () => {
    const server = await startServer();
    const [fresh, since] = [await server.client(), await server.client()];
    await server.change(...manyGames(300));
    fresh.send(subscribe("nba"));
    since.send({ ...subscribe("nba"), since: 100_010 });
    const { seq: begun } = await fresh.next("subscribed");
    expect(begun).toBe(100_064);
    await fresh.next("game", 300 - 64);
    await since.next("game", 290);
    await server.change(game("00000", { status: "live" }));
    await fresh.next("game", 300 - 63);
    await since.next("game", 291);
    for (const [bot, first] of [[fresh, 65], [since, 11]] as const) {
      await bot.roundTrip();
      expect(bot.of("games:nba").map(({ seq }) => seq)).toEqual([
        ...Array.from({ length: 301 - first }, (_, index) => 100_000 + first + index),
        200_001,
      ]);
    }
  });

  test("are replayed up to 2,000, after a gap for earlier changes", async () => {
    const server = await startServer();
    await server.change(...manyGames(2_002));
    const bot = await server.client();
    bot.send({ ...subscribe("nba"), since: 0 });
    expect(await bot.next("gap")).toEqual({
      type: "gap",
      topic: "games:nba",
      fromSeq: 100_001,
      toSeq: 100_002,
      reason: "replay_limit",
    });
    await bot.next("game", 2_000);
    await bot.roundTrip();
    expect(bot.of("games:nba").slice(1).map(({ seq }) => seq))
      .toEqual(Array.from({ length: 2_000 }, (_, index) => 100_003 + index));
  });

  test("end the connection of a reader who does not read, who can go on after it", async () => {
    const server = await startServer();
    const message = { op: "subscribe", channel: "games", key: "any", leagues: ["nba"] };
    const stalled = await stalledClient(server.port, message);
    const reader = await server.client();
    reader.send(subscribe("nba"));
    await reader.next("subscribed");
    let writes = 0;
    while (server.endpoint.connections > 1) {
      await server.change(...manyGames(900, { kickoffSec: ++writes }));
      await reader.next("game", 900 * writes);
      server.endpoint.dropSlowReaders();
    }
    const text = (await stalled.readAll()).toString("latin1");
    expect(text.lastIndexOf("slow_reader")).toBeGreaterThan(text.lastIndexOf('"type":"game"'));
    const lastSeq = Number([...text.matchAll(/"seq":(\d+),"game"/g)].at(-1)?.[1]);
    const [gap] = text.match(/\{"type":"gap"[^}]*\}/) ?? [];
    expect(JSON.parse(gap ?? "{}")["fromSeq"]).toBeGreaterThan(lastSeq);
    const again = await server.client();
    again.send({ ...subscribe("nba"), since: lastSeq });
    const missed = server.gameReadModel.changedAfter("nba", lastSeq);
    await again.next("game", missed.length);
    await again.roundTrip();
    expect(again.of("games:nba").map(({ seq }) => seq)).toEqual(missed.map(({ seq }) => seq));
  }, 300_000);
});
