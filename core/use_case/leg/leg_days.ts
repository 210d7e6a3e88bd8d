/**
 * Reads past days of other venues' windows when somebody asks for them, each once.
 *
 * A caller cannot make the service flood a venue: few days are read at the same time, all callers
 * together, a bounded number waits, and what was read is kept, that there is no market included.
 *
 * @module
 */
import { Clock, Context, Effect, Fiber, Layer, Semaphore } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { legKey, type LegSeries } from "../../leg/mod.ts";
import { LegStore } from "../../port/leg_store.ts";
import { LegVenues } from "../../port/leg_venue.ts";
import { News } from "../../port/news.ts";
import { DAY_SEC, type TimeRange, UnixSec } from "../../time/mod.ts";
import { Publisher } from "../live/publisher.ts";
import { listedLegs } from "./listed_legs.ts";
import { storeLegs } from "./store_legs.ts";

/** A UTC day of a series, by its first second. */
export interface LegDay {
  readonly series: LegSeries;
  readonly daySec: UnixSec;
}

/** Reads days. */
export class LegDays extends Context.Service<LegDays, {
  /** Reads and stores days, each once. Goes on when `timeIsUp` ends: they are still read then. */
  readonly until: (
    days: ReadonlyArray<LegDay>,
    timeIsUp: Effect.Effect<void>,
  ) => Effect.Effect<void>;
}>()("core/use_case/LegDays") {}

/** The days that are read at the same time: of the past, and as many of the last three. */
export const DAY_LANES = 2;
/** The days that are read or wait for it. */
export const DAYS_WAITING_MAX = 400;
/** By then a market that has ended has its result, or whoever follows it has failed to read it. */
export const READ_AFTER_MS = 600_000;
/** For how long a day is not read again, in milliseconds. */
const AGAIN_MS = 60_000;
const READ_MAX = 10_000;
const PRESENT_MS = 3 * DAY_SEC * 1000;

/** Provides it over the venues and the store. */
export const layerLegDays: Layer.Layer<LegDays, never, LegVenues | LegStore | News | Publisher> =
  Layer.effect(
    LegDays,
    Effect.gen(function* () {
      const venues = yield* LegVenues;
      const store = yield* LegStore;
      // Whoever walks through the past does not hold up those who ask for what was just now.
      const [past, present] = [
        yield* Semaphore.make(DAY_LANES),
        yield* Semaphore.make(DAY_LANES),
      ];
      const runFork = Effect.runForkWith(yield* Effect.context<LegStore | News | Publisher>());
      const running = new Map<string, Fiber.Fiber<void>>();
      /** When days were read last, unix milliseconds. */
      const read = new BoundedMap<string, number>(READ_MAX);

      const readDay = Effect.fnUntraced(function* ({ series, daySec }: LegDay) {
        const venue = venues.find((one) => one.venue === series.venue);
        if (venue === undefined) return;
        const nowMs = yield* Clock.currentTimeMillis;
        // Whoever follows the others writes them too, and knows them better than a list.
        const overSec = Math.floor((nowMs - READ_AFTER_MS) / 1000);
        const endSec = Math.min(daySec + DAY_SEC, overSec);
        const range: TimeRange = { startSec: daySec, endSec: UnixSec(endSec) };
        if (endSec <= daySec) return;
        const listed = yield* listedLegs(venue, { series, range });
        const readings = listed.filter((one) => one.endSec <= overSec);
        const { asset, interval } = series;
        const known = new Map(
          (yield* store.find({ asset, interval, range })).map((one) => [legKey(one), one]),
        );
        yield* storeLegs(readings, (key) => known.get(key));
      });

      const keyOf = ({ series: { venue, asset, interval }, daySec }: LegDay) =>
        `${venue}:${asset}:${interval}:${daySec}`;

      /** Joins who reads it already. Undefined where it was just read, or too many wait. */
      const join = (day: LegDay, nowMs: number): Fiber.Fiber<void> | undefined => {
        const key = keyOf(day);
        const known = running.get(key);
        if (known !== undefined) return known;
        if ((read.get(key) ?? -Infinity) > nowMs - AGAIN_MS) return undefined;
        const isPresent = day.daySec * 1000 > nowMs - PRESENT_MS;
        if (!isPresent && running.size >= DAYS_WAITING_MAX) return undefined;
        const reading = (isPresent ? present : past).withPermits(1)(readDay(day)).pipe(
          Effect.catchCause((cause) => Effect.logWarning("Cannot read a day of windows", cause)),
          Effect.andThen(Effect.map(Clock.currentTimeMillis, (ms) => read.setNewest(key, ms))),
        );
        const fiber = runFork(reading);
        running.set(key, fiber);
        fiber.addObserver(() => running.delete(key));
        return fiber;
      };

      return LegDays.of({
        until: Effect.fnUntraced(function* (days, timeIsUp) {
          const nowMs = yield* Clock.currentTimeMillis;
          const fibers = new Set(days.flatMap((day) => join(day, nowMs) ?? []));
          if (fibers.size === 0) return;
          yield* Effect.raceFirst(Effect.asVoid(Fiber.joinAll(fibers)), timeIsUp);
        }),
      });
    }),
  );
