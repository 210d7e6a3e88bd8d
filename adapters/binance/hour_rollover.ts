/**
 * Finds the first trade of an hour in the trade stream, and proves it by the trade before.
 *
 * The exchange numbers a symbol's trades without gaps. Two trades with consecutive ids have none
 * between them, whichever connection delivered them; if an id is missing, nothing is concluded
 * until the missing trades are fetched.
 *
 * @module
 */
import type { AggTrade } from "./payload.ts";

const HOUR_MS = 3_600_000;

/**
 * A trade's time may precede that of a trade with a lower id by this much. Recorded trades never
 * did, but the exchange does not promise it, and it aggregates futures trades over 100 ms.
 */
export const TIME_DISORDER_MS_MAX = 100;

/** An id that is not higher but this much later starts a new numbering. */
const RECOUNT_MS = 60_000;

/** Two trades with consecutive ids, the second being the first of its hour. */
export interface TradePair {
  readonly last: AggTrade;
  readonly first: AggTrade;
}

/** The state of one symbol: its gapless run of trades up to the last one seen. */
export interface TradeRun {
  readonly last: AggTrade;
  /** The earliest time in the run. */
  readonly earliestMs: number;
  /** The latest hour whose first trade was published, in hours since 1970. */
  readonly toldHour: number;
}

/** A gap in which an hour began. The ids above `before.last` and below `after` are missing. */
export interface TradeGap {
  readonly before: TradeRun;
  readonly after: AggTrade;
}

/** The result of one trade. */
export interface RunStep {
  readonly run: TradeRun;
  readonly rollover?: TradePair;
  readonly gap?: TradeGap;
}

/** Processes the next trade of a symbol. Without a run it is the first one seen. */
export function nextTrade(run: TradeRun | undefined, trade: AggTrade): RunStep {
  if (run === undefined) return { run: startRun(trade, -1) };
  const { last, toldHour } = run;
  if (trade.a <= last.a) {
    return { run: trade.T > last.T + RECOUNT_MS ? startRun(trade, toldHour) : run };
  }
  const hour = hourOf(trade.T);
  const isNewHour = hour > hourOf(last.T) && hour > toldHour;
  if (trade.a > last.a + 1) {
    const next = startRun(trade, toldHour);
    return isNewHour ? { run: next, gap: { before: run, after: trade } } : { run: next };
  }
  const next = { last: trade, earliestMs: Math.min(run.earliestMs, trade.T), toldHour };
  return isNewHour && reachesBefore(run, hour)
    ? { run: { ...next, toldHour: hour }, rollover: { last, first: trade } }
    : { run: next };
}

/**
 * Processes the missing trades, oldest first, after `run` has continued without them.
 *
 * Returns one rollover for each hour that began in the gap. If trades are still missing, nothing is
 * concluded from their neighbours.
 */
export function fillGap(
  run: TradeRun,
  { before, after }: TradeGap,
  missing: ReadonlyArray<AggTrade>,
): { readonly run: TradeRun; readonly rollovers: ReadonlyArray<TradePair> } {
  const rollovers: Array<TradePair> = [];
  let filled: TradeRun = { ...before, toldHour: Math.max(before.toldHour, run.toldHour) };
  for (const trade of [...missing.filter(({ a }) => a < after.a), after]) {
    const step = nextTrade(filled, trade);
    if (step.rollover !== undefined) rollovers.push(step.rollover);
    filled = step.run;
  }
  return { run: { ...run, toldHour: filled.toldHour }, rollovers };
}

function startRun(trade: AggTrade, toldHour: number): TradeRun {
  return { last: trade, earliestMs: trade.T, toldHour };
}

/** Whether no trade before the run can belong to the hour, even with its time out of order. */
function reachesBefore({ earliestMs }: TradeRun, hour: number): boolean {
  return earliestMs < hour * HOUR_MS - TIME_DISORDER_MS_MAX;
}

function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS);
}
