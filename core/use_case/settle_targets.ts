/**
 * Settles provisional targets: the venue's metadata, which follow the end of a window, confirm what
 * its site said or correct it.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { type MarketWindow, windowContaining } from "../market/mod.ts";
import {
  HistoryFeeds,
  type IdentifiedTarget,
  JobWatch,
  type OpeningResult,
  type TargetId,
  TargetStore,
} from "../port/mod.ts";
import { mayKnow, targetKey } from "../price/mod.ts";
import { TargetBook } from "./target_book.ts";
import { idOf } from "./target_group.ts";
import { targetQuery, Venue, type VenueChoice } from "./venue.ts";

/** The name of this job on the status page. */
export const SETTLE_TARGETS = "settle_targets";

/** How often provisional targets are looked at. */
const LOOK_EVERY = "15 seconds";
/** Left by an earlier life of the service; older ones than these are beyond any use. */
const LEFT_MAX = 5_000;
/** Of one look, the youngest. */
const LOOK_MAX = 2_000;
/**
 * When to ask again for a window that the metadata lacked, by how long ago it ended. They follow
 * the end by 21 to 143 s; later there are holes that stay, and after a day nobody asks any more.
 */
const ASK_AGAIN_SEC: ReadonlyArray<readonly [agedSecMax: number, waitSec: number]> = [
  [300, 15],
  [3_600, 300],
  [86_400, 3_600],
];

const FAILED_WAIT_SEC = 3_600;
/** Another process may have left provisional targets meanwhile. */
const TAKE_OVER_EVERY_SEC = 600;

/** When each window is asked for again, by target key. */
export type SettlingPlan = Map<string, number>;

/**
 * One look: takes over what another replica has settled, and asks the metadata for what is due of
 * the rest. Fails only when the store does.
 */
export const settleProvisional = Effect.fn("settleProvisional")(function* (plan: SettlingPlan) {
  const book = yield* TargetBook;
  const feed = (yield* HistoryFeeds).oracle;
  const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const queries = yield* provisionalQueries(plan);
  const stored = yield* book.lookUp(queries);
  const open = queries.filter((query, index) =>
    stored[index]?.isProvisional === true && mayKnow("metadata", query, nowSec) &&
    (plan.get(targetKey(query)) ?? 0) <= nowSec
  );
  for (const group of feed.groups(open)) {
    const results = yield* feed.openings(group);
    const found: Array<IdentifiedTarget> = [];
    for (const [index, query] of group.entries()) {
      const result = results[index];
      const waitSec = waitSecAfter(nowSec - query.window.endSec, result);
      plan.set(targetKey(query), nowSec + waitSec);
      if (result === undefined || Result.isFailure(result)) continue;
      found.push({ id: idOf(query), target: result.success });
    }
    yield* book.settle(found);
  }
});

/** Settles for ever, what an earlier life of the service has left behind included. */
export const settleTargets = Effect.gen(function* () {
  const jobs = yield* JobWatch;
  const plan: SettlingPlan = new Map();
  let takenOverSec = -Infinity;
  const look = Effect.gen(function* () {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    if (nowSec - takenOverSec >= TAKE_OVER_EVERY_SEC) {
      yield* takeOver;
      takenOverSec = nowSec;
    }
    yield* settleProvisional(plan);
    return true;
  }).pipe(
    Effect.catchTag(
      "StoreFailed",
      (failure) => Effect.as(Effect.logWarning(failure.message), false),
    ),
    Effect.catchCause((cause) => Effect.as(Effect.logError("Cannot settle targets", cause), false)),
  );
  return yield* Effect.forever(Effect.gen(function* () {
    const ok = yield* look;
    yield* jobs.record({ name: SETTLE_TARGETS, lastRunAtMs: yield* Clock.currentTimeMillis, ok });
    yield* Effect.sleep(LOOK_EVERY);
  }));
});

/** Brings provisional targets of the store into memory, which is where they are looked for. */
const takeOver = Effect.gen(function* () {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const left = yield* (yield* TargetStore).provisional(LEFT_MAX);
  yield* book.lookUp(left.flatMap(({ id }) => queryOf(venue, id)));
});

/** The youngest provisional ones, whether they are due or settled elsewhere by now. */
const provisionalQueries = Effect.fnUntraced(function* (plan: SettlingPlan) {
  const book = yield* TargetBook;
  const venue = yield* Venue;
  const queries = book.provisional().flatMap((id) => queryOf(venue, id));
  const wanted = new Set(queries.map(targetKey));
  for (const key of plan.keys()) if (!wanted.has(key)) plan.delete(key);
  return queries.toSorted((a, b) => b.window.startSec - a.window.startSec).slice(0, LOOK_MAX);
});

/** None where the calendar has no such window any more: the operator may have changed it. */
function queryOf(venue: VenueChoice, { asset, interval, startSec }: TargetId) {
  const window: MarketWindow = windowContaining(venue.profile.calendar, interval, startSec);
  return window.startSec === startSec ? [targetQuery(venue, asset, window)] : [];
}

/** Only an answer that there is no price is believed for good: a call that failed says nothing. */
function waitSecAfter(agedSec: number, result: OpeningResult | undefined): number {
  const [, waitSec] = ASK_AGAIN_SEC.find(([agedSecMax]) => agedSec < agedSecMax) ?? [];
  const isAnswer = result !== undefined && Result.isFailure(result) &&
    result.failure._tag === "PriceMissing";
  return waitSec ?? (isAnswer ? Infinity : FAILED_WAIT_SEC);
}
