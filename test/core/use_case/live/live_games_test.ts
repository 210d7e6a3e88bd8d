import { describe, expect, test } from "bun:test";
import { Deferred, Effect, Layer } from "effect";
import { layerMemoryGameStore } from "../../../memory/game_store.ts";
import type { GameRecord } from "../../../../core/game/mod.ts";
import { GameStore } from "../../../../core/port/game_store.ts";
import type { TopicEvent } from "../../../../core/stream/mod.ts";
import {
  GameReadModel,
  GameSettings,
  layerGameReadModel,
} from "../../../../core/use_case/game/mod.ts";
import { makeLiveGames, Publisher, REPLAY_GAMES_MAX } from "../../../../core/use_case/live/mod.ts";
import { gameOf, SOME_DAY_SEC } from "../../game/arbitrary_game.ts";
import { settingsOf } from "../../game/listing/arbitrary_listing.ts";

const manyGames = (count: number, changes: Parameters<typeof gameOf>[1] = {}) =>
  Array.from({ length: count }, (_, index): GameRecord => ({
    game: gameOf(String(index).padStart(6, "0"), { league: "nba", ...changes }),
    platforms: [],
    maybeOn: [],
  }));

/** A publisher over a read model, and its events. It pauses until `goOn` is called. */
async function staged() {
  const layer = layerGameReadModel.pipe(
    Layer.provideMerge(layerMemoryGameStore),
    Layer.provide(Layer.succeed(GameSettings, settingsOf("yes_only"))),
  );
  const [readModel, store, { subscribe }] = await Effect.runPromise(
    Effect.provide(Effect.all([GameReadModel, GameStore, Publisher]), layer),
  );
  const told: Array<TopicEvent> = [];
  let pause = Deferred.makeUnsafe<void>();
  const games = makeLiveGames({
    readModel,
    publisher: { subscribe, publishEvent: (event) => void told.push(event as TopicEvent) },
    fork: (effect) => void Effect.runFork(effect),
    machine: { nowMs: Effect.succeed(0), sleep: () => Effect.suspend(() => Deferred.await(pause)) },
  });
  return {
    games,
    told,
    write: async (records: ReadonlyArray<GameRecord>) => {
      const rest = { platformGames: [], scans: [] };
      await Effect.runPromise(store.write({ atSec: SOME_DAY_SEC, games: records, ...rest }));
      await Effect.runPromise(readModel.refresh);
    },
    goOn: async () => {
      const before = pause;
      pause = Deferred.makeUnsafe();
      Deferred.doneUnsafe(before, Effect.void);
      // Its fiber goes on before one that is started now.
      await Effect.runPromise(Effect.yieldNow);
    },
    replay: (since: number) => Effect.runPromise(games.replay("games:nba", since)),
  };
}

const seqsOf = (events: ReadonlyArray<TopicEvent>) =>
  events.map((event) => event.kind === "gap" ? [event.fromSeq, event.toSeq] : event.seq);
const cleared = { redistributable: "yes" } as const;

describe("published games", () => {
  test("have no head before they were read, and the first reading publishes none", async () => {
    const { games, told, write } = await staged();
    expect(games.head()).toBeUndefined();
    await write(manyGames(3, cleared));
    expect(told).toEqual([]);
    expect(games.head()).toBe(100_003);
    expect(games.headOf("games:nba")).toBe(100_003);
    expect(games.headOf("games:nhl")).toBe(0);
    expect(games.headOf("games:none")).toBeUndefined();
  });

  test("come in batches, and the head excludes batches not yet published", async () => {
    const { games, told, write, goOn, replay } = await staged();
    await write([]);
    await write(manyGames(150, cleared));
    expect(told).toHaveLength(64);
    expect(games.head()).toBe(200_064);
    expect(games.headOf("games:nba")).toBe(200_064);
    // What is written meanwhile waits for its turn.
    await write(manyGames(2, { ...cleared, status: "live" }));
    expect(told).toHaveLength(64);
    expect(seqsOf(await replay(200_148))).toEqual([200_149, 200_150, 300_001, 300_002]);
    await goOn();
    expect(told).toHaveLength(128);
    await goOn();
    expect(seqsOf(told)).toEqual([
      ...Array.from({ length: 150 }, (_, index) => 200_001 + index),
      300_001,
      300_002,
    ]);
    expect(games.head()).toBe(300_002);
    // And the next ones are told at once again.
    await write(manyGames(1, { ...cleared, status: "finished" }));
    expect(told).toHaveLength(153);
  });

  test("are replayed up to a limit, the newest changes, with a gap for the others", async () => {
    const { write, replay } = await staged();
    await write(manyGames(REPLAY_GAMES_MAX + 3, cleared));
    expect(seqsOf(await replay(100_003))).toHaveLength(REPLAY_GAMES_MAX);
    expect(seqsOf(await replay(100_002)).slice(0, 2)).toEqual([[100_003, 100_003], 100_004]);
    const all = await replay(0);
    expect(all[0]).toEqual({
      kind: "gap",
      topic: "games:nba",
      fromSeq: 100_001,
      toSeq: 100_003,
      reason: "replay_limit",
    });
    expect(all).toHaveLength(REPLAY_GAMES_MAX + 1);
    expect(seqsOf(all)[1]).toBe(100_004);
  });

  test("are not published while withheld, not even as a gap", async () => {
    const { games, told, write, replay } = await staged();
    await write(manyGames(REPLAY_GAMES_MAX + 3));
    await write(manyGames(1, { status: "live" }));
    expect(told).toEqual([]);
    expect(await replay(0)).toEqual([]);
    // The head moves on all the same, so that nobody waits for them.
    expect(games.headOf("games:nba")).toBe(200_001);
  });
});
