/**
 * The games of one pair of teams on one day.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { type Cache, makeCache } from "../kit/cache.ts";
import { hash32, makeDraw, streamOf } from "../world/hash.ts";
import { type Course, courseOf, type CourseStreams, courseStreams, undisturbed } from "./course.ts";
import { gameNumberOf, type GamePosition } from "./game_number.ts";
import { type Life } from "./life/life.ts";
import { playGame } from "./life/play_game.ts";
import { type Pair } from "./pairing.ts";
import { lastKickoffSec, type PlannedGame } from "./planned_game.ts";
import { DOUBLEHEADERS } from "./timetable.ts";

/** The inputs of games, and the cache of their lives. */
export interface GameSource {
  readonly course: CourseStreams;
  readonly life: number;
  readonly lives: Cache<number, Life>;
}

/**
 * Number of cached lives; a life takes some kilobytes, and is needed only while its score is read.
 */
const LIVES_CACHED = 1_024;
/** Second games have slots this far after the first. */
const SECOND_GAME_SLOT = 32;
/** Seconds between two games of one afternoon. */
const BETWEEN_GAMES_SEC = 20 * 60;

/** Makes the source of a seed. */
export function makeGameSource(seed: number): GameSource {
  return {
    course: courseStreams(seed),
    life: streamOf(seed, "season life"),
    lives: makeCache(LIVES_CACHED),
  };
}

/** Returns the game of a pair, with the second game of a doubleheader, or the make-up game. */
export function gamesOfPair(
  source: GameSource,
  position: GamePosition,
  pair: Pair,
): ReadonlyArray<PlannedGame> {
  const course = courseOf(source.course, position);
  const game = makeGame(source, position, { pair, course });
  const twice = DOUBLEHEADERS.find(({ slot, everyDays }) =>
    position.league === "mlb" && slot === position.slot && position.dayIndex % everyDays === 0
  );
  if (twice !== undefined) {
    return [
      { ...game, gameNumber: 1 },
      secondGame(source, { first: game, position }, twice.gapSec),
    ];
  }
  if (course.makeUp === null) return [game];
  const { fromSec, kickoffSec } = course.makeUp;
  const other = makeGame(source, { ...position, kind: "make_up" }, {
    pair,
    course: undisturbed(kickoffSec),
  });
  return [game, { ...other, replaces: game.number, announcedSec: fromSec }];
}

/** Returns a game known only to a platform. */
export function unlistedGame(
  source: GameSource,
  position: Omit<GamePosition, "kind" | "slot">,
  { pair, kickoffSec }: { readonly pair: Pair; readonly kickoffSec: UnixSec },
): PlannedGame {
  const course = undisturbed(kickoffSec);
  return makeGame(source, { ...position, kind: "unlisted", slot: 0 }, { pair, course });
}

function secondGame(
  source: GameSource,
  { first, position }: { readonly first: PlannedGame; readonly position: GamePosition },
  gapSec: number,
): PlannedGame {
  const kickoffSec = UnixSec(lastKickoffSec(first) + gapSec);
  const second = makeGame(source, { ...position, slot: position.slot + SECOND_GAME_SLOT }, {
    pair: [first.home, first.away],
    course: undisturbed(kickoffSec),
    // It waits for the end of the first game, however late.
    notBeforeSec: () => first.life().endSec + BETWEEN_GAMES_SEC - gapSec,
  });
  return { ...second, gameNumber: 2 };
}

function makeGame(
  source: GameSource,
  position: GamePosition,
  { pair: [home, away], course, notBeforeSec = () => 0 }: {
    readonly pair: Pair;
    readonly course: Course;
    readonly notBeforeSec?: () => number;
  },
): PlannedGame {
  const { league } = position;
  const number = gameNumberOf(position);
  const play = () => playGame(league, makeDraw(hash32(source.life, number)), notBeforeSec());
  return {
    number,
    league,
    home,
    away,
    gameNumber: null,
    replaces: null,
    announcedSec: Number.NEGATIVE_INFINITY,
    steps: course.steps,
    callOff: course.callOff,
    life: () => source.lives(number, play),
  };
}
