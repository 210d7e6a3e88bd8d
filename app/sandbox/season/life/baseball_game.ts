/**
 * Baseball: nine innings and as many more as it takes.
 *
 * @module
 */
import { drawAround, drawCount, leadOf, type Points, type Span } from "./life.ts";

const INNINGS = 9;
const INNINGS_MAX = 11;
const BREAK_SEC = 130;
/** Minutes from the first pitch to the last of nine whole innings. */
const LENGTH_MIN = { middle: 159, spread: 17, min: 120, max: 190 };
/** Seconds of half an inning after the ninth at the least, and how much longer it may be. */
const EXTRA_SEC = { least: 270, more: 120 };
/** Of half innings, the share with no run, up to one, up to two, up to three. */
const RUNS: ReadonlyArray<number> = [0.73, 0.88, 0.95, 0.98];

interface Half {
  readonly isTop: boolean;
  /** How far home leads before it. */
  readonly lead: number;
  readonly lengthSec: number;
  readonly draw: () => number;
}

/** The home side does not bat again when it leads, and stops when it takes the lead in the last. */
export function baseballSpans(draw: () => number): ReadonlyArray<Span> {
  const lengthsSec = halfLengthsSec(draw);
  const spans: Span[] = [];
  const play = (inning: number, half: Pick<Half, "isTop" | "lead">) => {
    const lengthSec = lengthsSec[2 * inning - (half.isTop ? 2 : 1)] ??
      EXTRA_SEC.least + draw() * EXTRA_SEC.more;
    return halfInning(inning, { ...half, lengthSec: Math.round(lengthSec), draw });
  };
  for (let inning = 1; inning <= INNINGS_MAX; inning++) {
    spans.push(play(inning, { isTop: true, lead: 0 }));
    const lead = leadOf(spans);
    if (inning >= INNINGS && lead > 0) break;
    spans.push(pause(inning, true), play(inning, { isTop: false, lead }));
    if (inning >= INNINGS && leadOf(spans) !== 0) break;
    spans.push(pause(inning, false));
  }
  return spans;
}

/** Of the eighteen halves of nine innings: together they take what the game was drawn to take. */
function halfLengthsSec(draw: () => number): ReadonlyArray<number> {
  const { middle, spread, min, max } = LENGTH_MIN;
  const lengthMin = Math.min(max, Math.max(min, drawAround(draw, middle, spread)));
  const weights = Array.from({ length: 2 * INNINGS }, () => 0.6 + draw() * 0.8);
  const playSec = lengthMin * 60 - (weights.length - 1) * BREAK_SEC;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => playSec * weight / sum);
}

function halfInning(
  inning: number,
  { isTop, lead, lengthSec, draw }: Half,
): Span {
  const isDecisive = !isTop && inning >= INNINGS;
  const drawn = drawCount(draw, RUNS);
  // The last inning of all does not end level.
  const wanted = inning === INNINGS_MAX && isDecisive && drawn === -lead ? 1 - lead : drawn;
  const runs = isDecisive ? Math.min(wanted, 1 - lead) : wanted;
  const endsGame = isDecisive && runs + lead > 0;
  const places = Array.from({ length: runs }, () => 0.05 + draw() * 0.9).sort((a, b) => a - b);
  const points = places.map((at, i): Points => ({
    at: endsGame && i === runs - 1 ? 1 : at,
    side: isTop ? "away" : "home",
    points: 1,
  }));
  return { ...empty(inning, isTop), phase: "playing", lengthSec, points };
}

function pause(inning: number, isTop: boolean): Span {
  return { ...empty(inning, isTop), phase: "break", lengthSec: BREAK_SEC, points: [] };
}

function empty(period: number, isTop: boolean) {
  return { period, isTop, clockFromSec: 0, clockToSec: 0 };
}
