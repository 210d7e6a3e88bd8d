/**
 * A game from its first to its last second, as spans of play and breaks.
 *
 * @module
 */
import { type Moment } from "../season.ts";

/** Points of one side, at a position in a span from 0 to 1. */
export interface Points {
  readonly at: number;
  readonly side: "home" | "away";
  readonly points: number;
}

/** A span of play, or a break after one. */
export interface Span {
  readonly phase: "playing" | "break";
  /** Its length in real time. */
  readonly lengthSec: number;
  readonly period: number;
  readonly isTop: boolean;
  /** The clock at its start and end. */
  readonly clockFromSec: number;
  readonly clockToSec: number;
  /** In order of position. */
  readonly points: ReadonlyArray<Points>;
}

/** A game that is played. Seconds are counted from its announced kickoff. */
export interface Life {
  readonly startSec: number;
  readonly endSec: number;
  /** Returns the state this many seconds after the announced kickoff. */
  momentAt(elapsedSec: number): Moment;
}

/** The state shown before a game. */
export const BEFORE: Moment = {
  phase: "before",
  homeScore: 0,
  awayScore: 0,
  period: 0,
  clockSec: 0,
  isTop: true,
};

/** Makes a life from consecutive spans, `startSec` after the announced kickoff. */
export function makeLife(startSec: number, spans: ReadonlyArray<Span>): Life {
  let fromSec = startSec;
  const timed = spans.map((span) => {
    const timedSpan = { ...span, fromSec };
    fromSec += span.lengthSec;
    return timedSpan;
  });
  const endSec = fromSec;
  const last = timed.at(-1);
  return {
    startSec,
    endSec,
    momentAt(elapsedSec) {
      if (elapsedSec < startSec || last === undefined) return BEFORE;
      const span = timed.find((one) => elapsedSec < one.fromSec + one.lengthSec) ?? last;
      const part = Math.min(1, (elapsedSec - span.fromSec) / span.lengthSec);
      const way = span.clockToSec - span.clockFromSec;
      return {
        phase: elapsedSec >= endSec ? "final" : span.phase,
        ...scoreUntil(timed, span, part),
        period: span.period,
        clockSec: Math.floor(span.clockFromSec + way * part),
        isTop: span.isTop,
      };
    },
  };
}

function scoreUntil(
  spans: ReadonlyArray<Span>,
  current: Span,
  part: number,
): Pick<Moment, "homeScore" | "awayScore"> {
  let homeScore = 0;
  let awayScore = 0;
  for (const span of spans) {
    for (const { at, side, points } of span.points) {
      if (span === current && at > part) break;
      if (side === "home") homeScore += points;
      else awayScore += points;
    }
    if (span === current) break;
  }
  return { homeScore, awayScore };
}

/** Returns the home side's lead after the spans. */
export function leadOf(spans: ReadonlyArray<Span>): number {
  return spans.flatMap(({ points }) => points)
    .reduce((lead, { side, points }) => lead + (side === "home" ? points : -points), 0);
}

/**
 * Draws from a bell-like distribution: `spread` is its standard deviation, and the draw is within
 * three of them.
 */
export function drawAround(draw: () => number, middle: number, spread: number): number {
  return middle + (draw() + draw() + draw() - 1.5) * 2 * spread;
}

/** Draws this many scores at random positions, in order; `pointsOf` draws the points of each. */
export function drawPoints(
  draw: () => number,
  counts: { readonly home: number; readonly away: number },
  pointsOf: () => number,
): ReadonlyArray<Points> {
  const of = (side: Points["side"], count: number) =>
    Array.from({ length: count }, () => ({ at: 0.01 + draw() * 0.98, side, points: pointsOf() }));
  return [...of("home", counts.home), ...of("away", counts.away)].sort((a, b) => a.at - b.at);
}

/** Draws a count: the index in the cumulative shares `steps`, which rise to 1. */
export function drawCount(draw: () => number, steps: ReadonlyArray<number>): number {
  const drawn = draw();
  const found = steps.findIndex((step) => drawn < step);
  return found === -1 ? steps.length : found;
}
