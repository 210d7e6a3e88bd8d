/**
 * Reports platform games that are linked to no game, or only for review, to help correct the names.
 *
 * @module
 */
import { Effect } from "effect";
import {
  indexTeams,
  isReached,
  type LeagueCode,
  nearMisses,
  type PlatformCode,
  type PlatformGame,
  type PlatformRecord,
  type Reach,
} from "../../game/mod.ts";
import { GameStore } from "../../port/game_store.ts";
import { DAY_SEC, easternDayRange, UnixSec } from "../../time/mod.ts";
import { Games, linkedRange } from "./schedule_plan.ts";
import { nowSec } from "../price/opened_window.ts";
import { TeamNames } from "./team_names.ts";

/** The filter of an audit. An omitted platform or league means all. */
export interface AuditQuestion {
  /** Include games seen within this many days. */
  readonly days: number;
  readonly source?: PlatformCode | undefined;
  readonly league?: LeagueCode | undefined;
  readonly limit: number;
}

/** A platform's game with suggestions. */
export interface AuditFinding {
  readonly record: PlatformRecord;
  /** Sentences about similar names and possible games, for a person to read. */
  readonly near: ReadonlyArray<string>;
}

/** Maximum number of records read from the store, before the filter applies. */
const RECORDS_MAX = 20_000;

/** Returns findings, latest seen first, without games from a time the schedule was not read for. */
export const auditGames = Effect.fn("auditGames")(function* (question: AuditQuestion) {
  const store = yield* GameStore;
  const atSec = yield* nowSec;
  const seenSinceSec = UnixSec(Math.max(0, atSec - question.days * DAY_SEC));
  const unsettled = yield* store.unsettled({ seenSinceSec, limit: RECORDS_MAX });
  const reaches = yield* store.reaches;
  const wanted = unsettled.filter(({ game }) =>
    isWithin(reaches.get(game.league) ?? [], game) &&
    (question.source === undefined || game.source === question.source) &&
    (question.league === undefined || game.league === question.league)
  );
  const shown = wanted.slice(0, question.limit);
  const blocks = new Map<LeagueCode, Effect.Success<ReturnType<typeof readLeague>>>();
  for (const league of new Set(shown.map(({ game }) => game.league))) {
    blocks.set(league, yield* readLeague(league, atSec));
  }
  const findings = shown.map((record): AuditFinding => {
    const block = blocks.get(record.game.league);
    const near = block === undefined ? [] : nearMisses({ ...block, game: record.game });
    return { record, near };
  });
  return { findings, total: wanted.length };
});

/** Names cannot help a game from a time that the schedule was not read for. */
function isWithin(reach: Reach, { kickoff }: PlatformGame): boolean {
  switch (kickoff.kind) {
    case "at":
      return isReached(reach, { startSec: kickoff.sec, endSec: UnixSec(kickoff.sec + 1) });
    case "day":
      return isReached(reach, easternDayRange(kickoff.day));
    case "unknown":
      return true;
  }
}

const readLeague = Effect.fnUntraced(function* (league: LeagueCode, atSec: UnixSec) {
  const names = yield* TeamNames;
  const range = linkedRange(yield* Games, atSec);
  const records = yield* (yield* GameStore).gamesIn({ leagues: [league], range });
  const games = records.map(({ game }) => game);
  const teams = games.flatMap(({ home, away }) => [home, away]);
  return { games, index: indexTeams({ league, teams, table: names }) };
});
