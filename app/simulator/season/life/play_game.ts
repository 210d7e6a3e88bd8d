/**
 * The lengths and scoring of games, by league.
 *
 * @module
 */
import { type PlayedLeague } from "../team/teams_of.ts";
import { baseballSpans } from "./baseball_game.ts";
import { type Life, makeLife, type Span } from "./life.ts";
import { soccerSpans } from "./soccer_game.ts";
import { type TimedGame, timedSpans } from "./timed_game.ts";

const basket = (draw: () => number) => {
  const drawn = draw();
  return drawn < 0.15 ? 1 : drawn < 0.72 ? 2 : 3;
};
const BASKETBALL = {
  extraClockMin: 5,
  breakMin: 2.5,
  halfTimeMin: 15,
  pointsOf: basket,
  isSuddenDeath: false,
};
const TIMED = {
  nba: {
    ...BASKETBALL,
    periods: 4,
    clockMin: 12,
    lengthMin: 133,
    spreadMin: 9,
    lengthMinMin: 115,
    lengthMinMax: 160,
    extraMin: 13,
    scores: { middle: 13, spread: 2 },
  },
  wnba: {
    ...BASKETBALL,
    periods: 4,
    clockMin: 10,
    lengthMin: 122,
    spreadMin: 8,
    lengthMinMin: 105,
    lengthMinMax: 145,
    extraMin: 12,
    scores: { middle: 9.5, spread: 2 },
  },
  ncaab: {
    ...BASKETBALL,
    periods: 2,
    clockMin: 20,
    lengthMin: 125,
    spreadMin: 9,
    // Longer than the distance to the next slot of its timetable.
    lengthMinMin: 116,
    lengthMinMax: 140,
    extraMin: 11,
    scores: { middle: 17, spread: 3 },
  },
  nfl: {
    periods: 4,
    clockMin: 15,
    extraClockMin: 10,
    breakMin: 2,
    halfTimeMin: 13,
    lengthMin: 190,
    spreadMin: 13,
    lengthMinMin: 168,
    lengthMinMax: 212,
    extraMin: 20,
    scores: [0.38, 0.82, 0.96],
    pointsOf: (draw: () => number) => {
      const drawn = draw();
      return drawn < 0.55 ? 7 : drawn < 0.92 ? 3 : drawn < 0.97 ? 6 : 8;
    },
    isSuddenDeath: true,
  },
  nhl: {
    periods: 3,
    clockMin: 20,
    extraClockMin: 5,
    breakMin: 18,
    halfTimeMin: 0,
    lengthMin: 146,
    spreadMin: 10,
    lengthMinMin: 128,
    lengthMinMax: 165,
    extraMin: 8,
    scores: [0.4, 0.78, 0.94],
    pointsOf: () => 1,
    isSuddenDeath: true,
  },
} as const satisfies Readonly<Record<string, TimedGame>>;

/** Minutes from the announced kickoff to the start of play, in leagues that start late. */
const LAG_MIN: Partial<Record<PlayedLeague, number>> = { nba: 9, nhl: 8, wnba: 8, mlb: 3 };
const LAG_OTHERS_MIN = 2;

/** Plays a game. `notBeforeSec`: seconds after its announced kickoff at which the field is free. */
export function playGame(
  league: PlayedLeague,
  draw: () => number,
  notBeforeSec = 0,
): Life {
  const lagSec = (LAG_MIN[league] ?? LAG_OTHERS_MIN) * 60 - Math.floor(draw() * 60);
  return makeLife(Math.max(lagSec, notBeforeSec), spansOf(league, draw));
}

function spansOf(league: PlayedLeague, draw: () => number): ReadonlyArray<Span> {
  switch (league) {
    case "nfl":
    case "nba":
    case "wnba":
    case "ncaab":
    case "nhl":
      return timedSpans(TIMED[league], draw);
    case "mlb":
      return baseballSpans(draw);
    case "epl":
    case "laliga":
    case "mls":
    case "wsl":
      return soccerSpans(draw);
  }
}
