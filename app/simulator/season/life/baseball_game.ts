/**
 * Baseball: nine innings and as many more as needed.
 *
 * @module
 */
import { drawAround, drawCount, leadOf, type Points, type Span } from "./life.ts";

const INNINGS = 9;
const INNINGS_MAX = 11;
const BREAK_SEC = 130;
/** Minutes from the first pitch to the last of nine whole innings. */
const LENGTH_MIN = { middle: 159, spread: 17, min: 120, max: 190 };
/** Shortest half inning after the ninth in seconds, and the spread of its length. */
const EXTRA_SEC = { least: 270, more: 120 };
/** Cumulative shares of half innings with no run, up to one, up to two, up to three. */
const RUNS: ReadonlyArray<number> = [0.73, 0.88, 0.95, 0.98];

interface Half {
  readonly isTop: boolean;
  /** The home side's lead before it. */
  readonly lead: number;
  readonly lengthSec: number;
  readonly draw: () => number;
}

/**
 * Returns the spans. The home side does not bat again if it leads, and stops when it takes the lead
 * in the last inning.
 */
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

/** Returns the lengths of the eighteen half innings, which add up to the game's length. */
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
  // The last inning must not end level.
  const wanted = inning === INNINGS_MAX && isDecisive && drawn === -lead ? 1 - lead : drawn;
  const runs = isDecisive ? Math.min(wanted, 1 - lead) : wanted;
  const endsGame = isDecisive && runs + lead > 0;
  const fractions = Array.from({ length: runs }, () => 0.05 + draw() * 0.9).sort((a, b) => a - b);
  const points = fractions.map((at, i): Points => ({
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
