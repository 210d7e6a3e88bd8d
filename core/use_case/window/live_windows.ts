/**
 * Publishes what changes of the windows of series that somebody follows, from roll to roll: the
 * next window a minute before it opens, the open one, and how it ended; and the prices between.
 *
 * A change of anything but a price is one event. Prices replace each other, so they are conflated:
 * the newest comes last, and whoever is behind misses any but that.
 *
 * @module
 */
import { Clock, Context, Effect, FiberMap, Layer, Option, Queue } from "effect";
import { providerOf, type Series, windowContaining } from "../../market/mod.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import {
  type GapEvent,
  type GapReason,
  type QuoteEvent,
  type WindowEvent,
  type WindowsTopic,
  windowsTopic,
} from "../../stream/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import { renewWindow, type WindowState } from "../../window/mod.ts";
import { LiveBooks } from "../book/mod.ts";
import { promptLegs } from "../leg/prompt_legs.ts";
import { windowLegs } from "../leg/window_legs.ts";
import { LiveStream, makeConflation, Publisher } from "../live/mod.ts";
import { subscribeScoped } from "../live/publisher.ts";
import { targetQuery } from "../price/target_query.ts";
import { CallerPatience } from "../time/caller_patience.ts";
import { logFailure, repeatJob, waits } from "../time/repeat_job.ts";
import { MachineTime } from "../time/machine_time.ts";
import { Venue } from "../venue/venue.ts";
import { newestNumber } from "./newest_number.ts";
import { pastWindows } from "./past_windows.ts";
import { makeQuotedTokens } from "./quoted_tokens.ts";
import {
  type LeggedState,
  makeWindowRoll,
  UNCLOSED_SEC_MAX,
  type WindowRoll,
} from "./window_roll.ts";
import { windowStates } from "./window_states.ts";
import { RangeBudget } from "../price/range_budget.ts";

/** The shortest time between two looks at a series, in machine time. */
const LEAST_MS = 200;
/** The most windows of a replay: those of the last day of 5 minutes. */
export const REPLAYED_WINDOWS_MAX = 288;

/** Follows series of windows. */
export class LiveWindows extends Context.Service<LiveWindows, {
  /**
   * Publishes the events of a series until the returned function has been called as often as this.
   * Returns immediately.
   */
  readonly follow: (series: Series) => () => void;

  /**
   * Returns the events that a new subscriber gets first, with the prices of now: of the open
   * window, and of the next one once that is published. None before they are known: they are
   * published then.
   */
  readonly current: (series: Series) => ReadonlyArray<WindowEvent>;

  /** Returns the start of the last window whose end was published; 0 before any. */
  readonly closedHead: (series: Series) => number;

  /**
   * Returns events of windows that ended, after a start, oldest first: at most the last 288. Gaps
   * stand for older ones, and for one whose end was not found in time.
   */
  readonly closedAfter: (
    series: Series,
    startSec: number,
  ) => Effect.Effect<ReadonlyArray<WindowEvent | GapEvent<WindowsTopic>>, StoreFailed>;

  /** Publishes until interrupted. */
  readonly run: Effect.Effect<never>;
}>()("core/use_case/LiveWindows") {}

/** A series that is followed, by so many. */
interface Followed {
  count: number;
  readonly series: Series;
  readonly roll: WindowRoll;
  /** Ends the wait for the next look. */
  readonly wake: Queue.Queue<void>;
}

/** Provides them. Until its scope ends, it hears of targets, prices and books. */
export const layerLiveWindows = Layer.effect(
  LiveWindows,
  Effect.gen(function* () {
    const venue = yield* Venue;
    const { calendar } = venue.profile;
    const [stream, books] = [yield* LiveStream, yield* LiveBooks];
    const machine = yield* MachineTime;
    const { publishEvent } = yield* Publisher;
    const clock = yield* Clock.Clock;
    const nowMs = () => Math.floor(clock.currentTimeMillisUnsafe());
    const context = yield* Effect.context<
      | Effect.Services<ReturnType<typeof windowStates>>
      | Effect.Services<ReturnType<typeof pastWindows>>
      | Effect.Services<ReturnType<typeof windowLegs>>
    >();
    const runFork = Effect.runForkWith(context);
    const fork = (effect: Effect.Effect<void>) => void runFork(effect);
    const patience = yield* CallerPatience;
    const followed = new Map<WindowsTopic, Followed>();
    /** Topics whose following has begun, or ended. */
    const changed = yield* Queue.unbounded<WindowsTopic>();
    const tokens = makeQuotedTokens();
    const quoteOf = (tokenId: string) => Option.getOrNull(books.quoteNow(tokenId));

    const renewed = (state: WindowState): WindowState =>
      renewWindow(state, {
        nowMs: nowMs(),
        price: newestNumber(stream, targetQuery(venue, state.asset, state.window)),
        quoteOf,
      });

    const current = (topic: WindowsTopic): ReadonlyArray<WindowEvent> =>
      (followed.get(topic)?.roll.current(nowMs()) ?? [])
        .map((event) => ({ ...event, state: renewed(event.state) }));

    const quote = makeConflation<WindowsTopic, WindowsTopic>({
      sleep: machine.sleep,
      fork,
      publish: (topic) => {
        const open = current(topic).find(({ phase }) => phase === "open");
        if (open === undefined) return;
        tokens.told(open.state);
        const event: QuoteEvent = { kind: "quote", topic, state: open.state, atMs: nowMs() };
        publishEvent(event);
      },
    });
    const priceMoved = (asset: string, provider: "oracle" | "exchange") => {
      for (const [topic, { series }] of followed) {
        if (series.asset === asset && providerOf(series.interval) === provider) quote(topic, topic);
      }
    };

    const { setTokens } = yield* books.follow((tokenId) => {
      const topic = tokens.news(tokenId, quoteOf(tokenId));
      if (topic !== undefined) quote(topic, topic);
    });
    /** Has a series looked at now, if it is followed. */
    const wake = (topic: WindowsTopic) => {
      const one = followed.get(topic);
      if (one !== undefined) Queue.offerUnsafe(one.wake, undefined);
    };
    yield* subscribeScoped({
      publishTarget: ({ id }) => wake(windowsTopic(id)),
      publishLegs: (changed) => new Set(changed.map(windowsTopic)).forEach(wake),
      publishEvent: (event) => {
        if (event.kind === "twap") priceMoved(event.asset, "oracle");
        if (event.kind === "spot") priceMoved(event.asset, "exchange");
      },
    });

    /** Follows the books of all open windows and the next ones. */
    const followBooks = Effect.suspend(() =>
      setTokens(tokens.set([...followed.values()].flatMap(({ roll }) => roll.current(nowMs()))))
    );

    const look = Effect.fnUntraced(function* ({ series: { asset }, roll }: Followed) {
      const due = roll.due(nowMs()).map((window) => ({ asset, window }));
      const { states } = yield* Effect.provideService(windowStates(due), RangeBudget, patience);
      // Nobody waits here for another venue: what is read of it wakes the series.
      const { legs, isWhole } = yield* promptLegs(states);
      const found = states.map((state, at): LeggedState => ({
        state,
        legs: legs[at] ?? [],
        isWhole,
      }));
      const events = roll.take(found, nowMs());
      if (events.length > 0) yield* followBooks;
      for (const event of events) publishEvent(event);
    });
    const follow = (series: Series) => {
      const topic = windowsTopic(series);
      const one = followed.getOrInsertComputed(topic, () => ({
        count: 0,
        series,
        roll: makeWindowRoll(calendar, series),
        wake: Effect.runSync(Queue.sliding<void>(1)),
      }));
      one.count += 1;
      if (one.count === 1) Queue.offerUnsafe(changed, topic);
      let isFollowing = true;
      return () => {
        if (isFollowing) one.count -= 1;
        isFollowing = false;
        if (one.count > 0 || followed.get(topic) !== one) return;
        followed.delete(topic);
        Queue.offerUnsafe(changed, topic);
      };
    };
    const run = Effect.scoped(Effect.gen(function* () {
      const fibers = yield* FiberMap.make<WindowsTopic>();
      const begin = (topic: WindowsTopic, one: Followed) =>
        FiberMap.run(
          fibers,
          topic,
          repeatJob(look(one), {
            schedule: waits(() => one.roll.waitMs(nowMs())),
            clock: "service",
            leastMs: () => LEAST_MS,
            wake: Queue.take(one.wake),
            failed: logFailure("Cannot look at windows"),
          }),
        );
      for (const [topic, one] of followed) yield* begin(topic, one);
      return yield* Effect.forever(Effect.gen(function* () {
        const topic = yield* Queue.take(changed);
        const one = followed.get(topic);
        if (one === undefined) {
          yield* FiberMap.remove(fibers, topic);
          yield* followBooks;
        } else yield* begin(topic, one);
      }));
    }));

    const closedAfter = Effect.fnUntraced(function* (series: Series, startSec: number) {
      const { asset, interval } = series;
      const topic = windowsTopic(series);
      const windowAt = (sec: number) => windowContaining(calendar, interval, UnixSec(sec));
      const range = { startSec: UnixSec(startSec + 1), endSec: UnixSec(Math.ceil(nowMs() / 1000)) };
      const limit = REPLAYED_WINDOWS_MAX;
      const { states, isMore } = yield* pastWindows({ asset, interval, range, limit });
      const oldestFirst = states.toReversed();
      const { legs } = yield* Effect.provideService(windowLegs(oldestFirst), RangeBudget, patience);
      const gap = (fromSeq: number, toSeq: number, reason: GapReason) =>
        ({ kind: "gap", topic, fromSeq, toSeq, reason }) as const;
      const found = oldestFirst.flatMap((
        state,
        at,
      ): ReadonlyArray<WindowEvent | GapEvent<WindowsTopic>> => {
        const { window: { startSec: seq, endSec }, close, outcome } = state;
        if (close !== null && outcome !== null) {
          return [{ kind: "window", topic, seq, phase: "closed", state, legs: legs[at] ?? [] }];
        }
        // What is not closed yet is told once it is.
        if (nowMs() - endSec * 1000 < UNCLOSED_SEC_MAX * 1000) return [];
        return [gap(seq, seq, "not_fetched")];
      });
      const oldest = states.at(-1)?.window;
      if (!isMore || oldest === undefined) return found;
      const before = windowAt(oldest.startSec - 1).startSec;
      return [gap(windowAt(startSec).endSec, before, "replay_limit"), ...found];
    });

    return LiveWindows.of({
      follow,
      current: (series) => current(windowsTopic(series)),
      closedHead: (series) => followed.get(windowsTopic(series))?.roll.closedHead() ?? 0,
      closedAfter: (series, startSec) =>
        Effect.provideContext(closedAfter(series, startSec), context),
      run: Effect.provideContext(run, context),
    });
  }),
);
