/**
 * The fee of an event, and estimates for a trade in it by either formula.
 *
 * @module
 */
import { BigDecimal, Effect, Option } from "effect";
import {
  configOfRule,
  configOfSchedule,
  estimateFlatFee,
  estimateLegacyFee,
  type FeeConfig,
  feeRuleFor,
  FeeScheduleUnusable,
  type FlatEstimate,
  type LegacyEstimate,
  type LegacyTerms,
  type PublishedFee,
  publishedFee,
  type Trade,
} from "../../fee/mod.ts";
import { EventCatalog } from "../../port/event_catalog.ts";
import type { UnixSec } from "../../time/mod.ts";
import {
  describeEvent,
  type EventReference,
  type MarketFee,
  type VenueEvent,
} from "../../venue/mod.ts";

/** The event, and the instant whose rules apply. */
export interface EventFeeQuestion {
  readonly reference: EventReference;
  readonly atSec: UnixSec;
}

/** An event's fee. `isCached`: no request was made to the venue. */
export interface EventFee {
  readonly event: VenueEvent;
  readonly config: FeeConfig;
  readonly isCached: boolean;
}

/** An event's fee by the tag rules, and beside it what the venue itself publishes. */
export interface EventFeeFacts extends EventFee {
  /** None where a market of the event carries no schedule or cannot be read, or two differ. */
  readonly published: Option.Option<PublishedFee>;
  /** When the venue was asked for it, unix milliseconds. */
  readonly publishedAtMs: number;
}

/** An event's fee and the estimate for a trade. */
export interface EventFeeEstimate<Estimate> extends EventFee {
  readonly estimate: Estimate;
}

/** The terms without a rule: the formula gives 0. */
const NO_TERMS: LegacyTerms = { rate: BigDecimal.fromBigInt(0n), exponent: 0 };

/** Fetches the event and matches its current tags: the venue edits the tags of listed events. */
const eventWithRule = Effect.fnUntraced(function* ({ reference, atSec }: EventFeeQuestion) {
  const catalog = yield* EventCatalog;
  const { value: event, askedAtMs, isCached } = yield* catalog.event(reference, "current");
  return { event, matched: feeRuleFor(event.tags, atSec), askedAtMs, isCached };
});

/** Returns the taker fee of an event by the tag rules, and as the venue publishes it. */
export const eventFee = Effect.fn("eventFee")(function* (question: EventFeeQuestion) {
  const { event, matched, askedAtMs, isCached } = yield* eventWithRule(question);
  return {
    event,
    config: configOfRule(matched),
    published: unclearMarket(event) === undefined ? publishedFee(marketFees(event)) : Option.none(),
    publishedAtMs: askedAtMs,
    isCached,
  } satisfies EventFeeFacts;
});

/** The fee of this market is unknown: it may carry a schedule that differs from the others. */
function unclearMarket({ unreadableMarkets }: VenueEvent) {
  return unreadableMarkets.find(({ fee }) => Option.isNone(fee));
}

function marketFees({ markets, unreadableMarkets }: VenueEvent): ReadonlyArray<MarketFee> {
  return [...markets, ...unreadableMarkets.flatMap(({ fee }) => Option.toArray(fee))];
}

/** Estimates the fee of a trade by the tag rules and the formula with an exponent. */
export const legacyFeeEstimate = Effect.fn("legacyFeeEstimate")(
  function* (question: EventFeeQuestion, trade: Trade) {
    const { event, matched, isCached } = yield* eventWithRule(question);
    const terms = Option.match(matched, { onNone: () => NO_TERMS, onSome: ({ rule }) => rule });
    return {
      event,
      config: configOfRule(matched),
      estimate: estimateLegacyFee(trade, terms),
      isCached,
    } satisfies EventFeeEstimate<LegacyEstimate>;
  },
);

/**
 * Estimates the fee of a trade by the flat formula.
 *
 * Uses the rate that the venue publishes now if all markets of the event agree on it, or else the
 * rate of the tag rule. Fails if the venue publishes a schedule that the formula cannot express.
 */
export const flatFeeEstimate = Effect.fn("flatFeeEstimate")(
  function* ({ reference, atSec }: EventFeeQuestion, trade: Trade) {
    const catalog = yield* EventCatalog;
    const { value: event, isCached } = yield* catalog.event(reference, "current");
    const named = describeEvent(reference);
    const unclear = unclearMarket(event);
    if (unclear !== undefined) {
      const because = `the fee data of its market ${unclear.named} cannot be read`;
      return yield* new FeeScheduleUnusable({ named, because });
    }
    const published = publishedFee(marketFees(event));
    const config = Option.isSome(published)
      ? yield* Effect.fromResult(configOfSchedule(published.value, named))
      : configOfRule(feeRuleFor(event.tags, atSec));
    return {
      event,
      config,
      estimate: estimateFlatFee(trade, config.rate),
      isCached,
    } satisfies EventFeeEstimate<FlatEstimate>;
  },
);
