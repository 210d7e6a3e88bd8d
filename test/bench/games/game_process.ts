/**
 * A process with many games that requests pages of them from itself and reports the times.
 *
 * `bun run test/bench/games/game_process.ts 100000` prints one JSON object.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, References } from "effect";
import { gameRoutes } from "../../../adapters/http/game/game_routes.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { LEAGUES, patchListing } from "../../../core/game/mod.ts";
import {
  GameReadModel,
  GameSettings,
  layerGameReadModel,
  makeRecordPool,
} from "../../../core/use_case/mod.ts";
import { EVERYTHING_READ } from "../../core/game/everything_read.ts";
import { QUIET_EDGE } from "../../http/edge/quiet_edge.ts";
import { makeGeneratedStore } from "./generated_store.ts";
import { FIRST_SEC, manyScans, WINDOW } from "./many_games.ts";
import { MANY_GAMES_SETTINGS } from "./many_games_settings.ts";
import { type GameMeasures, type PageTimes, ROUNDS } from "./game_measures.ts";
import { percentileOf } from "../spread.ts";

const PAGES_A_ROUND = 400;
const WARM_UP = 200;
const PATCHED_GAMES = 5_000;

const total = Number(Bun.argv[2] ?? "100000");
const generated = makeGeneratedStore(total);
const runtime = ManagedRuntime.make(
  layerGameReadModel.pipe(
    Layer.provideMerge(generated.layer),
    Layer.provide(Layer.succeed(GameSettings, MANY_GAMES_SETTINGS)),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
  ),
);
const holder = {
  account: { id: "account", email: "someone@example.com", createdMs: 0 },
  key: { id: "key", prefix: "sk_live_", scopes: ["read"], createdMs: 0 },
};
const server = makeServer<GameReadModel>({
  ...QUIET_EDGE,
  checkKey: () => holder as never,
  routes: gameRoutes(),
  run: makeRun(runtime),
  clock: { nowMs: () => FIRST_SEC * 1_000, stopwatchMs: () => 0 },
});

/**
 * Returns the answer's text, and the time to make it. Its bytes are ready then: reading a long body
 * back waits for the event loop, which no server does.
 */
async function timed(query: string): Promise<readonly [text: string, ms: number]> {
  const request = new Request(`http://localhost/api/v1/games?${query}`);
  const start = performance.now();
  const response = await server.handle(request);
  const tookMs = performance.now() - start;
  return [await response.text(), tookMs];
}

/** Returns rounds of many requests, after some for warm-up. */
async function rounds(queryOf: (page: number) => string): Promise<PageTimes> {
  const p50Ms: Array<number> = [];
  const p99Ms: Array<number> = [];
  for (let page = 0; page < WARM_UP; page++) await timed(queryOf(page));
  for (let round = 0; round < ROUNDS; round++) {
    const tookMs = new Float64Array(PAGES_A_ROUND);
    for (let page = 0; page < PAGES_A_ROUND; page++) {
      tookMs[page] = (await timed(queryOf(WARM_UP + round * PAGES_A_ROUND + page)))[1];
    }
    tookMs.sort();
    p50Ms.push(percentileOf(tookMs, 50));
    p99Ms.push(percentileOf(tookMs, 99));
  }
  return { p50Ms, p99Ms };
}

/** The cursors of all pages but the first. */
async function allCursors(): Promise<ReadonlyArray<string>> {
  const cursors: Array<string> = [];
  let query = `${WINDOW}&include=&limit=200`;
  while (true) {
    const { next_cursor } = JSON.parse((await timed(query))[0]);
    if (next_cursor === null) return cursors;
    cursors.push(next_cursor);
    query = `${WINDOW}&include=&limit=200&cursor=${next_cursor}`;
  }
}

/** Returns a window that begins a second later each time, so that its total is not cached. */
function newWindow(page: number): string {
  const from = new Date(FIRST_SEC * 1_000 + page * 1_000).toISOString();
  return `from=${from}&to=2026-10-20T00:00:00Z`;
}

async function refresh(): Promise<number> {
  const start = performance.now();
  await runtime.runPromise(GameReadModel.use((book) => book.refresh));
  return performance.now() - start;
}

function residentMb(): number {
  Bun.gc(true);
  return process.memoryUsage.rss() / 2 ** 20;
}

async function measure(): Promise<GameMeasures> {
  const beforeMb = residentMb();
  const loadMs = await refresh();
  const cursors = await allCursors();
  const cursorOf = (page: number) => cursors[page * 7_919 % cursors.length] ?? "";
  const leagueOf = (page: number) => LEAGUES[page % LEAGUES.length] ?? "nba";
  const pages = {
    first: await rounds(() => WINDOW),
    last: await rounds(() => `${WINDOW}&cursor=${cursors.at(-1)}`),
    any: await rounds((page) => `${WINDOW}&cursor=${cursorOf(page)}`),
    filtered: await rounds((page) =>
      `${newWindow(page)}&league=${leagueOf(page)}&status=live&source=kalshi`
    ),
    large: await rounds((page) =>
      `${WINDOW}&include=platforms,coverage&limit=200&cursor=${cursorOf(page % 20)}`
    ),
  };
  const patchMs: Array<number> = [];
  for (let round = 0; round < ROUNDS + 1; round++) {
    const known = runtime.runSync(GameReadModel.use((book) => Effect.sync(book.current)));
    if (known === undefined) throw new Error("no games");
    // As in the read model: with the teams of the listing.
    const share = makeRecordPool();
    known.rows.records.slice(0, PATCHED_GAMES).forEach(share);
    const records = generated.change(PATCHED_GAMES).map(share);
    const head = { revision: known.revision + 1, atSec: FIRST_SEC };
    const start = performance.now();
    const read = { reaches: EVERYTHING_READ, scans: manyScans() };
    patchListing(known, { head, nowSec: FIRST_SEC, records, ...read });
    if (round > 0) patchMs.push(performance.now() - start);
    await refresh();
    // As after a refresh of the service, whose totals are counted again.
    await timed(WINDOW);
  }
  const nowMb = residentMb();
  return { pages, loadMs, patchMs, memoryMb: nowMb - beforeMb, residentMb: nowMb };
}

console.log(JSON.stringify(await measure()));
process.exit(0);
