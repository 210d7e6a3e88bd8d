/**
 * Publishes every target when it becomes known, each series in order and without silent gaps.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { type MarketWindow, windowContaining } from "../../market/mod.ts";
import {
  type GapEvent,
  type GapReason,
  lastSeqOf,
  REPLAY_MAX,
  TARGET_SERIES,
  type TargetEvent,
  targetTopic,
  type TopicEvent,
  windowBefore,
  windowsAfter,
} from "../../stream/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import type { TargetId } from "../../port/mod.ts";
import type { PartialTargetAnswers, TargetCache } from "../price/target_cache.ts";
import type { KnownTarget, TargetChange } from "../price/target_memory.ts";
import type { TopicPublisher } from "./publisher.ts";
import { targetQuery, type VenueChoice } from "../price/venue.ts";

type Series = (typeof TARGET_SERIES)[number];

/** The state of one series: its last published window, and targets that wait for earlier ones. */
interface SeriesState {
  readonly series: Series;
  head: MarketWindow;
  latest: TargetEvent | undefined;
  readonly pending: Map<number, KnownTarget>;
  isCatchingUp: boolean;
}

/** The publisher of targets. */
export interface LiveTargets extends TopicPublisher {
  /**
   * Listens to the target cache from now on; each series begins with the open window. Returns a
   * function that stops listening.
   */
  readonly start: () => () => void;
}

/** The options of {@linkcode makeLiveTargets}. */
export interface LiveTargetsOptions {
  readonly cache: TargetCache["Service"];
  readonly venue: VenueChoice;
  readonly nowMs: () => number;
  readonly publish: (event: TopicEvent) => void;
  /** Runs an effect in the background. */
  readonly fork: (effect: Effect.Effect<void>) => void;
  /** Ends when a missing target may no longer delay later ones. */
  readonly patience: Effect.Effect<void>;
  /** Ends when the time for a replay is up. */
  readonly replayBudget: Effect.Effect<void>;
}

/** Makes the publisher. It publishes nothing before it is started. */
export function makeLiveTargets(options: LiveTargetsOptions): LiveTargets {
  const { cache, venue, nowMs } = options;
  const { calendar } = venue.profile;
  const states = new Map<string, SeriesState>();

  function start(): () => void {
    const nowSec = UnixSec(Math.floor(nowMs() / 1000));
    for (const series of TARGET_SERIES) {
      const topic = targetTopic(series.asset, series.interval);
      const open = windowContaining(calendar, series.interval, nowSec);
      const before = windowBefore(calendar, open);
      // A quick restart continues each series where it stopped.
      if ((states.get(topic)?.head.startSec ?? 0) >= before.startSec) continue;
      states.set(topic, {
        series,
        head: before,
        latest: undefined,
        pending: new Map(),
        isCatchingUp: false,
      });
    }
    return cache.listen(onTarget);
  }

  function onTarget(
    { asset, interval, startSec }: TargetId,
    target: KnownTarget,
    change: TargetChange,
  ): void {
    const state = states.get(targetTopic(asset, interval));
    if (state === undefined) return;
    if (startSec <= state.head.startSec) {
      if (change === "corrected") correct(state, startSec, target);
      return;
    }
    state.pending.set(startSec, target);
    drain(state);
    if (state.pending.size === 0 || state.isCatchingUp) return;
    state.isCatchingUp = true;
    options.fork(catchUp(state));
  }

  /** Publishes a window again under the same seq. */
  function correct(state: SeriesState, startSec: UnixSec, target: KnownTarget): void {
    const window = windowContaining(calendar, state.series.interval, startSec);
    const lengthSec = window.endSec - window.startSec;
    // No client can have received a window that is older than the replay reaches.
    if (state.head.startSec - startSec > REPLAY_MAX * lengthSec) return;
    const event = eventOf(state.series, window, target);
    if (state.latest?.seq === event.seq) state.latest = event;
    options.publish({ ...event, corrects: true });
  }

  /** Publishes pending targets up to the first missing one. */
  function drain(state: SeriesState): void {
    for (;;) {
      const startSec = state.head.endSec;
      const target = state.pending.get(startSec);
      if (target === undefined) return;
      const window = windowContaining(calendar, state.series.interval, startSec);
      advance(state, eventOf(state.series, window, target));
    }
  }

  function advance(state: SeriesState, event: TargetEvent | GapEvent): void {
    const { interval } = state.series;
    state.head = windowContaining(calendar, interval, UnixSec(lastSeqOf(event)));
    for (const startSec of state.pending.keys()) {
      if (startSec <= state.head.startSec) state.pending.delete(startSec);
    }
    if (event.kind === "target") state.latest = event;
    options.publish(event);
  }

  /** Fetches the targets missing before the pending ones; those not found in time become gaps. */
  function catchUp(state: SeriesState): Effect.Effect<void> {
    const { series, pending } = state;
    return Effect.gen(function* () {
      while (pending.size > 0) {
        const lastSec = Math.min(...pending.keys()) - 1;
        const { windows } = windowsBetween(series, state.head.startSec, lastSec);
        const answers = yield* ask(series, windows, options.patience);
        // Some may have been published meanwhile, since fetched targets also reach the listener.
        const missing = windowsBetween(series, state.head.startSec, lastSec);
        const unpublished = answers.slice(answers.length - missing.windows.length);
        for (const event of eventsOf(series, missing, unpublished)) advance(state, event);
        drain(state);
      }
    }).pipe(Effect.ensuring(Effect.sync(() => void (state.isCatchingUp = false))));
  }

  function windowsBetween({ interval }: Series, afterSec: number, lastSec: number) {
    return windowsAfter(calendar, interval, { afterSec, lastSec });
  }

  /**
   * Returns the known targets even if the store fails or other lookups take too long. Asks for the
   * newest first: if there is no time for all, they are worth more.
   */
  function ask(
    { asset }: Series,
    windows: ReadonlyArray<MarketWindow>,
    timeIsUp: Effect.Effect<void>,
  ): Effect.Effect<PartialTargetAnswers["results"]> {
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

  function eventOf(series: Series, window: MarketWindow, target: KnownTarget): TargetEvent {
    return {
      kind: "target",
      topic: targetTopic(series.asset, series.interval),
      seq: window.startSec,
      asset: series.asset,
      window,
      source: target.source,
      priceE18: target.priceE18,
      ...(target.isProvisional === true ? { isProvisional: true } : {}),
      publishedAtMs: nowMs(),
    };
  }

  /** Converts windows to events, and merges consecutive windows without a target into gaps. */
  function eventsOf(
    series: Series,
    { windows, skipped }: ReturnType<typeof windowsAfter>,
    results: PartialTargetAnswers["results"],
  ): ReadonlyArray<TargetEvent | GapEvent> {
    const topic = targetTopic(series.asset, series.interval);
    const events: Array<TargetEvent | GapEvent> = [];
    if (skipped !== undefined) {
      events.push({ kind: "gap", topic, ...skipped, reason: "replay_limit" });
    }
    for (const [index, window] of windows.entries()) {
      const result = Option.getOrUndefined(results[index] ?? Option.none());
      if (result !== undefined && Result.isSuccess(result)) {
        events.push(eventOf(series, window, result.success));
        continue;
      }
      const reason: GapReason = result?.failure._tag === "PriceMissing" && !result.failure.isPending
        ? "no_price"
        : "not_fetched";
      const last = events.at(-1);
      const seq = window.startSec;
      if (last?.kind === "gap" && last.reason === reason) {
        events[events.length - 1] = { ...last, toSeq: seq };
      } else events.push({ kind: "gap", topic, fromSeq: seq, toSeq: seq, reason });
    }
    return events;
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
      const missing = windowsBetween(state.series, since, state.head.startSec);
      return eventsOf(
        state.series,
        missing,
        yield* ask(state.series, missing.windows, options.replayBudget),
      );
    }),
  };
}
