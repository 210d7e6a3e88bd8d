/**
 * Publishes the targets that this replica fetched or finalized to its fleet, and adopts those of
 * the others.
 *
 * Targets that a provider pushed need not be: every replica receives the provider's events.
 *
 * @module
 */
import { Effect, Queue, Schedule } from "effect";
import { windowContaining } from "../../market/mod.ts";
import { News } from "../../port/news.ts";
import { subscribeScoped } from "../live/publisher.ts";
import { logFailure, repeatJob } from "../time/repeat_job.ts";
import { TargetCache } from "./target_cache.ts";
import { Venue } from "../venue/venue.ts";
import { targetQuery } from "./target_query.ts";

/** How many targets one item of news holds. */
const FOUND_MAX = 500;
/** How often provisional targets are looked up in the store, where news of them may be missed. */
const LOOK_UP_EVERY_MS = 60_000;

/** Shares targets until interrupted. */
export const shareTargets = Effect.gen(function* () {
  const cache = yield* TargetCache;
  const news = yield* News;
  const missed = yield* Queue.sliding<void>(1);
  yield* subscribeScoped({
    publishFound: (found) => {
      for (let from = 0; from < found.length; from += FOUND_MAX) {
        news.publish("targets", { kind: "targets", found: found.slice(from, from + FOUND_MAX) });
      }
    },
  });
  yield* news.listen("targets", (received) => {
    if ("missed" in received) Queue.offerUnsafe(missed, undefined);
    else if (received.item.kind === "targets") cache.adopt(received.item.found);
  });
  return yield* repeatJob(lookUpProvisional, {
    schedule: Schedule.spaced(LOOK_UP_EVERY_MS),
    wake: Queue.take(missed),
    isLater: true,
    failed: logFailure("Cannot look up provisional targets"),
  });
}).pipe(Effect.scoped);

/** Reads provisional targets again: another replica may have finalized them. */
const lookUpProvisional = Effect.gen(function* () {
  const cache = yield* TargetCache;
  const venue = yield* Venue;
  const queries = cache.provisional().map(({ asset, interval, startSec }) =>
    targetQuery(venue, asset, windowContaining(venue.profile.calendar, interval, startSec))
  );
  if (queries.length > 0) yield* cache.lookUp(queries);
});
