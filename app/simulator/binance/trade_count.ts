/**
 * Counts a symbol's trades up to an instant without generating them.
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
/** 2026-09-01, from which hours are counted either way: from 2024, each start takes longer. */
const HOUR_0_MINUTE = Date.UTC(2026, 8) / MINUTE_MS;

/** A span of recorded trades, with the index of the world's first remaining trade after it. */
interface CountedSpan extends Span {
  readonly worldBefore: number;
}

/**
 * Counts the trades from 2026-09-01 to an instant, in unix milliseconds, below 0 if that is
 * earlier: the world's, minus those that recorded ones replace, plus the recorded ones.
 *
 * The first call counts every hour in between, at about 10 ms per year; later calls take
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

/**
 * Trades of a tape between the counted hour 0 and each hour, of those after it and of those before
 * it. Counting begins where clocks usually are.
 */
interface HourlyCounts {
  readonly after: Array<number>;
  readonly before: Array<number>;
}

const hourlyCounts = new WeakMap<WorldTape, HourlyCounts>();

function hourlyCountsOf(world: WorldTape): HourlyCounts {
  const known = hourlyCounts.get(world);
  if (known !== undefined) return known;
  const counts = { after: [0], before: [0] };
  hourlyCounts.set(world, counts);
  return counts;
}

/** Counts the world's own trades from hour 0 to an instant, from cached counts of hours. */
function makeWorldCount(world: WorldTape): (instantMs: number) => number {
  const { after, before } = hourlyCountsOf(world);
  const minuteOf = (hour: number) => HOUR_0_MINUTE + hour * HOUR_MINUTES;
  const countToHour = (hour: number) => {
    const isBefore = hour < 0;
    const counts = isBefore ? before : after;
    const hours = Math.abs(hour);
    for (let next = counts.length; next <= hours; next++) {
      const ofHour = isBefore ? -next : next - 1;
      const count = world.count(minuteOf(ofHour), minuteOf(ofHour + 1));
      counts.push((counts[next - 1] ?? 0) + count);
    }
    const count = counts[hours] ?? 0;
    return isBefore ? -count : count;
  };
  return (anyMs) => {
    const instantMs = Math.max(anyMs, START_MINUTE * MINUTE_MS);
    const minute = Math.floor(instantMs / MINUTE_MS);
    const hour = Math.floor((minute - HOUR_0_MINUTE) / HOUR_MINUTES);
    const count = countToHour(hour) + world.count(minuteOf(hour), minute);
    if (instantMs === minute * MINUTE_MS) return count;
    const later = world.trades(minute).findIndex(({ atMs }) => atMs >= instantMs);
    return count + (later < 0 ? world.trades(minute).length : later);
  };
}
