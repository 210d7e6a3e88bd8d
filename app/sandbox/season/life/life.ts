/**
 * A game from its first to its last second, as spans of play and breaks.
 *
 * @module
 */
import { type Moment } from "../season.ts";

/** Points of one side, at a place in a span from 0 to 1. */
export interface Points {
  readonly at: number;
  readonly side: "home" | "away";
  readonly points: number;
}

/** A stretch of play, or a break after one. */
export interface Span {
  readonly phase: "playing" | "break";
  /** How long it really takes. */
  readonly lengthSec: number;
  readonly period: number;
  readonly isTop: boolean;
  /** What the clock shows at its ends. */
  readonly clockFromSec: number;
  readonly clockToSec: number;
  /** In order of place. */
  readonly points: ReadonlyArray<Points>;
}

/** A game that is played. Seconds are counted from its announced kickoff. */
export interface Life {
  readonly startSec: number;
  readonly endSec: number;
  /** What is shown so many seconds after the announced kickoff. */
  momentAt(elapsedSec: number): Moment;
}

/** What is shown before a game. */
export const BEFORE: Moment = {
  phase: "before",
  homeScore: 0,
  awayScore: 0,
  period: 0,
  clockSec: 0,
  isTop: true,
};

/** Plays spans one after another, `startSec` after the announced kickoff. */
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

/** How far home leads after spans. */
export function leadOf(spans: ReadonlyArray<Span>): number {
  return spans.flatMap(({ points }) => points)
    .reduce((lead, { side, points }) => lead + (side === "home" ? points : -points), 0);
}

/** A bell-like draw: `spread` is its standard deviation, of which it is at most three away. */
export function drawAround(draw: () => number, middle: number, spread: number): number {
  return middle + (draw() + draw() + draw() - 1.5) * 2 * spread;
}

/** So many scores at places drawn, in order; `pointsOf` draws what one is worth. */
export function drawPoints(
  draw: () => number,
  counts: { readonly home: number; readonly away: number },
  pointsOf: () => number,
): ReadonlyArray<Points> {
  const of = (side: Points["side"], count: number) =>
    Array.from({ length: count }, () => ({ at: 0.01 + draw() * 0.98, side, points: pointsOf() }));
  return [...of("home", counts.home), ...of("away", counts.away)].sort((a, b) => a.at - b.at);
}

/** How many: the place in `steps`, which rise to 1, where a draw falls. */
export function drawCount(draw: () => number, steps: ReadonlyArray<number>): number {
  const drawn = draw();
  const found = steps.findIndex((step) => drawn < step);
  return found === -1 ? steps.length : found;
}
