/**
 * Finds which newcomers to the schedule make up for another game.
 *
 * A day that is listed late also brings newcomers, none of which is a make-up: if two newcomers of
 * the same teams appear together, neither counts. Days are read one by one, some of them hours
 * apart, so a newcomer is judged once every day of the schedule was read after it appeared.
 *
 * @module
 */
import { Effect } from "effect";
import { type Game, type LeagueCode, supersededBy } from "../../game/mod.ts";
import { GameStore } from "../../port/game_store.ts";
import type { CalendarDay } from "../../time/mod.ts";
import type { Newcomer, ObservationMemory } from "./observation_memory.ts";
import { around } from "./schedule_plan.ts";

/** Maximum number of days between a game and its make-up. */
const MAKE_UP_DAYS_BACK = 200;

/** The pending newcomers and the new observations. */
export interface MakeUpQuestion {
  readonly league: LeagueCode;
  /** The days of the schedule that are read. */
  readonly days: ReadonlyArray<CalendarDay>;
  /** When the last observation of a day began, including these observations. */
  readonly observedMs: (day: CalendarDay) => number;
  /** Games that have not been stored yet, by id. */
  readonly changed: ReadonlyMap<string, Game>;
  readonly found: ReadonlyArray<Newcomer>;
  readonly memory: ObservationMemory;
}

/** The games that are make-ups, and the newcomers that are still pending. */
export interface MakeUps {
  readonly games: ReadonlyArray<Game>;
  readonly waiting: ReadonlyArray<Newcomer>;
}

/** Returns the newcomer record of a game. */
export function newcomerOf({ id, home, away }: Game, beganMs: number): Newcomer {
  return { gameId: id, pair: [home.id, away.id].toSorted().join(" "), beganMs };
}

/** Judges the newcomers after which every day was read. */
export const judgeNewcomers = Effect.fnUntraced(function* (question: MakeUpQuestion) {
  const { league, days, observedMs, changed, found, memory } = question;
  const all = [...memory.newcomers(league), ...found];
  const oldestMs = Math.min(...days.map(observedMs));
  const due = all.filter(({ beganMs }) => beganMs <= oldestMs);
  if (due.length === 0) return { games: [], waiting: all } satisfies MakeUps;
  const pairs = Map.groupBy(all, ({ pair }) => pair);
  const games: Array<Game> = [];
  for (const { gameId, pair } of due) {
    if ((pairs.get(pair)?.length ?? 0) > 1) continue;
    const game = yield* makeUpOf(gameId, changed);
    if (game !== undefined) games.push(game);
  }
  const judged = new Set(due.map(({ pair }) => pair));
  return { games, waiting: all.filter(({ pair }) => !judged.has(pair)) } satisfies MakeUps;
});

/** The newcomer with the game it makes up for; undefined if there is none. */
const makeUpOf = Effect.fnUntraced(function* (
  gameId: string,
  changed: ReadonlyMap<string, Game>,
) {
  const store = yield* GameStore;
  const newcomer = changed.get(gameId) ?? (yield* store.gamesById([gameId]))[0]?.game;
  if (newcomer === undefined || newcomer.supersedes !== null) return undefined;
  const range = around(newcomer.kickoffSec, MAKE_UP_DAYS_BACK, 0);
  const stored = yield* store.gamesIn({ leagues: [newcomer.league], range });
  const unchanged = stored.map(({ game }) => game).filter(({ id }) => !changed.has(id));
  const supersedes = supersededBy(newcomer, [...unchanged, ...changed.values()]);
  return supersedes === null ? undefined : { ...newcomer, supersedes };
});
