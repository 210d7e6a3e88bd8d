/** A simulated metadata service for the adapter's tests, and catalogs pointed at it. @module */
import { BigDecimal, Effect, Logger, Option, References, type Result } from "effect";
import { makePolymarketEventCatalog } from "../../../../adapters/polymarket/event_catalog.ts";
import { makeSandboxClock, type SandboxClock } from "../../../../app/simulator/kit/clock.ts";
import type { CatalogAnswer, Freshness, NotListed } from "../../../../core/port/event_catalog.ts";
import type { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import type { ProviderWatch } from "../../../../core/port/provider_watch.ts";
import type {
  EventReference,
  ListedMarket,
  VenueEvent,
  VenueMarket,
} from "../../../../core/venue/mod.ts";
import { scopedVenueSimulator } from "../../../simulator/kit/scoped_simulator.ts";
import { makeStillClock, ms, type StillClock } from "../../../simulator/kit/support.ts";
import { runStill } from "../../../still_run.ts";
import { type Written, writtenEvent } from "./gamma_sample.ts";

/** Starts the service for as long as the scope lives. */
export const makeGamma = Effect.fnUntraced(function* (clock: SandboxClock = makeSandboxClock()) {
  const { send, ...simulator } = yield* scopedVenueSimulator("venue-metadata", { clock });
  return {
    ...simulator,
    /** A catalog of its own, which remembers nothing yet. */
    makeCatalog: makePolymarketEventCatalog({ gammaUrl: simulator.url }),
    put: (event: Written) => send("PUT", "/__event", event),
  };
});

/** The event that is listed in {@linkcode withCatalog}, by its names. */
export const EVENT = { by: "slug", slug: "btc-updown-5m-1773307200" } as const;
export const EVENT_BY_ID = { by: "id", id: "260654" } as const;

/** When {@linkcode withCatalog} begins. */
const START = "2026-11-20T12:30:00Z";

/** What comes of a request. */
export type Asked = Result.Result<
  CatalogAnswer<VenueEvent | ListedMarket>,
  NotListed | ProviderFailed
>;

/** Runs with a catalog over a service that lists the sample event, and the simulator's own. */
export function withCatalog<A, E>(
  body: (test: CatalogTest) => Effect.Effect<A, E, ProviderWatch>,
): Promise<A> {
  const clock = makeStillClock(ms(START));
  const warnings: Array<string> = [];
  const logger = Logger.make(({ logLevel, message, fiber }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations);
    if (logLevel === "Warn") warnings.push(JSON.stringify([message, annotations]));
  });
  const program = Effect.flatMap(makeCatalogTest(clock, warnings), body);
  return runStill(clock, Effect.provide(program, Logger.layer([logger])));
}

/** `warnings`: what was warned of, with its annotations. */
const makeCatalogTest = Effect.fnUntraced(function* (
  clock: StillClock,
  warnings: ReadonlyArray<string>,
) {
  const gamma = yield* makeGamma(clock);
  yield* gamma.put(writtenEvent());
  const catalog = yield* gamma.makeCatalog;
  return {
    ...gamma,
    warnings,
    /** Requests an event, by default {@linkcode EVENT}. */
    event: (freshness: Freshness, reference: EventReference = EVENT): Effect.Effect<Asked> =>
      Effect.result(catalog.event(reference, freshness)),
    /** Requests a market as it is now, by default the first of that event. */
    market: (slug = "market-1"): Effect.Effect<Asked> =>
      Effect.result(catalog.market(slug, "current")),
    /** Moves the clock, which stands still otherwise. */
    advance: (sec: number) => clock.set(clock.nowMs() + sec * 1000),
  };
});

type CatalogTest = Effect.Success<ReturnType<typeof makeCatalogTest>>;

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
  const tokenIds = market.outcomes.flatMap(({ tokenId }) => Option.toArray(tokenId));
  const number = (value: BigDecimal.BigDecimal) => BigDecimal.toNumberUnsafe(value);
  const { getOrUndefined, map } = Option;
  // What is undefined is not written.
  return {
    id: market.id,
    slug: market.slug,
    question: market.question,
    version: getOrUndefined(market.protocol),
    conditionId: getOrUndefined(market.conditionId),
    outcomes: JSON.stringify(market.outcomes.map(({ name }) => name)),
    clobTokenIds: tokenIds.length === 0 ? undefined : JSON.stringify(tokenIds),
    negRisk: market.isNegRisk,
    orderPriceMinTickSize: getOrUndefined(map(market.tickSize, number)),
    orderMinSize: getOrUndefined(map(market.orderSizeMin, number)),
    active: market.isActive,
    closed: market.isClosed,
    acceptingOrders: market.isAcceptingOrders,
    secondsDelay: market.delaySec === 0 ? undefined : market.delaySec,
    feesEnabled: getOrUndefined(market.areFeesEnabled),
    feeType: Option.getOrNull(market.feeType),
    feeSchedule: getOrUndefined(
      map(market.feeSchedule, ({ rate, exponent, rebateRate, isTakerOnly }) => ({
        exponent: number(exponent),
        rate: number(rate),
        takerOnly: isTakerOnly,
        rebateRate: number(rebateRate),
      })),
    ),
  };
}
