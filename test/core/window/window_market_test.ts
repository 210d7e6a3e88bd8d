import { describe, expect, test } from "bun:test";
import { BigDecimal, Option, Result } from "effect";
import { parseConditionId, type VenueEvent, type VenueMarket } from "../../../core/venue/mod.ts";
import { windowMarketOf } from "../../../core/window/mod.ts";

const MARKET: VenueMarket = {
  id: "1",
  slug: "window",
  question: "Up or down?",
  protocol: Option.some("v1"),
  conditionId: parseConditionId(`0x${"4f".repeat(32)}`),
  outcomes: ["Up", "Down"].map((name, at) => ({
    name,
    tokenId: Option.some(
      `4691783660788650587911281129504788253036471308755252819357332553466375110270${at}`,
    ),
  })),
  isNegRisk: false,
  tickSize: BigDecimal.fromString("0.01"),
  orderSizeMin: BigDecimal.fromString("5"),
  isActive: true,
  isClosed: false,
  isAcceptingOrders: true,
  delaySec: 0,
  areFeesEnabled: Option.none(),
  feeType: Option.none(),
  feeSchedule: Option.none(),
};

const found = (...markets: ReadonlyArray<Partial<VenueMarket>>) => {
  const event: VenueEvent = {
    id: "1",
    slug: "window",
    title: "Window",
    tags: [],
    isClosed: false,
    unreadableMarkets: [],
    markets: markets.map((market) => ({ ...MARKET, ...market })),
  };
  return windowMarketOf(event);
};
const marketOf = (market: Partial<VenueMarket>) => Result.getOrThrow(found(market));

describe("windowMarketOf()", () => {
  test("has the protocol that the catalog states only if the ids have its layout", () => {
    expect(marketOf({}).protocol).toBe("v1");
    expect(marketOf({ protocol: Option.some("v2") }).protocol).toBeNull();
    expect(marketOf({ protocol: Option.none() }).protocol).toBeNull();
    expect(marketOf({ conditionId: Option.none() })).toMatchObject({
      protocol: null,
      conditionId: null,
    });
  });

  test("has no fee where the venue says nothing, and one of 0 where it says there is none", () => {
    expect(marketOf({}).fee).toBeNull();
    const fee = marketOf({ areFeesEnabled: Option.some(false) }).fee;
    expect(fee && BigDecimal.isZero(fee.rate)).toBe(true);
  });

  test("takes orders only while the venue lists the market as active and open", () => {
    expect(marketOf({}).isAcceptingOrders).toBe(true);
    for (const change of [{ isActive: false }, { isClosed: true }, { isAcceptingOrders: false }]) {
      expect(marketOf(change).isAcceptingOrders).toBe(false);
    }
  });

  test("is none where it is not certain which market, or which outcome is which", () => {
    const swapped = { outcomes: MARKET.outcomes.toReversed() };
    expect([found(), found({}, {}), found(swapped)].map(Result.isFailure))
      .toEqual([true, true, true]);
  });
});
