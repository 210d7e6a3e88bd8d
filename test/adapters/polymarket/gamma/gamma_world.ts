/**
 * A simulated metadata service for the adapter's tests, and catalogs pointed at it.
 *
 * @module
 */
import { BigDecimal, Effect, Layer, Logger, Option, References, type Result } from "effect";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import { makePolymarketEventCatalog } from "../../../../adapters/polymarket/event_catalog.ts";
import { makeSandboxClock, type SandboxClock } from "../../../../app/simulator/kit/clock.ts";
import type {
  CatalogAnswer,
  EventCatalog,
  Freshness,
  NotListed,
  ProviderFailed,
} from "../../../../core/port/mod.ts";
import type {
  EventReference,
  ListedMarket,
  VenueEvent,
  VenueMarket,
} from "../../../../core/venue/mod.ts";
import { scopedVenueSimulator } from "../../../simulator/kit/scoped_simulator.ts";
import { layerStillClock, makeStillClock, ms } from "../../../simulator/kit/support.ts";
import { type Written, writtenEvent } from "./gamma_sample.ts";

/** Starts the service for as long as the scope lives. */
export const makeGamma = Effect.fnUntraced(function* (clock: SandboxClock = makeSandboxClock()) {
  const { send, ...simulator } = yield* scopedVenueSimulator("venue-metadata", { clock });
  return {
    ...simulator,
    /** A catalog of its own, which remembers nothing yet. */
    makeCatalog: makePolymarketEventCatalog({ gammaUrl: simulator.url }).pipe(
      Effect.provide(layerProviderWatch({ providers: [], off: [] })),
    ),
    put: (event: Written) => send("PUT", "/__event", event),
  };
});

/** The event that is listed in {@linkcode withCatalog}, by its names. */
export const EVENT = { by: "slug", slug: "btc-updown-5m-1773307200" } as const;
export const EVENT_BY_ID = { by: "id", id: "260654" } as const;

/** When {@linkcode withCatalog} begins. */
export const START = "2026-11-20T12:30:00Z";

/** What a test has at hand. */
export interface CatalogTest extends Gamma {
  readonly catalog: EventCatalog["Service"];
  /** Requests an event, by default {@linkcode EVENT}. */
  readonly event: (freshness: Freshness, reference?: EventReference) => Effect.Effect<Asked>;
  /** Requests a market as it is now, by default the first of that event. */
  readonly market: (slug?: string) => Effect.Effect<Asked>;
  /** Moves the clock, which stands still otherwise. */
  readonly advance: (sec: number) => void;
  /** What was warned of, with its annotations. */
  readonly warnings: ReadonlyArray<string>;
}

type Gamma = Effect.Success<ReturnType<typeof makeGamma>>;
/** What comes of a request. */
export type Asked = Result.Result<
  CatalogAnswer<VenueEvent | ListedMarket>,
  NotListed | ProviderFailed
>;

/** Runs with a catalog over a service that lists the sample event, and the simulator's own. */
export function withCatalog<A, E>(body: (test: CatalogTest) => Effect.Effect<A, E>): Promise<A> {
  const clock = makeStillClock(ms(START));
  const warnings: Array<string> = [];
  const logger = Logger.make(({ logLevel, message, fiber }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations);
    if (logLevel === "Warn") warnings.push(JSON.stringify([message, annotations]));
  });
  const program = Effect.gen(function* () {
    const gamma = yield* makeGamma(clock);
    yield* gamma.put(writtenEvent());
    const catalog = yield* gamma.makeCatalog;
    return yield* body({
      ...gamma,
      catalog,
      event: (freshness, reference = EVENT) => Effect.result(catalog.event(reference, freshness)),
      market: (slug = "market-1") => Effect.result(catalog.market(slug, "current")),
      advance: (sec) => clock.set(clock.nowMs() + sec * 1000),
      warnings,
    });
  });
  const layer = Layer.merge(layerStillClock(clock), Logger.layer([logger]));
  return Effect.runPromise(Effect.provide(Effect.scoped(program), layer));
}

/** The event as the service writes it. Unreadable markets have no form of their own. */
export function wireEvent({ id, slug, title, tags, isClosed, markets }: VenueEvent): Written {
  return {
    id,
    slug,
    title,
    closed: isClosed,
    tags: tags.map((tag, at) => ({ id: String(at + 1), ...tag })),
    markets: markets.map(wireMarket),
  };
}

function wireMarket(market: VenueMarket): Written {
  const { outcomes, feeSchedule } = market;
  const tokenIds = outcomes.flatMap(({ tokenId }) => Option.toArray(tokenId));
  const number = (value: BigDecimal.BigDecimal) => BigDecimal.toNumberUnsafe(value);
  const stated = <A>(name: string, value: Option.Option<A>) =>
    Option.match(value, { onNone: () => ({}), onSome: (stated) => ({ [name]: stated }) });
  return {
    id: market.id,
    slug: market.slug,
    question: market.question,
    ...stated("version", market.protocol),
    ...stated("conditionId", market.conditionId),
    outcomes: JSON.stringify(outcomes.map(({ name }) => name)),
    ...(tokenIds.length === 0 ? {} : { clobTokenIds: JSON.stringify(tokenIds) }),
    negRisk: market.isNegRisk,
    ...stated("orderPriceMinTickSize", Option.map(market.tickSize, number)),
    ...stated("orderMinSize", Option.map(market.orderSizeMin, number)),
    active: market.isActive,
    closed: market.isClosed,
    acceptingOrders: market.isAcceptingOrders,
    ...(market.delaySec === 0 ? {} : { secondsDelay: market.delaySec }),
    ...stated("feesEnabled", market.areFeesEnabled),
    feeType: Option.getOrNull(market.feeType),
    ...stated(
      "feeSchedule",
      Option.map(feeSchedule, ({ rate, exponent, rebateRate, isTakerOnly }) => ({
        exponent: number(exponent),
        rate: number(rate),
        takerOnly: isTakerOnly,
        rebateRate: number(rebateRate),
      })),
    ),
  };
}
