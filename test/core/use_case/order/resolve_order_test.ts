import { describe, expect, test } from "bun:test";
import { BigDecimal, Effect, Layer, Option, Result } from "effect";
import { OrderVenue } from "../../../../core/port/order_venue.ts";
import {
  layerOrders,
  type MarketOrderRequest,
  resolveOrder,
} from "../../../../core/use_case/order/mod.ts";
import { layerStagedCatalog } from "../../../memory/event_catalog.ts";
import { makeStagedVenue } from "../../../memory/order_venue.ts";
import { stagedEvent } from "../../../stage/staged_event.ts";
import { PLAIN, termsOf } from "../../../stage/order_world.ts";

const SLUG = "spx-sao-gre-2026-11-28";
const EVENT = "Spx-SAO-Gre-2026-11-28";

/** Resolves an order in a market with these outcomes, whose names its order book writes so too. */
function resolved(
  names: ReadonlyArray<string>,
  fields: Partial<MarketOrderRequest> = {},
  inBook: (name: string) => string = (name) => name,
) {
  const market = {
    ...PLAIN,
    slug: SLUG,
    outcomes: names.map((name, at) => ({ name, tokenId: Option.some(`7${at}`) })),
  };
  const staged = makeStagedVenue();
  const terms = termsOf(market);
  const tokens = terms.tokens.map((token) => ({ ...token, outcome: inBook(token.outcome) }));
  staged.exchange.putMarket({ ...terms, tokens });
  const layer = layerOrders.pipe(Layer.provideMerge(Layer.merge(
    layerStagedCatalog([stagedEvent({ id: "1", slug: EVENT, markets: [market] })]),
    Layer.succeed(OrderVenue, staged.venue),
  )));
  const request: MarketOrderRequest = {
    kind: "market",
    market: { by: "slug", slug: SLUG, eventSlug: Option.none() },
    eventSlug: Option.none(),
    outcome: names[0] ?? "",
    side: "BUY",
    amount: BigDecimal.fromBigInt(5n),
    orderType: "FOK",
    isSettledOnly: false,
    limitPrice: Option.none(),
    ...fields,
  };
  return Effect.runPromise(Effect.result(Effect.provide(resolveOrder(request), layer)));
}

const CLUBS = ["S\u00e3o Paulo", "Gr\u00eamio"];

describe("an outcome is found", () => {
  test.each([
    ["Sa\u0303o Paulo", 0],
    ["S\u00c3O PAULO ", 0],
    ["gre\u0302mio", 1],
    ["ＧＲＥ\u0302ＭＩＯ", 1],
  ])("by the name %p", async (outcome, at) => {
    const { instruction } = Result.getOrThrow(await resolved(CLUBS, { outcome }));
    // Named as the venue does, whatever the request wrote.
    expect(instruction).toMatchObject({ outcome: CLUBS[at], tokenId: `7${at}` });
  });

  test("where catalog and order book write its name in two forms", async () => {
    for (const form of ["NFC", "NFD"]) {
      const found = await resolved(CLUBS, {}, (name) => name.normalize(form).toUpperCase());
      expect(Result.isSuccess(found)).toBe(true);
    }
  });

  test("by no other name", async () => {
    const refused = Result.getOrThrow(Result.flip(await resolved(CLUBS, { outcome: "Sao Paulo" })));
    expect(refused).toMatchObject({ _tag: "OutcomeUnknown", outcomes: CLUBS });
  });
});

describe("a market of which two outcomes have one name", () => {
  test.each([
    ["YES", "Yes"],
    ["S\u00e3o Paulo", "Sa\u0303o Paulo"],
    ["Straße", "STRASSE"],
    ["Up", "Up"],
  ])("is not traded, and says so: %p and %p", async (one, other) => {
    for (const outcome of [one, other, "Draw"]) {
      const refused = Result.getOrThrow(
        Result.flip(await resolved([one, "Draw", other], { outcome })),
      );
      expect(refused).toMatchObject({
        _tag: "OutcomesAlike",
        message: `Cannot trade "${SLUG}" here: its outcomes "${one}" and "${other}" differ by no ` +
          "more than case or Unicode form",
      });
    }
  });
});

test("A market is inside its event in whatever case the venue writes its slug", async () => {
  const inside = { eventSlug: Option.some(EVENT.toLowerCase()) };
  expect(Result.isSuccess(await resolved(CLUBS, inside))).toBe(true);
  const elsewhere = { eventSlug: Option.some("spx-sao-gre") };
  expect(Result.getOrThrow(Result.flip(await resolved(CLUBS, elsewhere)))._tag)
    .toBe("MarketElsewhere");
});
