/** Events and markets of the primary venue, as its catalog would list them. @module */
import { BigDecimal, Option } from "effect";
import type { UnreadableMarket, VenueEvent, VenueMarket } from "../../core/venue/mod.ts";

/** An event with these tags and markets. */
export function stagedEvent(
  { id, slug, tags = [], markets = [], unreadableMarkets = [] }: {
    readonly id: string;
    readonly slug: string;
    readonly tags?: ReadonlyArray<string>;
    readonly markets?: ReadonlyArray<VenueMarket>;
    readonly unreadableMarkets?: ReadonlyArray<UnreadableMarket>;
  },
): VenueEvent {
  return {
    id,
    slug,
    title: `Event ${id}`,
    tags: tags.map((tag) => ({ slug: tag, label: `Label of ${tag}` })),
    isClosed: false,
    markets,
    unreadableMarkets,
  };
}

/** What a market publishes about its fee. */
export interface StagedFee {
  readonly rate?: string;
  readonly exponent?: string;
  readonly feeType?: string;
  readonly areFeesEnabled?: boolean;
}

/** A market that publishes this schedule. */
export function stagedMarket(
  { rate = "0.07", exponent = "1", feeType = "crypto_fees_v2", areFeesEnabled = true }: StagedFee,
): VenueMarket {
  return {
    id: "1",
    slug: "a-market",
    question: "Up or down?",
    protocol: Option.some("v1"),
    conditionId: Option.none(),
    outcomes: [],
    isNegRisk: false,
    tickSize: Option.none(),
    orderSizeMin: Option.none(),
    isActive: true,
    isClosed: false,
    isAcceptingOrders: true,
    delaySec: 0,
    areFeesEnabled: Option.some(areFeesEnabled),
    feeType: Option.some(feeType),
    feeSchedule: Option.some({
      rate: BigDecimal.fromStringUnsafe(rate),
      exponent: BigDecimal.fromStringUnsafe(exponent),
      rebateRate: BigDecimal.fromStringUnsafe("0.2"),
      isTakerOnly: true,
    }),
  };
}
