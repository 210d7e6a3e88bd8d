/**
 * What platforms list and is linked to no game, or not for certain: for whoever mends the names.
 *
 * @module
 */
import { Effect } from "effect";
import {
  indexTeams,
  type LeagueCode,
  nearMisses,
  type PlatformCode,
  type PlatformGame,
  type PlatformRecord,
} from "../game/mod.ts";
import { GameStore } from "../port/mod.ts";
import { DAY_SEC, easternDayRange, UnixSec } from "../time/mod.ts";
import { Games, linkedRange, scheduleRange } from "./game_plan.ts";
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

/** The latest seen first; none of a day that the schedule has not come to. */
export const auditGames = Effect.fn("auditGames")(function* (question: AuditQuestion) {
  const store = yield* GameStore;
  const atSec = yield* nowSec;
  const seenSinceSec = UnixSec(Math.max(0, atSec - question.days * DAY_SEC));
  const unsettled = yield* store.unsettled({ seenSinceSec, limit: RECORDS_MAX });
  const plan = yield* Games;
  const horizonSec = scheduleRange(plan, atSec).endSec;
  const wanted = unsettled.filter(({ game }) =>
    begunBySec(game) < horizonSec &&
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

/** No name helps a game of a day that the schedule is not read of yet. */
function begunBySec({ kickoff }: PlatformGame): number {
  switch (kickoff.kind) {
    case "at":
      return kickoff.sec;
    case "day":
      return easternDayRange(kickoff.day).startSec;
    case "unknown":
      return 0;
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
