/**
 * Soccer: two halves with added time, and no tie-break, as in a league.
 *
 * @module
 */
import { drawAround, drawCount, drawPoints, type Span } from "./life.ts";

const HALF_SEC = 45 * 60;
const HOME_GOALS: ReadonlyArray<number> = [0.47, 0.82, 0.95, 0.99];
const AWAY_GOALS: ReadonlyArray<number> = [0.57, 0.88, 0.97];

/**
 * Returns the spans. The clock counts up through added time; the second half begins at 45 minutes
 * again.
 */
export function soccerSpans(draw: () => number): ReadonlyArray<Span> {
  const first = 60 * Math.round(1 + draw() * 5);
  // In league matches the median is seven minutes, and a tenth have more than ten.
  const second = 60 * Math.round(Math.max(2, drawAround(draw, 7, 2.3)));
  const pauseSec = 60 * (15 + Math.floor(draw() * 2)) + Math.floor(draw() * 60);
  return [half(1, first, draw), halfTime(first, pauseSec), half(2, second, draw)];
}

function half(period: 1 | 2, addedSec: number, draw: () => number): Span {
  const clockFromSec = (period - 1) * HALF_SEC;
  return {
    phase: "playing",
    lengthSec: HALF_SEC + addedSec,
    period,
    isTop: true,
    clockFromSec,
    clockToSec: clockFromSec + HALF_SEC + addedSec,
    points: drawPoints(
      draw,
      { home: drawCount(draw, HOME_GOALS), away: drawCount(draw, AWAY_GOALS) },
      () => 1,
    ),
  };
}

function halfTime(addedSec: number, lengthSec: number): Span {
  const clockSec = HALF_SEC + addedSec;
  return {
    phase: "break",
    lengthSec,
    period: 1,
    isTop: true,
    clockFromSec: clockSec,
    clockToSec: clockSec,
    points: [],
  };
}
