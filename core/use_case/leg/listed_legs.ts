/**
 * Reads all windows of a series in a range at another venue, those included that it does not have.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { legKey, type LegRecord, type LegSeries } from "../../leg/mod.ts";
import { windowsStartingIn } from "../../market/mod.ts";
import type { LegVenue, SeenLeg, SeenLegs } from "../../port/leg_venue.ts";
import type { TimeRange } from "../../time/mod.ts";
import { Venue } from "../venue/venue.ts";

/** Returns what was read as records, read now. */
export function readingsOf(seen: ReadonlyArray<SeenLeg>, nowMs: number): ReadonlyArray<LegRecord> {
  return seen.map(({ id, market }) => ({ ...id, market, seenMs: nowMs, earlier: [] }));
}

/** Logs in one line what could not be read, of which nothing is known then. */
export const logUnread = Effect.fnUntraced(function* ({ unread }: SeenLegs) {
  const [first] = unread;
  if (first === undefined) return;
  const { id, why } = first;
  const line = Effect.logWarning("Cannot read markets on windows");
  yield* Effect.annotateLogs(line, { count: unread.length, id, why });
});

/** Returns one record for each window of the range, except where something could not be read. */
export const listedLegs = Effect.fnUntraced(function* (
  venue: LegVenue,
  { series, range }: { readonly series: LegSeries; readonly range: TimeRange },
) {
  const { profile: { calendar } } = yield* Venue;
  const listed = yield* venue.listed(series, range);
  yield* logUnread(listed);
  const seenMs = yield* Clock.currentTimeMillis;
  const found = readingsOf(listed.seen, seenMs);
  const unreadSecs = new Set(listed.unread.map(({ startSec }) => startSec));
  if (unreadSecs.has(null)) return found;
  const keys = new Set(found.map(legKey));
  const absent = [...windowsStartingIn(calendar, series.interval, range)].map((window) => ({
    ...{ venue: series.venue, asset: series.asset, interval: series.interval },
    ...{ startSec: window.startSec, endSec: window.endSec },
    ...{ market: null, seenMs, earlier: [] },
  })).filter((record) => !keys.has(legKey(record)) && !unreadSecs.has(record.startSec));
  return [...found, ...absent];
});
