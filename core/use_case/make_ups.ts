/**
 * Which newcomers to the schedule are played in the place of another game.
 *
 * A day that is listed late brings newcomers too, of which none makes up for anything: where two of
 * the same teams come together, neither does. Days are read one by one, some of them hours apart,
 * so a newcomer is judged once every day of the schedule has been looked at since it came.
 *
 * @module
 */
import { Effect } from "effect";
import { type Game, type LeagueCode, supersededBy } from "../game/mod.ts";
import { GameStore } from "../port/mod.ts";
import { type CalendarDay } from "../time/mod.ts";
import { type GameMemory, type Newcomer } from "./game_memory.ts";
import { around } from "./game_plan.ts";

/** A make-up may be months after the game it is played in the place of. */
const MAKE_UP_DAYS_BACK = 200;

/** Newcomers that wait, and what the looks of now have found. */
export interface MakeUpQuestion {
  readonly league: LeagueCode;
  /** The days of the schedule that are read. */
  readonly days: ReadonlyArray<CalendarDay>;
  /** When a day was looked at last, those looks included. */
  readonly lookedMs: (day: CalendarDay) => number;
  /** Games that have not been stored yet, by id. */
  readonly changed: ReadonlyMap<string, Game>;
  readonly found: ReadonlyArray<Newcomer>;
  readonly memory: GameMemory;
}

/** The games that were judged to be make-ups, and the newcomers that still wait. */
export interface MakeUps {
  readonly games: ReadonlyArray<Game>;
  readonly waiting: ReadonlyArray<Newcomer>;
}

/** How a game is called as a newcomer. */
export function newcomerOf({ id, home, away }: Game, beganMs: number): Newcomer {
  return { gameId: id, pair: [home.id, away.id].toSorted().join(" "), beganMs };
}

/** Judges those whose time has come. */
export const judgeNewcomers = Effect.fnUntraced(function* (question: MakeUpQuestion) {
  const { league, days, lookedMs, changed, found, memory } = question;
  const all = [...memory.newcomers(league), ...found];
  const oldestMs = Math.min(...days.map(lookedMs));
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

/** The newcomer with the game it is played in the place of; undefined where there is none. */
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
