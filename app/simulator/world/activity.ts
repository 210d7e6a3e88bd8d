/**
 * When and how much a symbol trades: one-minute patterns, from a table built once.
 *
 * A minute selects a pattern, a factor for its quantities and, rarely, a late start. The table
 * holds totals, so the count and volume of a year are sums of lookups, without generating a trade.
 *
 * @module
 */
import { hash32, makeDraw, streamOf } from "./hash.ts";

/** A trade of a pattern, before the minute's prices apply. */
export interface PatternTrade {
  readonly second: number;
  /** Milliseconds after the start of the minute. */
  readonly atMs: number;
  readonly lots: number;
  /** From -1 to 1: its position in the spread. */
  readonly jitter: number;
  readonly isBuyerMaker: boolean;
}

/** The trade volume of a span of time. Quantities in lots; taker: bought by the taker. */
export interface ActivityTotal {
  readonly count: number;
  readonly lots: number;
  readonly takerLots: number;
}

/**
 * A minute's use of its pattern: its trades from index `from` on, with quantities scaled by a
 * factor.
 */
export interface MinuteActivity {
  readonly trades: ReadonlyArray<PatternTrade>;
  readonly from: number;
  readonly factor: number;
}

/** One symbol's activity. */
export interface Activity {
  /** Returns the trades of a minute, at least two. */
  minute(minute: number): MinuteActivity;
  /** Returns the totals of the minutes `[fromMinute, toMinute)`. */
  total(fromMinute: number, toMinute: number): ActivityTotal;
  /** Returns only the count of those totals, in a quarter of the time, for counts over years. */
  count(fromMinute: number, toMinute: number): number;
}

/** A power of two, as are the other divisors of a hash: years of minutes are counted at a start. */
const PATTERNS = 128;
const FACTOR_MAX = 8;
/** A late minute starts to trade up to this many seconds after its start. */
const LATE_SEC_MAX = 7;
/** On time, or late by one of those seconds. */
const LATE_STARTS = LATE_SEC_MAX + 1;
/** One in this many minutes is late, and one in this many that begin an hour. */
const LATE_ONE_IN = 32;
const LATE_HOUR_ONE_IN = 4;
/** Every pattern has a trade in these seconds, so that a late minute still trades. */
const SURE_SECONDS: ReadonlyArray<number> = [11, 47];

interface Pattern {
  readonly trades: ReadonlyArray<PatternTrade>;
  /** For a start late by this many seconds: the first remaining trade, and the remaining totals. */
  readonly late: ReadonlyArray<{ readonly from: number; readonly total: ActivityTotal }>;
}

/** Builds the table of one symbol. `lotsMax` bounds a trade's quantity before the factor. */
export function makeActivity(
  seed: number,
  options: { readonly name: string; readonly silentChance: number; readonly lotsMax: number },
): Activity {
  const pick = streamOf(seed, `activity:${options.name}`);
  const draw = makeDraw(streamOf(seed, `patterns:${options.name}`));
  const patterns = Array.from({ length: PATTERNS }, () => makePattern(draw, options));
  const [fallback = makePattern(draw, options)] = patterns;
  const counts = countTable(patterns);
  const ofMinute = (minute: number) => {
    const hash = hash32(pick, minute);
    const pattern = patterns[patternOf(hash)] ?? fallback;
    return {
      pattern,
      lateSec: lateSecOf(hash, minute),
      factor: 1 + (hash >>> 8) % FACTOR_MAX,
    };
  };
  return {
    minute(minute) {
      const { pattern, lateSec, factor } = ofMinute(minute);
      return { trades: pattern.trades, from: pattern.late[lateSec]?.from ?? 0, factor };
    },
    total(fromMinute, toMinute) {
      let count = 0;
      let lots = 0;
      let takerLots = 0;
      for (let minute = fromMinute; minute < toMinute; minute++) {
        const { pattern, lateSec, factor } = ofMinute(minute);
        const total = pattern.late[lateSec]?.total;
        if (total === undefined) continue;
        count += total.count;
        lots += total.lots * factor;
        takerLots += total.takerLots * factor;
      }
      return { count, lots, takerLots };
    },
    count(fromMinute, toMinute) {
      let count = 0;
      for (let minute = fromMinute; minute < toMinute; minute++) {
        const hash = hash32(pick, minute);
        count += counts[patternOf(hash) * LATE_STARTS + lateSecOf(hash, minute)] ?? 0;
      }
      return count;
    },
  };
}

/** Returns the pattern of a minute from its hash. The remainder of 32 bits is one of doubles. */
function patternOf(hash: number): number {
  return hash & (PATTERNS - 1);
}

/** Returns the late start of a minute in seconds, from its hash; mostly 0. */
function lateSecOf(hash: number, minute: number): number {
  const oneIn = minute % 60 === 0 ? LATE_HOUR_ONE_IN : LATE_ONE_IN;
  return ((hash >>> 16) & (oneIn - 1)) === 0 ? 1 + (hash >>> 24) % LATE_SEC_MAX : 0;
}

/** Returns the number of remaining trades of each pattern for each late start, side by side. */
function countTable(patterns: ReadonlyArray<Pattern>): Uint16Array {
  return Uint16Array.from(patterns.flatMap(({ late }) => late.map(({ total }) => total.count)));
}

function makePattern(
  draw: () => number,
  { silentChance, lotsMax }: { readonly silentChance: number; readonly lotsMax: number },
): Pattern {
  const trades: PatternTrade[] = [];
  for (let second = 0; second < 60; second++) {
    const isSilent = draw() < silentChance && !SURE_SECONDS.includes(second);
    const count = isSilent ? 0 : 1 + Math.floor(draw() * draw() * 3);
    // Each trade has a third of the second, so that no two share a millisecond.
    for (let i = 0; i < count; i++) {
      const size = draw();
      trades.push({
        second,
        atMs: second * 1000 + i * 333 + Math.floor(draw() * 333),
        lots: 1 + Math.floor(size * size * size * lotsMax),
        jitter: draw() * 2 - 1,
        isBuyerMaker: draw() < 0.5,
      });
    }
  }
  const late = Array.from({ length: LATE_STARTS }, (_, lateSec) => {
    const from = trades.findIndex((trade) => trade.second >= lateSec);
    return { from, total: totalOf(trades.slice(from)) };
  });
  return { trades, late };
}

function totalOf(trades: ReadonlyArray<PatternTrade>): ActivityTotal {
  return {
    count: trades.length,
    lots: trades.reduce((sum, trade) => sum + trade.lots, 0),
    takerLots: trades.reduce((sum, trade) => sum + (trade.isBuyerMaker ? 0 : trade.lots), 0),
  };
}
