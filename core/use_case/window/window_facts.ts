/**
 * What the primary venue says of windows: the market of each, and how it was resolved.
 *
 * A caller cannot make the service flood the venue: few windows are asked about at the same time,
 * all callers together, a bounded number waits, and what was answered is kept, failures too.
 *
 * @module
 */
import { Clock, Context, Effect, Fiber, Layer, Option, Result, Semaphore } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { EventCatalog } from "../../port/event_catalog.ts";
import { Resolutions } from "../../port/resolutions.ts";
import { paidOutcome, parseConditionId, type Resolution } from "../../venue/mod.ts";
import { type WindowMarket, windowMarketOf, type WindowResolution } from "../../window/mod.ts";

/** What the venue says of a window. `isCached`: nothing was requested for it. */
export interface WindowFacts {
  readonly market: WindowMarket | null;
  readonly resolution: WindowResolution | null;
  readonly isCached: boolean;
}

/** A window by its slug. `isEnded`: it may be resolved. `isPast`: it ended long ago. */
export interface FactsQuery {
  readonly slug: string;
  readonly isEnded: boolean;
  readonly isPast: boolean;
}

/** Finds what the venue says. */
export class WindowFactsCache extends Context.Service<WindowFactsCache, {
  /**
   * Returns the facts of windows, in order. Those that are not known when `timeIsUp` ends are
   * undefined, and still asked for.
   */
  readonly until: (
    queries: ReadonlyArray<FactsQuery>,
    timeIsUp: Effect.Effect<void>,
  ) => Effect.Effect<ReadonlyArray<WindowFacts | undefined>>;
}>()("core/use_case/WindowFactsCache") {}

/**
 * The windows that are asked about at the same time: of the past, and as many of the present, which
 * do not wait behind whoever walks through the past.
 */
export const FACTS_LANES = 4;
/** The windows of either kind that are asked about or wait for it. */
export const FACTS_WAITING_MAX = 1_000;
/** The resolved windows that are kept: some 1 kB each. */
const SETTLED_MAX = 20_000;
const MISSES_MAX = 5_000;
/** How long a window is not asked about again, in milliseconds: not listed, or failed. */
const NOT_LISTED_MS = 15_000;
const FAILED_MS = 5_000;

const NOTHING: WindowFacts = { market: null, resolution: null, isCached: true };

/** The facts over the venue's catalog and its resolutions. */
export const layerWindowFacts: Layer.Layer<WindowFactsCache, never, EventCatalog | Resolutions> =
  Layer.effect(
    WindowFactsCache,
    Effect.gen(function* () {
      const catalog = yield* EventCatalog;
      const resolutions = yield* Resolutions;
      const newLine = Effect.map(Semaphore.make(FACTS_LANES), (lanes) => ({
        lanes,
        running: new Map<string, Fiber.Fiber<WindowFacts>>(),
      }));
      const [past, present] = [yield* newLine, yield* newLine];
      const runFork = Effect.runForkWith(yield* Effect.context<never>());
      const settled = new BoundedMap<string, WindowFacts>(SETTLED_MAX);
      /** Until when a window is not asked about again, unix milliseconds. */
      const missed = new BoundedMap<string, number>(MISSES_MAX);

      const look = Effect.fnUntraced(function* ({ slug, isEnded }: FactsQuery) {
        const event = yield* catalog.event({ by: "slug", slug }, isEnded ? "lasting" : "current");
        const market = windowMarketOf(event.value);
        if (Result.isFailure(market)) {
          yield* Effect.logWarning(`Cannot use the market of slug "${slug}": ${market.failure}`);
          yield* rest(slug, NOT_LISTED_MS);
          return { ...NOTHING, isCached: event.isCached };
        }
        const conditionId = parseConditionId(market.success.conditionId ?? "");
        if (!isEnded || Option.isNone(conditionId)) {
          return { market: market.success, resolution: null, isCached: event.isCached };
        }
        // Without the resolution the market is still told.
        const asked = yield* Effect.result(resolutions.of(conditionId.value));
        const found = Option.flatten(Option.map(Result.getSuccess(asked), ({ value }) => value));
        const resolution = Option.getOrNull(Option.flatMap(found, toResolution));
        const facts: WindowFacts = { market: market.success, resolution, isCached: true };
        if (resolution !== null && !market.success.isAcceptingOrders) settled.set(slug, facts);
        const isCached = event.isCached && Result.isSuccess(asked) && asked.success.isCached;
        return { ...facts, isCached };
      });

      const rest = (slug: string, ms: number) =>
        Effect.map(Clock.currentTimeMillis, (nowMs) => missed.setNewest(slug, nowMs + ms));

      const ask = (query: FactsQuery, lanes: Semaphore.Semaphore) =>
        lanes.withPermits(1)(look(query)).pipe(
          Effect.catchTags({
            NotListed: () => rest(query.slug, NOT_LISTED_MS),
            ProviderFailed: () => rest(query.slug, FAILED_MS),
          }),
          Effect.map((facts): WindowFacts => facts ?? { ...NOTHING, isCached: false }),
        );

      /** Joins who asks already. Undefined where too many wait. */
      const join = (query: FactsQuery): Fiber.Fiber<WindowFacts> | undefined => {
        const { running, lanes } = query.isPast ? past : present;
        const known = running.get(query.slug);
        if (known !== undefined || running.size >= FACTS_WAITING_MAX) return known;
        const fiber = runFork(ask(query, lanes));
        running.set(query.slug, fiber);
        fiber.addObserver(() => running.delete(query.slug));
        return fiber;
      };

      const until = Effect.fnUntraced(function* (
        queries: ReadonlyArray<FactsQuery>,
        timeIsUp: Effect.Effect<void>,
      ) {
        const nowMs = yield* Clock.currentTimeMillis;
        const found = queries.map(({ slug }): WindowFacts | undefined =>
          settled.get(slug) ?? ((missed.get(slug) ?? 0) > nowMs ? NOTHING : undefined)
        );
        const waiting = queries.flatMap((query, index) => {
          const fiber = found[index] === undefined ? join(query) : undefined;
          return fiber === undefined ? [] : [{ index, fiber }];
        });
        if (waiting.length === 0) return found;
        const joining = Effect.forEach(
          waiting,
          ({ index, fiber }) =>
            Effect.map(Fiber.join(fiber), (facts) => void (found[index] = facts)),
          { concurrency: "unbounded", discard: true },
        );
        yield* Effect.raceFirst(joining, timeIsUp);
        return found;
      });

      return WindowFactsCache.of({ until });
    }),
  );

function toResolution(
  { payoutsE6, reporter, resolvedAtMs }: Resolution,
): Option.Option<WindowResolution> {
  return Option.map(Option.flatMap(payoutsE6, paidOutcome), (outcome) => ({
    outcome,
    atMs: Option.getOrNull(resolvedAtMs),
    source: Option.getOrNull(reporter),
  }));
}
