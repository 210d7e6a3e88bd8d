/**
 * Games in periods with a clock that runs down: basketball, football, hockey.
 *
 * @module
 */
import { drawAround, drawCount, drawPoints, leadOf, type Points, type Span } from "./life.ts";

/** The parameters of one such sport. Lengths include breaks, in minutes. */
export interface TimedGame {
  readonly periods: number;
  readonly clockMin: number;
  readonly extraClockMin: number;
  readonly breakMin: number;
  /** The break after half of the periods; hockey has none. */
  readonly halfTimeMin: number;
  /** From the first second to the last, without extra time, as parameters of `drawAround`. */
  readonly lengthMin: number;
  readonly spreadMin: number;
  readonly lengthMinMin: number;
  readonly lengthMinMax: number;
  readonly extraMin: number;
  /** Scores of a side per period: the steps of `drawCount`, or a mean and a spread. */
  readonly scores: ReadonlyArray<number> | { readonly middle: number; readonly spread: number };
  pointsOf(draw: () => number): number;
  /** Extra time ends with the first points. */
  readonly isSuddenDeath: boolean;
}

const EXTRA_PERIODS_MAX = 3;
const HOCKEY_EXTRA_PART = 0.65;

/** Returns the spans of one game. */
export function timedSpans(game: TimedGame, draw: () => number): ReadonlyArray<Span> {
  const lengthMin = Math.min(
    game.lengthMinMax,
    Math.max(game.lengthMinMin, drawAround(draw, game.lengthMin, game.spreadMin)),
  );
  const pauses = game.periods - 1 - (game.halfTimeMin > 0 ? 1 : 0);
  const playMin = (lengthMin - pauses * game.breakMin - game.halfTimeMin) / game.periods;
  const spans: Span[] = [];
  for (let period = 1; period <= game.periods; period++) {
    const clockSec = game.clockMin * 60;
    spans.push(play(period, { lengthMin: playMin, clockSec, points: regular(game, draw) }));
    const isHalf = game.halfTimeMin > 0 && period * 2 === game.periods;
    if (period < game.periods) spans.push(pause(period, isHalf ? game.halfTimeMin : game.breakMin));
  }
  return leadOf(spans) === 0 ? [...spans, ...extraTime(game, draw)] : spans;
}

function regular(game: TimedGame, draw: () => number): ReadonlyArray<Points> {
  const { scores } = game;
  const count = () =>
    "middle" in scores
      ? Math.round(drawAround(draw, scores.middle, scores.spread))
      : drawCount(draw, scores);
  return drawPoints(draw, { home: count(), away: count() }, () => game.pointsOf(draw));
}

function extraTime(game: TimedGame, draw: () => number): ReadonlyArray<Span> {
  const first = game.periods + 1;
  if (game.isSuddenDeath) return suddenDeath(game, draw);
  const spans: Span[] = [];
  for (let period = first; leadOf(spans) === 0; period++) {
    const drawn = drawPoints(draw, {
      home: 2 + Math.floor(draw() * 4),
      away: 2 + Math.floor(draw() * 4),
    }, () => game.pointsOf(draw));
    const isLast = period === first + EXTRA_PERIODS_MAX - 1;
    const winner: Points = { at: 0.999, side: draw() < 0.5 ? "home" : "away", points: 2 };
    const isLevel = drawn.reduce(
      (lead, { side, points }) => lead + (side === "home" ? points : -points),
      0,
    ) === 0;
    const points = isLast && isLevel ? [...drawn, winner] : drawn;
    spans.push(pause(period - 1, game.breakMin));
    spans.push(
      play(period, { lengthMin: game.extraMin, clockSec: game.extraClockMin * 60, points }),
    );
  }
  return spans;
}

/**
 * Returns a period that ends with a score. Hockey may need a shoot-out, which counts as one goal.
 */
function suddenDeath(game: TimedGame, draw: () => number): ReadonlyArray<Span> {
  const period = game.periods + 1;
  const side = draw() < 0.5 ? "home" : "away";
  const winner: Points = { at: 1, side, points: game.periods === 3 ? 1 : draw() < 0.5 ? 3 : 6 };
  const clockSec = game.extraClockMin * 60;
  const isShootOut = game.periods === 3 && draw() > HOCKEY_EXTRA_PART;
  const before = pause(period - 1, game.breakMin / 4);
  if (isShootOut) {
    return [
      before,
      play(period, { lengthMin: game.extraMin, clockSec, points: [] }),
      pause(period, 1),
      play(period + 1, { lengthMin: 6, clockSec: 0, points: [winner] }),
    ];
  }
  const part = 0.2 + draw() * 0.8;
  const ends = play(period, { lengthMin: game.extraMin * part, clockSec, points: [winner] });
  return [before, { ...ends, clockToSec: clockSec * (1 - part) }];
}

function play(
  period: number,
  { lengthMin, clockSec, points }: {
    readonly lengthMin: number;
    readonly clockSec: number;
    readonly points: ReadonlyArray<Points>;
  },
): Span {
  return {
    phase: "playing",
    lengthSec: Math.round(lengthMin * 60),
    period,
    isTop: true,
    clockFromSec: clockSec,
    clockToSec: 0,
    points,
  };
}

function pause(period: number, lengthMin: number): Span {
  return {
    phase: "break",
    lengthSec: Math.round(lengthMin * 60),
    period,
    isTop: true,
    clockFromSec: 0,
    clockToSec: 0,
    points: [],
  };
}
