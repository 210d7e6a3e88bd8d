/**
 * Publishes every target when it becomes known, each series in order and without silent gaps.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { type MarketWindow } from "../../market/mod.ts";
import { TARGET_SERIES, type TargetEvent, targetTopic } from "../../stream/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import type { TargetCache } from "../price/target_cache.ts";
import type { PublishedTarget, PublisherService, TopicPublisher } from "./publisher.ts";
import {
  makeTargetSeries,
  missingTargets,
  takeAnswers,
  takeDue,
  takeTarget,
  targetEventsOf,
  type TargetSeries,
  type WindowAnswers,
  windowsBetween,
} from "./target_series.ts";
import { type VenueChoice } from "../venue/venue.ts";
import { targetQuery } from "../price/target_query.ts";

/** The publisher of targets. */
export interface LiveTargets extends TopicPublisher {
  /**
   * Publishes from now on; each series begins with the open window. Returns a function that ends
   * it.
   */
  readonly start: () => () => void;
}

/** The options of {@linkcode makeLiveTargets}. */
export interface LiveTargetsOptions {
  readonly cache: TargetCache["Service"];
  readonly venue: VenueChoice;
  readonly nowMs: () => number;
  readonly publisher: Pick<PublisherService, "publishEvent" | "subscribe">;
  /** Runs an effect in the background. */
  readonly fork: (effect: Effect.Effect<void>) => void;
  /** Ends when a missing target may no longer delay later ones. */
  readonly patience: Effect.Effect<void>;
  /** Ends when the time for a replay is up. */
  readonly replayBudget: Effect.Effect<void>;
}

/** Makes the publisher. It publishes nothing before it is started. */
export function makeLiveTargets(options: LiveTargetsOptions): LiveTargets {
  const { cache, venue, nowMs, publisher: { publishEvent, subscribe } } = options;
  const states = new Map<string, TargetSeries>();

  function start(): () => void {
    const nowSec = UnixSec(Math.floor(nowMs() / 1000));
    for (const series of TARGET_SERIES) {
      const state = makeTargetSeries(venue.profile.calendar, series, nowSec);
      // A quick restart continues each series where it stopped.
      if ((states.get(state.topic)?.head.startSec ?? 0) >= state.head.startSec) continue;
      states.set(state.topic, state);
    }
    return subscribe({ publishTarget });
  }

  function publishTarget(published: PublishedTarget): void {
    const { asset, interval } = published.id;
    const state = states.get(targetTopic(asset, interval));
    if (state === undefined) return;
    let event: TargetEvent | undefined = takeTarget(state, published, nowMs());
    for (; event !== undefined; event = takeDue(state, nowMs())) publishEvent(event);
    if (state.pending.size === 0 || state.isCatchingUp) return;
    state.isCatchingUp = true;
    options.fork(catchUp(state));
  }

  /** Fetches the targets missing before the pending ones; those not found in time become gaps. */
  function catchUp(state: TargetSeries): Effect.Effect<void> {
    return Effect.gen(function* () {
      let lookup = missingTargets(state);
      for (; lookup !== undefined; lookup = missingTargets(state)) {
        const answers = yield* ask(state, lookup.windows, options.patience);
        for (const event of takeAnswers(state, lookup, { answers, nowMs: nowMs() })) {
          publishEvent(event);
        }
      }
    }).pipe(Effect.ensuring(Effect.sync(() => void (state.isCatchingUp = false))));
  }

  /**
   * Returns the known targets even if the store fails or other lookups take too long. Asks for the
   * newest first: if there is no time for all, they are worth more.
   */
  function ask(
    { asset }: TargetSeries,
    windows: ReadonlyArray<MarketWindow>,
    timeIsUp: Effect.Effect<void>,
  ): Effect.Effect<WindowAnswers> {
    const queries = windows.map((window) => targetQuery(venue, asset, window));
    return cache.askUntil(queries.toReversed(), timeIsUp).pipe(
      Effect.map(({ results }) => results.toReversed()),
      Effect.catch((failure) => Effect.as(Effect.logWarning(failure.message), [])),
      Effect.map((results) =>
        queries.map((query, index) => {
          const known = cache.peek(query);
          return known === undefined
            ? results[index] ?? Option.none()
            : Option.some(Result.succeed(known));
        })
      ),
    );
  }

  return {
    start,
    headOf: (topic) => states.get(topic)?.head.startSec,
    current: (topic) => {
      const latest = states.get(topic)?.latest;
      return latest !== undefined && nowMs() < latest.window.endSec * 1000 ? latest : undefined;
    },
    replay: Effect.fn("LiveTargets.replay")(function* (topic: string, since: number) {
      const state = states.get(topic);
      if (state === undefined) return [];
      const missing = windowsBetween(state, since, state.head.startSec);
      const answers = yield* ask(state, missing.windows, options.replayBudget);
      return targetEventsOf(state, missing, { answers, nowMs: nowMs() });
    }),
  };
}
