/**
 * Converts schedule readings to table rows and back.
 *
 * @module
 */
import { Result, Schema } from "effect";
import { LEAGUES } from "../../../core/game/mod.ts";
import { PROVIDER_FAILURE_REASONS } from "../../../core/port/provider_failure.ts";
import type { DayReading, ReadingTrouble } from "../../../core/port/schedule_reading.ts";
import { parseDay, toDayText, UnixSec } from "../../../core/time/mod.ts";
import type { SqlRow } from "../engine/sql.ts";

const decodeLeague = Schema.decodeUnknownSync(Schema.Literals(LEAGUES));
const decodeReason = Schema.decodeUnknownSync(Schema.Literals(PROVIDER_FAILURE_REASONS));

/** Returns rows of `schedule_readings` as JSON. The last row of each league and day wins. */
export function toReadingRows(readings: ReadonlyArray<DayReading>): string {
  const rows = readings.map(({ league, day, atSec }) => ({
    league,
    day: toDayText(day),
    at_sec: String(atSec),
  }));
  return JSON.stringify([
    ...new Map(rows.map((row) => [`${row.league} ${row.day}`, row])).values(),
  ]);
}

/** Reads a row of `schedule_readings`, with its number as text. Throws if it cannot be read. */
export function toReading(row: SqlRow): DayReading {
  return {
    league: decodeLeague(row["league"]),
    day: Result.getOrThrow(parseDay(String(row["day"]), "day")),
    atSec: UnixSec(Number(row["at_sec"])),
  };
}

/** Returns rows of `schedule_troubles` as JSON. The last row of each league wins. */
export function toTroubleRows(troubles: ReadonlyArray<ReadingTrouble>): string {
  const rows = troubles.map(({ league, sinceSec, reason }) => ({
    league,
    since_sec: String(sinceSec),
    reason,
  }));
  return JSON.stringify([...new Map(rows.map((row) => [row.league, row])).values()]);
}

/** Reads a row of `schedule_troubles`, with its number as text. Throws if it cannot be read. */
export function toTrouble(row: SqlRow): ReadingTrouble {
  return {
    league: decodeLeague(row["league"]),
    sinceSec: UnixSec(Number(row["since_sec"])),
    reason: decodeReason(row["reason"]),
  };
}
