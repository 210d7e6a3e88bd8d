/**
 * Finds the first trade of an hour among trades as they come, and proves it by the trade before.
 *
 * The exchange numbers a symbol's trades without a hole. So two trades whose ids follow each other
 * have none between them, whichever connection brought them, and where an id is missing nothing
 * is concluded until the missing trades are had.
 *
 * @module
 */
import type { AggTrade } from "./payload.ts";

const HOUR_MS = 3_600_000;

/**
 * A trade's time may be this much earlier than that of a trade with a lower id. Trades that were
 * recorded never went back, but the exchange does not promise it, and aggregates futures trades
 * over 100 ms.
 */
export const TIME_DISORDER_MS_MAX = 100;

/** An id that is not higher and comes this much later is the first of a new count. */
const RECOUNT_MS = 60_000;

/** Two trades with consecutive ids, the second being the first of its hour. */
export interface TradePair {
  readonly last: AggTrade;
  readonly first: AggTrade;
}

/** What has to be remembered of one symbol: its trades without a hole, up to the last one seen. */
export interface TradeRun {
  readonly last: AggTrade;
  /** The earliest time among the trades without a hole. */
  readonly earliestMs: number;
  /** The latest hour whose first trade was told, in hours since 1970. */
  readonly toldHour: number;
}

/** A hole inside which an hour began. The ids above `before.last` and under `after` are missing. */
export interface TradeGap {
  readonly before: TradeRun;
  readonly after: AggTrade;
}

/** What one trade taught. */
export interface RunStep {
  readonly run: TradeRun;
  readonly turn?: TradePair;
  readonly gap?: TradeGap;
}

/** Takes the next trade of a symbol as it came. Without a run it is the first one seen. */
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
    ? { run: { ...next, toldHour: hour }, turn: { last, first: trade } }
    : { run: next };
}

/**
 * Takes the trades that were missing, oldest first, while `run` has gone on without them.
 *
 * As many turns come of them as hours began in the hole. Where trades are still missing nothing
 * is concluded from the two beside them.
 */
export function fillGap(
  run: TradeRun,
  { before, after }: TradeGap,
  missing: ReadonlyArray<AggTrade>,
): { readonly run: TradeRun; readonly turns: ReadonlyArray<TradePair> } {
  const turns: Array<TradePair> = [];
  let filled: TradeRun = { ...before, toldHour: Math.max(before.toldHour, run.toldHour) };
  for (const trade of [...missing.filter(({ a }) => a < after.a), after]) {
    const step = nextTrade(filled, trade);
    if (step.turn !== undefined) turns.push(step.turn);
    filled = step.run;
  }
  return { run: { ...run, toldHour: filled.toldHour }, turns };
}

function startRun(trade: AggTrade, toldHour: number): TradeRun {
  return { last: trade, earliestMs: trade.T, toldHour };
}

/** Whether no trade before the run can be of the hour, not even one whose time is out of order. */
function reachesBefore({ earliestMs }: TradeRun, hour: number): boolean {
  return earliestMs < hour * HOUR_MS - TIME_DISORDER_MS_MAX;
}

function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS);
}
