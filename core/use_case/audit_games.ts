/**
 * What platforms list and is linked to no game, or not for certain: for whoever mends the names.
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
} from "../game/mod.ts";
import { GameStore } from "../port/mod.ts";
import { DAY_SEC, easternDayRange, UnixSec } from "../time/mod.ts";
import { Games, linkedRange } from "./game_plan.ts";
import { nowSec } from "./opened_window.ts";
import { TeamNames } from "./team_names.ts";

/** What is asked about; a platform or a league that is left out means all. */
export interface AuditQuestion {
  /** Seen within so many days. */
  readonly days: number;
  readonly source?: PlatformCode | undefined;
  readonly league?: LeagueCode | undefined;
  readonly limit: number;
}

/** One of a platform's games, and what might help. */
export interface AuditFinding {
  readonly record: PlatformRecord;
  /** Sentences about names that are alike and games that it might be. For a person's eyes only. */
  readonly near: ReadonlyArray<string>;
}

/** Of the store, before the platform and the league are looked at. */
const RECORDS_MAX = 20_000;

/** The latest seen first; none of a time that the schedule was not read of. */
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

/** No name helps a game of a time that the schedule was not read of. */
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
