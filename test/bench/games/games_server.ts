/**
 * A service with many games and nothing else, for a load generator to ask: with the check of keys,
 * limits, ids and headers of every request.
 *
 * `bun run test/bench/games/games_server.ts 100000` prints its address when it listens. Its one
 * API key is {@linkcode GAMES_KEY}.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Option, References } from "effect";
import { makeKeyCheck } from "../../../adapters/http/edge/limit/key_check.ts";
import { digestOfKey } from "../../../adapters/http/edge/limit/key_digest.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { games } from "../../../adapters/http/game/games.ts";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { LEAGUES, PLATFORMS } from "../../../core/game/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { KeyCache, layerKeyCache } from "../../../core/use_case/account/mod.ts";
import {
  GameReadModel,
  GameSettings,
  layerGameReadModel,
} from "../../../core/use_case/game/mod.ts";
import { newAccount, newKey } from "../../contract/account_store_contract.ts";
import { QUIET_EDGE } from "../../http/edge/quiet_edge.ts";
import { layerMemoryAccountStore } from "../../memory/account_store.ts";
import { announce } from "../copied_answer.ts";
import { layerGeneratedStore } from "./generated_store.ts";
import { FIRST_SEC, GAMES_KEY } from "./many_games.ts";

/** Every game is shown. */
const SETTINGS = {
  redistributionFilter: "internal",
  leagues: LEAGUES,
  platforms: PLATFORMS.map((code) => {
    const licenseNote = "Says nothing";
    return { code, redistributable: "unknown" as const, licenseNote, listsOnlyOpen: false };
  }),
  schedules: [],
} as const;

const START_MS = FIRST_SEC * 1_000;
const startedMs = performance.now();
const total = Number(Bun.argv[2] ?? "100000");
const runtime = ManagedRuntime.make(
  Layer.mergeAll(layerGameReadModel, layerKeyCache).pipe(
    Layer.provideMerge(layerMemoryAccountStore),
    Layer.provideMerge(layerGeneratedStore(total)),
    Layer.provide(Layer.succeed(GameSettings, SETTINGS)),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
  ),
);
const keyCache = await runtime.runPromise(
  Effect.gen(function* () {
    yield* GameReadModel.use((readModel) => readModel.refresh);
    const store = yield* AccountStore;
    const { id } = yield* store.addAccount(newAccount(START_MS));
    yield* store.addKey(newKey(id, { createdMs: START_MS }), digestOfKey(GAMES_KEY));
    return yield* KeyCache;
  }),
);
const run = makeRun(runtime);
const stopwatchMs = () => performance.now();
const server = makeServer<GameReadModel>({
  ...QUIET_EDGE,
  checkKey: makeKeyCheck({ keyCache, run, world: "live", fixedKey: Option.none(), stopwatchMs }),
  keyedQuota: Option.some({ requests: 999_999_999, windowSec: 60 }),
  quotaStore: makeProcessQuotaStore(),
  plugins: games,
  run,
  clock: { nowMs: () => Math.floor(START_MS + performance.now() - startedMs), stopwatchMs },
});
server.listen({ hostname: "127.0.0.1", port: 0 });
announce({ url: new URL(`http://127.0.0.1:${server.server?.port}`) });
