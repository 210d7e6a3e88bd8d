/**
 * Counts a symbol's trades before an instant without generating them.
 *
 * @module
 */
import { countBelow } from "../kit/count_below.ts";
import { type Span } from "../kit/coverage.ts";
import { WORLD_START_SEC } from "../world/world.ts";
import { type WorldTape } from "../world/world_tape.ts";
import { type RecordedTrades } from "./recorded_trades.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const START_MINUTE = WORLD_START_SEC / 60;

/** A span of recorded trades, with the number of the world's remaining trades before it. */
interface CountedSpan extends Span {
  readonly worldBefore: number;
}

/**
 * Counts the trades before an instant, in unix milliseconds: the world's, minus those that recorded
 * ones replace, plus the recorded ones.
 *
 * The first call counts every hour since the world began, at about 10 ms per year; later calls take
 * microseconds.
 */
export function makeTradeCount(
  world: WorldTape,
  recorded: RecordedTrades,
): (instantMs: number) => number {
  const worldBefore = makeWorldCount(world);
  let counted: CountedSpan[] = [];
  let countedIn = recorded.all();

  /** Extends only as far as needed: recorded data may reach a year that no clock gets to. */
  const countSpansUntil = (instantMs: number) => {
    if (countedIn !== recorded.all()) {
      countedIn = recorded.all();
      counted = [];
    }
    while (true) {
      const last = counted.at(-1);
      const next = recorded.coverage.nextFrom(last?.to ?? -Infinity);
      if (next === undefined || next.from >= instantMs) return;
      const before = last === undefined ? 0 : last.worldBefore - worldBefore(last.to);
      counted.push({ ...next, worldBefore: before + worldBefore(next.from) });
    }
  };

  return (instantMs) => {
    countSpansUntil(instantMs);
    const span = counted[countBelow(counted, instantMs, ({ from }) => from) - 1];
    const recordedBefore = recorded.countBefore(instantMs);
    if (span === undefined) return worldBefore(instantMs) + recordedBefore;
    const since = instantMs > span.to ? worldBefore(instantMs) - worldBefore(span.to) : 0;
    return span.worldBefore + since + recordedBefore;
  };
}

/** The trades of a tape before each hour since the world began. */
const hourlySums = new WeakMap<WorldTape, Array<number>>();

function hourlySumsOf(world: WorldTape): Array<number> {
  const known = hourlySums.get(world);
  if (known !== undefined) return known;
  const sums = [0];
  hourlySums.set(world, sums);
  return sums;
}

/** Counts the world's own trades before an instant, from cached hourly sums. */
function makeWorldCount(world: WorldTape): (instantMs: number) => number {
  const beforeHour = hourlySumsOf(world);
  return (instantMs) => {
    const minute = Math.floor(instantMs / MINUTE_MS);
    if (minute < START_MINUTE) return 0;
    const hour = Math.floor((minute - START_MINUTE) / HOUR_MINUTES);
    const hourMinute = (index: number) => START_MINUTE + index * HOUR_MINUTES;
    for (let next = beforeHour.length; next <= hour; next++) {
      const before = beforeHour[next - 1] ?? 0;
      beforeHour.push(before + world.count(hourMinute(next - 1), hourMinute(next)));
    }
    const count = (beforeHour[hour] ?? 0) + world.count(hourMinute(hour), minute);
    if (instantMs === minute * MINUTE_MS) return count;
    const later = world.trades(minute).findIndex(({ atMs }) => atMs >= instantMs);
    return count + (later < 0 ? world.trades(minute).length : later);
  };
}
