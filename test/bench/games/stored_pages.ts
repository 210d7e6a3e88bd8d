/**
 * The same pages by keyset queries to a PostgreSQL server that holds the games.
 *
 * @module
 */
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";
import { layerGameStore } from "../../../adapters/postgres/game_store.ts";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { GameStore } from "../../../core/port/mod.ts";
import { dropSchema } from "../drop_schema.ts";
import { percentileOf } from "../spread.ts";
import { type PageTimes, ROUNDS } from "./game_measures.ts";
import { FIRST_SEC, gameOfNumber } from "./many_games.ts";

const GAMES_PER_WRITE = 5_000;
const PAGES_A_ROUND = 60;
const WARM_UP = 10;

/** The index of a service that pages in the database. */
const INDEX = 'create index games_by_key on games (kickoff_sec, id collate "C"); analyze games';

const PAGE = `
  select record from games
  where kickoff_sec >= $1::text::bigint and kickoff_sec < $2::text::bigint
    and (kickoff_sec, id collate "C") > ($3::text::bigint, $4::text)
  order by kickoff_sec, id collate "C"
  limit 51
`;

/** The pages of one league, and its number of games. */
const FILTERED = PAGE
  .replace(
    "select record",
    `select record, (
      select count(*)::int from games
      where kickoff_sec >= $1::text::bigint and kickoff_sec < $2::text::bigint and league = 'nba'
    ) as total`,
  )
  .replace("order by", "and league = 'nba' order by");

/** The cost of pages for a caller of the database, excluding the parsing of games. */
export interface StoredPages {
  readonly first: PageTimes;
  readonly last: PageTimes;
  readonly filtered: PageTimes;
}

/** Fills a separate schema, which is dropped at the end, and requests pages from it. */
export async function measureStoredPages(databaseUrl: string, total: number): Promise<StoredPages> {
  const schema = `bench_games_${Math.floor(Math.random() * 1e9)}`;
  const url = Redacted.make(databaseUrl);
  const sql = layerMigrated(layerSqlServer({ url, schema, connectionsMax: 2 }));
  const runtime = ManagedRuntime.make(layerGameStore.pipe(Layer.provideMerge(sql)));
  try {
    await runtime.runPromise(fill(total));
    return await runtime.runPromise(askForPages(total));
  } finally {
    await runtime.dispose();
    await dropSchema(databaseUrl, schema);
  }
}

const fill = Effect.fnUntraced(function* (total: number) {
  const store = yield* GameStore;
  for (let first = 0; first < total; first += GAMES_PER_WRITE) {
    const count = Math.min(GAMES_PER_WRITE, total - first);
    const games = Array.from({ length: count }, (_, at) => gameOfNumber(first + at));
    yield* store.write({ atSec: FIRST_SEC, games, platformGames: [], scans: [] });
  }
  yield* Sql.use((sql) => sql.script(INDEX, { timeoutMs: 60_000 }));
});

const askForPages = Effect.fnUntraced(function* (total: number) {
  const sql = yield* Sql;
  const endSec = FIRST_SEC + 31 * 86_400;
  const keys = Array.from({ length: total }, (_, number) => gameOfNumber(number).game)
    .map(({ kickoffSec, id }) => ({ kickoffSec, id }))
    .sort((left, right) => left.kickoffSec - right.kickoffSec || (left.id < right.id ? -1 : 1));
  const lastKey = keys[total - total % 50 - 51] ?? { kickoffSec: FIRST_SEC, id: "" };
  const rounds = Effect.fnUntraced(function* (text: string, key: typeof lastKey) {
    const parameters = [FIRST_SEC, endSec, key.kickoffSec, key.id].map(String);
    const timed = Effect.gen(function* () {
      const start = performance.now();
      yield* sql.query(text, parameters);
      return performance.now() - start;
    });
    for (let page = 0; page < WARM_UP; page++) yield* timed;
    const p50Ms: Array<number> = [];
    const p99Ms: Array<number> = [];
    for (let round = 0; round < ROUNDS; round++) {
      const tookMs = new Float64Array(PAGES_A_ROUND);
      for (let page = 0; page < PAGES_A_ROUND; page++) tookMs[page] = yield* timed;
      tookMs.sort();
      p50Ms.push(percentileOf(tookMs, 50));
      p99Ms.push(percentileOf(tookMs, 99));
    }
    return { p50Ms, p99Ms };
  });
  const start = { kickoffSec: FIRST_SEC, id: "" };
  return {
    first: yield* rounds(PAGE, start),
    last: yield* rounds(PAGE, lastKey),
    filtered: yield* rounds(FILTERED, start),
  };
});
