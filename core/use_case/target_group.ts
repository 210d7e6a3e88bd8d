/**
 * Groups of questions for targets: what a group has in common.
 *
 * @module
 */
import { type Provider, providerOf } from "../market/mod.ts";
import type { TargetId } from "../port/mod.ts";
import { type TargetQuery } from "../price/mod.ts";
import { type TimeRange, UnixSec } from "../time/mod.ts";

/** Questions that are asked together. Never empty. */
export type TargetGroup = ReadonlyArray<TargetQuery>;

/** The provider of a group; all its questions have the same. */
export function providerOfGroup(group: TargetGroup): Provider {
  return providerOf(headOf(group).window.interval);
}

/** Questions by asset and interval. */
export function bySeries(queries: ReadonlyArray<TargetQuery>): ReadonlyArray<TargetGroup> {
  return [...Map.groupBy(queries, (q) => `${q.asset}:${q.window.interval}`).values()];
}

/** The smallest range that holds every window of a group of one asset and interval. */
export function spanOf(group: TargetGroup): TimeRange {
  const { window } = headOf(group);
  let [first, last] = [window.startSec, window.startSec];
  for (const { window: { startSec } } of group) {
    if (startSec < first) first = startSec;
    if (startSec > last) last = startSec;
  }
  return { startSec: first, endSec: UnixSec(last + 1) };
}

/** Which stored target a question is about. */
export function idOf({ asset, window }: TargetQuery): TargetId {
  return { asset, interval: window.interval, startSec: window.startSec };
}

/** The first of a group stands for all. */
export function headOf(group: TargetGroup): TargetQuery {
  const [head] = group;
  if (head === undefined) throw new Error("a group of questions is never empty");
  return head;
}
