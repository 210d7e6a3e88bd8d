/**
 * All games of a league's Eastern day, generated once and cached.
 *
 * @module
 */
import { makeCache } from "../kit/cache.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { gamesOfPair, makeGameSource, unlistedGame } from "./day_games.ts";
import { easternMinuteSec } from "./eastern_day.ts";
import { gameNumberOf, positionOf } from "./game_number.ts";
import { makePairing } from "./pairing.ts";
import { type PlannedGame } from "./planned_game.ts";
import { type PlayedLeague } from "./team/teams_of.ts";

/** The games of a seed. */
export interface Calendar {
  /** Returns the games first planned for a day, their make-up games, and those on no schedule. */
  day(league: PlayedLeague, dayIndex: number): ReadonlyArray<PlannedGame>;
  byNumber(number: number): PlannedGame | undefined;
}

/** Number of cached days; a day of a league takes some kilobytes. */
const DAYS_CACHED = 2_048;
/** One in this many days of a league has a game that is on no schedule. */
const UNLISTED_ONE_IN = 4;
/** Four in the morning, when few other games are played. */
const UNLISTED_MINUTE = 240;

/** Makes the calendar of a seed. */
export function makeCalendar(seed: number): Calendar {
  const pairing = makePairing(seed);
  const source = makeGameSource(seed);
  const unlistedStream = streamOf(seed, "season unlisted");
  const days = makeCache<string, ReadonlyArray<PlannedGame>>(DAYS_CACHED);

  const listed = (league: PlayedLeague, dayIndex: number) =>
    pairing.pairsOn(league, dayIndex).flatMap((pair, slot) =>
      gamesOfPair(source, { kind: "planned", league, dayIndex, slot }, pair)
    );
  const unlisted = (league: PlayedLeague, dayIndex: number) => {
    const position = { kind: "unlisted", league, dayIndex, slot: 0 } as const;
    const hash = hash32(unlistedStream, gameNumberOf(position));
    if (hash % UNLISTED_ONE_IN !== 0) return [];
    const pair = pairing.strangers(league, hash >>> 4);
    return [unlistedGame(source, position, {
      pair,
      kickoffSec: easternMinuteSec(dayIndex, UNLISTED_MINUTE),
    })];
  };

  const day: Calendar["day"] = (league, dayIndex) =>
    days(
      `${league} ${dayIndex}`,
      () => [...listed(league, dayIndex), ...unlisted(league, dayIndex)],
    );
  return {
    day,
    byNumber(number) {
      const position = positionOf(number);
      return position &&
        day(position.league, position.dayIndex).find((game) => game.number === number);
    },
  };
}

/** Returns whether the schedule has the game. */
export function isListed({ number }: PlannedGame): boolean {
  return positionOf(number)?.kind !== "unlisted";
}
