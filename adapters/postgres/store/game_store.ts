/**
 * The game store port over PostgreSQL.
 *
 * @module
 */
import { Array, Effect, Layer } from "effect";
import {
  type GameChanges,
  GAMES_PER_WRITE_MAX,
  gameSeq,
  GameStore,
} from "../../../core/port/game_store.ts";
import { toDayText } from "../../../core/time/mod.ts";
import { failingTo } from "../engine/failing_to.ts";
import {
  toChangedGame,
  toGameRecord,
  toGameRows,
  toGamesHead,
  toLeagueReach,
  toPlatformGameRows,
  toPlatformRecord,
  toReachRows,
  toScan,
  toScanRows,
} from "./game_row.ts";
import {
  ADD_SCANS,
  ADVANCE_HEAD,
  FORGET_SCANS,
  GAMES_BY_ID,
  GAMES_CHANGED,
  GAMES_IN,
  HEAD,
  LOCK_HEAD,
  PLATFORM_GAMES,
  PUT_GAMES,
  PUT_PLATFORM_GAMES,
  PUT_REACHES,
  REACHES,
  SCANS_SINCE,
  UNSETTLED,
} from "./game_statement.ts";
import { refuseFormerLeader } from "../engine/leases.ts";
import { toReading, toReadingRows, toTrouble, toTroubleRows } from "./reading_row.ts";
import { type Queries, Sql, type SqlParameter, type SqlRow } from "../engine/sql.ts";
import { theOne } from "../engine/the_one.ts";

/** When days were read. */
const READINGS = "select league, day, at_sec::text as at_sec from schedule_readings";

/** The leagues that cannot be read. */
const TROUBLES = "select league, since_sec::text as since_sec, reason from schedule_troubles";

/** Upserts readings from the JSON `$1`, by league and day. */
const PUT_READINGS = `
  insert into schedule_readings (league, day, at_sec)
  select league, day, at_sec from json_to_recordset($1::text::json)
    as written (league text, day text, at_sec bigint)
  on conflict (league, day) do update set at_sec = excluded.at_sec
`;

/** Deletes the troubles of the leagues that have a reading in the JSON `$1`. */
const END_TROUBLES = `
  delete from schedule_troubles where league in (
    select league from json_to_recordset($1::text::json) as written (league text)
  )
`;

/** Upserts troubles from the JSON `$1`. A lasting trouble keeps its start. */
const PUT_TROUBLES = `
  insert into schedule_troubles (league, since_sec, reason)
  select league, since_sec, reason from json_to_recordset($1::text::json)
    as written (league text, since_sec bigint, reason text)
  on conflict (league) do update set reason = excluded.reason
`;

/** Deletes readings of days before `$1`. */
const FORGET_READINGS = "delete from schedule_readings where day < $1";

/**
 * The embedded store runs in this thread: between two statements, which take some tens of
 * milliseconds each, other work can run.
 */
const STATEMENT_ROWS_MAX = 250;

/** The game store. Needs a {@linkcode Sql} with all migrations applied. */
export const layerGameStore: Layer.Layer<GameStore, never, Sql> = Layer.effect(
  GameStore,
  Effect.gen(function* () {
    const sql = yield* Sql;
    const read = <A>(
      toValue: (row: SqlRow) => A,
      { text, parameters }: {
        readonly text: string;
        readonly parameters: ReadonlyArray<SqlParameter>;
      },
    ) =>
      sql.query(text, parameters).pipe(
        Effect.flatMap((rows) => orFail(() => rows.map(toValue))),
      );
    return GameStore.of({
      gamesIn: ({ leagues, range: { startSec, endSec } }) => {
        const parameters = [JSON.stringify(leagues), String(startSec), String(endSec)];
        return read(toGameRecord, { text: GAMES_IN, parameters }).pipe(failingTo("find games"));
      },
      gamesById: (ids) => {
        const parameters = [JSON.stringify(ids.filter(isText))];
        return read(toGameRecord, { text: GAMES_BY_ID, parameters }).pipe(failingTo("find games"));
      },
      platformGames: ({ league, seenSinceSec }) => {
        const parameters = [league, String(seenSinceSec)];
        return read(toPlatformRecord, { text: PLATFORM_GAMES, parameters })
          .pipe(failingTo("find games of platforms"));
      },
      unsettled: ({ seenSinceSec, limit }) =>
        read(toPlatformRecord, { text: UNSETTLED, parameters: [String(seenSinceSec), limit] })
          .pipe(failingTo("find games without a link")),
      write: (changes) =>
        sql.transaction((inside) => write(inside, { changes, process: sql.process })).pipe(
          failingTo("store games"),
        ),
      head: sql.query(HEAD).pipe(
        Effect.flatMap(theOne(HEAD_MISSING)),
        Effect.map(toGamesHead),
        failingTo("find the last write of games"),
      ),
      changedSince: ({ afterSeq, limit }) =>
        read(toChangedGame, { text: GAMES_CHANGED, parameters: [String(afterSeq), limit] })
          .pipe(failingTo("find changed games")),
      reaches: read(toLeagueReach, { text: REACHES, parameters: [] }).pipe(
        Effect.map((reaches) => new Map(reaches)),
        failingTo("find the time ranges of the schedules"),
      ),
      readings: Effect.all({
        readings: read(toReading, { text: READINGS, parameters: [] }),
        troubles: read(toTrouble, { text: TROUBLES, parameters: [] }),
      }).pipe(failingTo("find when schedules were read")),
      noteReadings: (notes) =>
        sql.transaction((inside) => noteReadings(inside, { notes, process: sql.process })).pipe(
          failingTo("store when schedules were read"),
        ),
      scansSince: (sec) =>
        read(toScan, { text: SCANS_SINCE, parameters: [String(sec)] })
          .pipe(failingTo("find scans")),
      forgetScans: (beforeSec) =>
        Effect.asVoid(sql.query(FORGET_SCANS, [String(beforeSec)])).pipe(
          failingTo("delete old scans"),
        ),
    });
  }),
);

const HEAD_MISSING = "the row of the last write is missing";

const write = Effect.fnUntraced(function* (
  inside: Queries,
  { changes, process }: { readonly changes: GameChanges; readonly process: string },
) {
  const records = lastOfEach(changes.games, ({ game }) => game.id)
    .toSorted((a, b) => a.game.id < b.game.id ? -1 : 1);
  if (records.length > GAMES_PER_WRITE_MAX) return yield* Effect.fail("too many in one write");
  const head = yield* inside.query(ADVANCE_HEAD, [String(changes.atSec)]).pipe(
    Effect.flatMap(theOne(HEAD_MISSING)),
    Effect.map(toGamesHead),
  );
  yield* refuseFormerLeader(inside, process);
  const games = records.map((record, index) => ({
    record,
    seq: gameSeq(head.revision, index + 1),
  }));
  for (const chunk of Array.chunksOf(games, STATEMENT_ROWS_MAX)) {
    yield* inside.query(PUT_GAMES, [yield* orFail(() => toGameRows(chunk))]);
    yield* Effect.yieldNow;
  }
  const platformGames = lastOfEach(
    changes.platformGames,
    ({ game }) => JSON.stringify([game.source, game.key]),
  );
  for (const records of Array.chunksOf(platformGames, STATEMENT_ROWS_MAX)) {
    yield* inside.query(PUT_PLATFORM_GAMES, [yield* orFail(() => toPlatformGameRows(records))]);
    yield* Effect.yieldNow;
  }
  if (changes.reaches !== undefined) {
    yield* inside.query(PUT_REACHES, [toReachRows(changes.reaches)]);
  }
  for (const scans of Array.chunksOf(changes.scans, STATEMENT_ROWS_MAX)) {
    yield* inside.query(ADD_SCANS, [toScanRows(scans)]);
  }
  return head;
});

const noteReadings = Effect.fnUntraced(function* (
  inside: Queries,
  { notes, process }: {
    readonly notes: Parameters<GameStore["Service"]["noteReadings"]>[0];
    readonly process: string;
  },
) {
  const { readings, troubles, forgetBefore } = notes;
  yield* inside.query(LOCK_HEAD);
  yield* refuseFormerLeader(inside, process);
  if (readings.length > 0) {
    const rows = toReadingRows(readings);
    yield* inside.query(PUT_READINGS, [rows]);
    yield* inside.query(END_TROUBLES, [rows]);
    yield* inside.query(FORGET_READINGS, [toDayText(forgetBefore)]);
  }
  if (troubles.length > 0) yield* inside.query(PUT_TROUBLES, [toTroubleRows(troubles)]);
});

/** A statement may touch a row only once, so the last item of each key wins. */
function lastOfEach<A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** Whether a text column can hold it: anything else is not the id of a stored game. */
function isText(id: string): boolean {
  return id.isWellFormed() && !id.includes("\0");
}

function orFail<A>(attempt: () => A): Effect.Effect<A, unknown> {
  return Effect.try({ try: attempt, catch: (cause) => cause });
}
