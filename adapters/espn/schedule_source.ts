/**
 * The schedule port over the provider's scoreboards, a US Eastern day at a time.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import {
  type LeagueCode,
  LEAGUES,
  type Redistribution,
  SCHEDULE_LICENSE_NOTES,
  type ScheduledGame,
} from "../../core/game/mod.ts";
import type { ScheduleDay, ScheduleSource } from "../../core/port/schedule_source.ts";
import { type CalendarDay, toDayText, UnixSec } from "../../core/time/mod.ts";
import { wanting } from "../outbound/mod.ts";
import { type EspnOptions, makeEspnClient } from "./client.ts";
import { LEAGUE_PATHS } from "./league_path.ts";
import { readScoreboard } from "./scoreboard.ts";

/** Maximum page size: above it the provider silently returns 25. A full list may be truncated. */
const EVENTS_MAX = 500;

/** The client's options and the redistribution terms; default: unknown, as none are published. */
export interface EspnScheduleOptions extends EspnOptions {
  readonly terms?: ScheduleTerms;
}

/** Whether the schedule of a league may be redistributed, and a sentence that says why. */
export type ScheduleTerms = Pick<ScheduleSource, "redistributable" | "licenseNote">;

const UNKNOWN_TERMS: ScheduleTerms = {
  redistributable: (): Redistribution => "unknown",
  licenseNote: () => SCHEDULE_LICENSE_NOTES.espn,
};

/** Makes the port. Make one per process. Needs the {@linkcode ProviderWatch}. */
export const makeEspnScheduleSource = Effect.fnUntraced(function* (options: EspnScheduleOptions) {
  const client = yield* makeEspnClient(options);

  const read = Effect.fnUntraced(function* (path: string, { league, day, isOnce }: DayQuery) {
    const { groups } = LEAGUE_PATHS[league];
    const board = yield* client.scoreboard({
      path,
      isOnce: isOnce === true,
      query: {
        dates: toDayText(day).replaceAll("-", ""),
        limit: String(EVENTS_MAX),
        ...(groups === null ? {} : { groups: String(groups) }),
      },
    });
    const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
    const found = readScoreboard(board, { league, day, nowSec });
    const count = board.events?.length ?? 0;
    if (count < EVENTS_MAX) return { ...found, isWhole: true };
    const troubles = [...found.troubles, `${count} events: there may be more`];
    return { games: found.games, troubles, isWhole: false };
  });

  /** Reads a side path. Unlike the main path it may fail without failing the day. */
  const side = (path: string, query: DayQuery): Effect.Effect<ScheduleDay> =>
    read(path, query).pipe(
      Effect.catch((failure) =>
        Effect.succeed({
          games: [],
          troubles: [`${path}: ${failure.message}`],
          isWhole: false,
        })
      ),
    );

  const day = Effect.fn("espn.day")(function* (query: DayQuery) {
    const { path, sidePaths } = LEAGUE_PATHS[query.league];
    const wanted = `the ${query.league} games of ${toDayText(query.day)}`;
    const [main, ...sides] = yield* Effect.all(
      [
        read(path, query).pipe(Effect.mapError((failure) => wanting(failure, wanted))),
        ...sidePaths.map((path) => side(path, query)),
      ],
      { concurrency: "unbounded" },
    );
    return joined([main, ...sides]);
  });

  return {
    name: "espn",
    leagues: LEAGUES,
    callsOf: (league) => 1 + LEAGUE_PATHS[league].sidePaths.length,
    ...options.terms ?? UNKNOWN_TERMS,
    day,
  } satisfies ScheduleSource;
});

interface DayQuery {
  readonly league: LeagueCode;
  readonly day: CalendarDay;
  readonly isOnce?: boolean;
}

/** Joins the lists. A game that is listed twice counts once, with the main list's data. */
function joined(days: ReadonlyArray<ScheduleDay>): ScheduleDay {
  const games = new Map<string, ScheduledGame>();
  for (const game of days.flatMap(({ games }) => games)) {
    if (!games.has(game.eventId)) games.set(game.eventId, game);
  }
  return {
    games: [...games.values()],
    troubles: days.flatMap(({ troubles }) => troubles),
    isWhole: days.every(({ isWhole }) => isWhole),
  };
}
