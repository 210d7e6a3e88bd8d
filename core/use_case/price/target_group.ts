/**
 * Groups of target queries, and the properties that a group shares.
 *
 * @module
 */
import { type Provider, providerOf } from "../../market/mod.ts";
import { type TargetQuery } from "../../price/mod.ts";
import { type TimeRange, UnixSec } from "../../time/mod.ts";

/** Queries that are fetched together. Never empty. */
export type TargetGroup = ReadonlyArray<TargetQuery>;

/** Returns the provider of a group, which all its queries share. */
export function providerOfGroup(group: TargetGroup): Provider {
  return providerOf(headOf(group).window.interval);
}

/** Groups queries by asset and interval. */
export function bySeries(queries: ReadonlyArray<TargetQuery>): ReadonlyArray<TargetGroup> {
  return [...Map.groupBy(queries, (q) => `${q.asset}:${q.window.interval}`).values()];
}

/** Returns the smallest range that contains the start of every window of a group. */
export function spanOf(group: TargetGroup): TimeRange {
  const { window } = headOf(group);
  let [first, last] = [window.startSec, window.startSec];
  for (const { window: { startSec } } of group) {
    if (startSec < first) first = startSec;
    if (startSec > last) last = startSec;
  }
  return { startSec: first, endSec: UnixSec(last + 1) };
}

/** Returns the first query of a group. Throws if the group is empty. */
export function headOf(group: TargetGroup): TargetQuery {
  const [head] = group;
  if (head === undefined) throw new Error("a group of queries must not be empty");
  return head;
}
