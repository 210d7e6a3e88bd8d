/** The routes about games over a store in memory, on a clock that a test sets. @module */
import { Effect, Layer, ManagedRuntime, References } from "effect";
import { TestClock } from "effect/testing";
import { games } from "../../../adapters/http/game/games.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { layerMemoryGameStore } from "../../memory/game_store.ts";
import type { ListingSettings } from "../../../core/game/mod.ts";
import { type GameChanges, GameStore } from "../../../core/port/game_store.ts";
import type { ScheduleReadings } from "../../../core/port/schedule_reading.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import {
  GameReadModel,
  GameSettings,
  layerGameReadModel,
} from "../../../core/use_case/game/mod.ts";
import { SOME_DAY_SEC } from "../../core/game/arbitrary_game.ts";
import { EVERYTHING_READ } from "../../core/game/everything_read.ts";
import { settingsOf } from "../../core/game/listing/arbitrary_listing.ts";
import { HOLDER, QUIET_EDGE } from "../edge/quiet_edge.ts";

/** A server, and the hands on what it knows. */
export function gameServer(settings: ListingSettings = settingsOf("internal")) {
  const clock = { nowSec: SOME_DAY_SEC as number };
  const runtime = ManagedRuntime.make(
    layerGameReadModel.pipe(
      Layer.provideMerge(layerMemoryGameStore),
      Layer.provide(Layer.succeed(GameSettings, settings)),
      Layer.provideMerge(TestClock.layer()),
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    ),
  );
  const server = makeServer<GameReadModel | GameStore>({
    ...QUIET_EDGE,
    checkKey: () => HOLDER as never,
    plugins: games,
    run: makeRun(runtime),
    clock: { nowMs: () => clock.nowSec * 1_000, stopwatchMs: () => 0 },
  });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost${path}`, { headers });
    const response = await server.handle(request);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
  return {
    clock,
    ask,
    /** Writes, and brings the book up to date. */
    write: (changes: Partial<GameChanges>) =>
      runtime.runPromise(Effect.gen(function* () {
        yield* TestClock.setTime(clock.nowSec * 1_000);
        const store = yield* GameStore;
        const atSec = UnixSec(clock.nowSec);
        yield* store.write({
          atSec,
          games: [],
          platformGames: [],
          scans: [],
          reaches: EVERYTHING_READ,
          ...changes,
        });
        return yield* (yield* GameReadModel).refresh;
      })),
    /** Refreshes the read model from a store without new writes. */
    refresh: () =>
      runtime.runPromise(Effect.andThen(
        TestClock.setTime(clock.nowSec * 1_000),
        Effect.flatMap(GameReadModel, ({ refresh }) => refresh),
      )),
    /** Notes readings of the schedule, as the process that leads does. */
    note: (notes: ScheduleReadings) =>
      runtime.runPromise(
        GameStore.use((store) =>
          store.noteReadings({ ...notes, forgetBefore: { year: 2020, month: 1, day: 1 } })
        ),
      ),
    /** Every item of a listing, page after page. */
    walk: async (path: string) => {
      const items = [];
      let cursor = "";
      do {
        const { body } = await ask(`${path}${cursor}`);
        items.push(...body.data);
        cursor = body.next_cursor === null ? "" : `&cursor=${body.next_cursor}`;
      } while (cursor !== "");
      return items;
    },
  };
}
