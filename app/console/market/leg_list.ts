/**
 * The windows of a market at all venues, as far as its page knows them.
 *
 * @module
 */
import type { Leg, LegBasis } from "../../client/typescript/mod.ts";
import type { Step } from "./chart_line.ts";
import type { WindowList } from "./window_list.ts";

/** A window at each venue, the primary one's first, and how far the targets are apart. */
export interface WindowLegs {
  readonly legs: ReadonlyArray<Leg>;
  readonly basis: ReadonlyArray<LegBasis>;
}

/** Windows by their start, unix seconds. */
export type LegsByStart = ReadonlyMap<number, WindowLegs>;

/** A window as an answer or an event has it. */
export interface WindowNews extends Partial<WindowLegs> {
  readonly start: number;
}

/** More than a page shows at once. */
const KEPT = 48;

/** Returns what is known after news of windows: the same map where they say nothing new. */
export function withLegs(known: LegsByStart, news: ReadonlyArray<WindowNews>): LegsByStart {
  const next = new Map(known);
  for (const { start, legs, basis = [] } of news) {
    if (legs !== undefined && legs !== known.get(start)?.legs) next.set(start, { legs, basis });
  }
  const oldest = [...next.keys()].sort((a, b) => b - a).slice(KEPT);
  for (const start of oldest) next.delete(start);
  const isSame = next.size === known.size &&
    [...next].every(([start, one]) => known.get(start) === one);
  return isSame ? known : next;
}

/** Returns the known targets of another venue, and the windows that they hold for. */
export function otherSteps(
  venue: string,
  { windows, known }: { readonly windows: WindowList; readonly known: LegsByStart },
): ReadonlyArray<Step> {
  return windows.flatMap(({ timestamp_start, timestamp_end }) => {
    const leg = known.get(timestamp_start)?.legs.find((one) => one.venue === venue);
    const price = leg?.target ?? null;
    return price === null ? [] : [{ startSec: timestamp_start, endSec: timestamp_end + 1, price }];
  });
}
