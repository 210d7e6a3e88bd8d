/** The contract that every adapter of the `EventCatalog` port must meet. @module */
import { describe, expect } from "bun:test";
import { BigDecimal, Effect, Option, type Scope } from "effect";
import fc from "fast-check";
import type { EventCatalog } from "../../core/port/event_catalog.ts";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { VenueEvent, VenueMarket } from "../../core/venue/mod.ts";
import { runScoped } from "../still_run.ts";
import { claimIn, type Skips } from "./price_feed_contract.ts";
import { stagedMarket as marketWithFee } from "../stage/staged_event.ts";
import { conditionOf } from "../condition.ts";

/** The world of a contract test, which each adapter stages. */
export interface EventCatalogWorld {
  readonly name: string;
  /** Makes a catalog of a venue that lists exactly these events under their names. */
  readonly stage: (
    events: ReadonlyArray<VenueEvent>,
  ) => Effect.Effect<EventCatalog["Service"], unknown, ProviderWatch | Scope.Scope>;
  readonly skip?: Skips;
}

const decimal = (text: string) => BigDecimal.normalize(BigDecimal.fromStringUnsafe(text));

/** Returns a 256-bit number unique to the text. */
function numberOf(text: string): bigint {
  return BigInt(`0x${Buffer.from(text).toString("hex").padEnd(62, "0").slice(0, 62)}`);
}

/** Returns an open, deployed market with fees. Its ids follow from the slug. */
export function stagedMarket(slug: string, changes: Partial<VenueMarket> = {}): VenueMarket {
  const number = numberOf(slug);
  return {
    ...marketWithFee({}),
    id: String(number % 1_000_000_007n),
    slug,
    question: `What of ${slug}?`,
    conditionId: Option.some(conditionOf(number)),
    outcomes: [
      { name: "Up", tokenId: Option.some(String(number)) },
      { name: "Down", tokenId: Option.some(String(number + 1n)) },
    ],
    tickSize: Option.some(decimal("0.01")),
    orderSizeMin: Option.some(decimal("5")),
    feeSchedule: Option.some({
      rate: decimal("0.07"),
      exponent: decimal("1"),
      rebateRate: decimal("0.2"),
      isTakerOnly: true,
    }),
    ...changes,
  };
}

/** Returns an open event with one market of the same name, or the given markets. */
export function stagedEvent(slug: string, changes: Partial<VenueEvent> = {}): VenueEvent {
  return {
    id: String(numberOf(slug) % 998_244_353n),
    slug,
    title: `All of ${slug}`,
    tags: [{ slug: "5M", label: "5M" }, { slug: "up-or-down", label: "Up or Down" }],
    isClosed: false,
    markets: [stagedMarket(slug)],
    unreadableMarkets: [],
    ...changes,
  };
}

/** Names that a path, query or lookup could misread. */
export const ODD_NAMES = [
  "",
  ".",
  "..",
  "../staged",
  "staged/../staged",
  "slug/staged",
  "staged/tags",
  "staged?x=1",
  "staged#x",
  "staged ",
  " staged",
  "STAGED",
  "staged%00",
  "%73taged",
  "staged\n",
  "staged;x",
  "\\staged",
  "keyset",
  "constructor",
  "__proto__",
  "‮staged",
  "\ud800",
  "x".repeat(10_000),
] as const;

/** Declares the contract's tests for one adapter. */
export function eventCatalogContract(world: EventCatalogWorld): void {
  describe(`EventCatalog contract: ${world.name}`, () => {
    const claim = claimIn(world);

    const within = <A, E>(
      events: ReadonlyArray<VenueEvent>,
      ask: (catalog: EventCatalog["Service"]) => Effect.Effect<A, E>,
    ) => runScoped(Effect.flatMap(world.stage(events), ask));
    const bySlug = (slug: string) => ({ by: "slug", slug }) as const;
    const byId = (id: string) => ({ by: "id", id }) as const;

    claim("finds a market by its slug, with its event and its tags", async () => {
      const event = stagedEvent("whole", {
        markets: [stagedMarket("first"), stagedMarket("second")],
      });
      const { value } = await within(
        [stagedEvent("other"), event],
        (catalog) => catalog.market("second", "lasting"),
      );
      const { id, slug, title, tags } = event;
      expect(value).toEqual({
        market: stagedMarket("second"),
        event: Option.some({ id, slug, title }),
        tags,
      });
    });

    claim(
      "finds markets of every kind with every field, digit and place in their event",
      async () => {
        const rates = ["0.25", "0.0175", "0.072", "0"].map((rate, at) =>
          stagedMarket(`rate-${at}`, {
            tickSize: Option.some(decimal("0.0001")),
            feeSchedule: Option.some({
              rate: decimal(rate),
              exponent: decimal("2"),
              rebateRate: decimal("0.15"),
              isTakerOnly: false,
            }),
          })
        );
        const markets = [
          ...rates,
          stagedMarket("closed", { isClosed: true, isAcceptingOrders: false }),
          stagedMarket("undeployed", {
            conditionId: Option.none(),
            outcomes: ["Yes", "No"].map((name) => ({ name, tokenId: Option.none() })),
            isActive: false,
          }),
          stagedMarket("free", {
            areFeesEnabled: Option.some(false),
            feeType: Option.none(),
            feeSchedule: Option.none(),
          }),
          stagedMarket("slow", { delaySec: 3, isNegRisk: true, tickSize: Option.none() }),
          ...Array.from({ length: 300 }, (_, at) => stagedMarket(`m-${at}`)),
        ];
        const event = stagedEvent("mixed", { isClosed: true, markets, tags: [] });
        const found = await within([event], (catalog) =>
          Effect.all([
            catalog.event(bySlug("mixed"), "current"),
            ...markets.slice(0, 8).map(({ slug }) => catalog.market(slug, "current")),
          ]));
        expect(found.map(({ value }) => "market" in value ? value.market : value))
          .toEqual([event, ...markets.slice(0, 8)]);
      },
    );

    claim("reports an unlisted event with the identifier of the request", async () => {
      const event = stagedEvent("here", { markets: [stagedMarket("inside")] });
      const failures = await within([event], (catalog) =>
        Effect.all([
          catalog.event(bySlug("elsewhere"), "lasting"),
          catalog.event(byId("999999999"), "lasting"),
          catalog.event(byId("here"), "lasting"),
          catalog.event(bySlug("inside"), "lasting"),
          catalog.market("here", "lasting"),
        ].map((answer) => Effect.flip<unknown, unknown, never>(answer))));
      expect(failures).toMatchObject([
        { _tag: "NotListed", kind: "event", named: 'slug "elsewhere"' },
        { _tag: "NotListed", kind: "event", named: 'id "999999999"' },
        { _tag: "NotListed", kind: "event", named: 'id "here"' },
        { _tag: "NotListed", kind: "event", named: 'slug "inside"' },
        { _tag: "NotListed", kind: "market", named: 'slug "here"' },
      ]);
    });

    claim("lists nothing under an odd name", async () => {
      const failures = await within(
        [stagedEvent("staged")],
        (catalog) =>
          Effect.forEach(ODD_NAMES, (name) =>
            Effect.all([
              Effect.flip(catalog.event(bySlug(name), "lasting")),
              Effect.flip(catalog.event(byId(name), "lasting")),
              Effect.flip(catalog.market(name, "lasting")),
            ])),
      );
      expect(failures.flat().filter(({ _tag }) => _tag !== "NotListed")).toEqual([]);
    });

    claim("finds an event by its whole slug, or its id, with every field", async () => {
      const slug = fc.string({ unit: fc.constantFrom(..."aA.-_0"), minLength: 1, maxLength: 4 })
        .filter((text) => text !== "." && text !== "..");
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(slug, { minLength: 2, maxLength: 6 }), async (slugs) => {
          const [missing = "", ...listed] = slugs;
          const events = listed.map((slug, at) =>
            stagedEvent(slug, { id: String(at + 1), markets: [stagedMarket(`market-${at}`)] })
          );
          const found = await within(events, (catalog) =>
            Effect.all([
              Effect.forEach(
                events,
                ({ id, slug }) =>
                  Effect.all([
                    catalog.event(bySlug(slug), "lasting"),
                    catalog.event(byId(id), "current"),
                  ]),
              ),
              Effect.flip(catalog.event(bySlug(missing), "lasting")),
            ]));
          expect(found[0].map((both) => both.map(({ value }) => value)))
            .toEqual(events.map((event) => [event, event]));
          expect(found[1]).toMatchObject({ _tag: "NotListed", named: `slug "${missing}"` });
        }),
        { numRuns: 25 },
      );
    });

    claim("has an answer at hand when the same was asked just now", async () => {
      const event = stagedEvent("twice");
      const answers = await within([event], (catalog) =>
        Effect.andThen(
          Effect.all([
            catalog.event(bySlug("twice"), "current"),
            catalog.market("twice", "current"),
          ]),
          Effect.all([
            catalog.event(bySlug("twice"), "current"),
            catalog.event(bySlug("twice"), "lasting"),
            catalog.event(byId(event.id), "current"),
            catalog.market("twice", "current"),
          ]),
        ));
      expect(answers.map(({ isCached }) => isCached)).toEqual([true, true, true, true]);
    });
  });
}
