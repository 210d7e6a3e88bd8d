/**
 * Converts the game graph to table rows and back.
 *
 * Rows are sent as one JSON text with only string values, so that no number passes through a float.
 *
 * @module
 */
import { Schema } from "effect";
import type {
  GameRecord,
  LeagueCode,
  PlatformCode,
  PlatformRecord,
  Reach,
  Reaches,
  Scan,
} from "../../../core/game/mod.ts";
import type { ChangedGame, GamesHead } from "../../../core/port/game_store.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import type { SqlRow } from "../engine/sql.ts";
import { StoredGame } from "./stored_game.ts";
import { StoredPlatformGame } from "./stored_platform_game.ts";

const encodeGame = Schema.encodeSync(StoredGame);
const decodeGame = Schema.decodeUnknownSync(StoredGame);
const encodePlatformGame = Schema.encodeSync(StoredPlatformGame);
const decodePlatformGame = Schema.decodeUnknownSync(StoredPlatformGame);
const Instant = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));
const decodeRanges = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Tuple([Instant, Instant]))),
);

/** Returns rows of `games` as JSON. Throws on a record that could not be read back. */
export function toGameRows(games: ReadonlyArray<ChangedGame>): string {
  return JSON.stringify(games.map(({ record, seq }) => ({
    id: record.game.id,
    league: record.game.league,
    kickoff_sec: String(record.game.kickoffSec),
    seq: String(seq),
    record: encodeGame(record),
  })));
}

/** Reads a row with the column `record`. Throws if it cannot be read. */
export function toGameRecord(row: SqlRow): GameRecord {
  return decodeGame(row["record"]);
}

/** Reads a row with the columns `record` and `seq`. Throws if it cannot be read. */
export function toChangedGame(row: SqlRow): ChangedGame {
  return { record: toGameRecord(row), seq: Number(row["seq"]) };
}

/** Returns rows of `platform_games` as JSON. Throws on a record that could not be read back. */
export function toPlatformGameRows(records: ReadonlyArray<PlatformRecord>): string {
  return JSON.stringify(records.map((record) => ({
    source: record.game.source,
    key: JSON.stringify(record.game.key),
    league: record.game.league,
    last_seen_sec: String(record.lastSeenSec),
    link_game_id: record.link?.gameId ?? null,
    confidence: record.link?.confidence ?? null,
    record: encodePlatformGame(record),
  })));
}

/** Reads a row with the column `record`. Throws if it cannot be read. */
export function toPlatformRecord(row: SqlRow): PlatformRecord {
  return decodePlatformGame(row["record"]);
}

/** Returns rows of `scans` as JSON. */
export function toScanRows(scans: ReadonlyArray<Scan>): string {
  return JSON.stringify(scans.map((scan) => ({
    source: scan.source,
    league: scan.league,
    start_sec: String(scan.window.startSec),
    end_sec: String(scan.window.endSec),
    at_sec: String(scan.atSec),
    is_complete: scan.isComplete,
  })));
}

/** Reads a row with every column of `scans`, with instants as text. */
export function toScan(row: SqlRow): Scan {
  return {
    source: row["source"] as PlatformCode,
    league: row["league"] as LeagueCode,
    window: { startSec: secIn(row["start_sec"]), endSec: secIn(row["end_sec"]) },
    atSec: secIn(row["at_sec"]),
    isComplete: row["is_complete"] === true,
  };
}

/** Returns rows of `schedule_reaches` as JSON. */
export function toReachRows(reaches: Reaches): string {
  return JSON.stringify([...reaches].map(([league, reach]) => ({
    league,
    ranges: JSON.stringify(reach.map(({ startSec, endSec }) => [startSec, endSec])),
  })));
}

/** Reads a row of `schedule_reaches`. Throws if it cannot be read. */
export function toLeagueReach(row: SqlRow): readonly [league: LeagueCode, reach: Reach] {
  const ranges = decodeRanges(row["ranges"]);
  return [
    row["league"] as LeagueCode,
    ranges.map(([startSec, endSec]) => ({ startSec: UnixSec(startSec), endSec: UnixSec(endSec) })),
  ];
}

/** Reads the row of `games_head`, with numbers as text. */
export function toGamesHead(row: SqlRow): GamesHead {
  return { revision: Number(row["revision"]), atSec: secIn(row["at_sec"]) };
}

function secIn(column: unknown): UnixSec {
  return UnixSec(Number(column));
}
