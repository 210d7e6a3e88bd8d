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
  publishedFee,
  type Trade,
} from "../../fee/mod.ts";
import { EventCatalog } from "../../port/event_catalog.ts";
import type { UnixSec } from "../../time/mod.ts";
import { describeEvent, type EventReference, type VenueEvent } from "../../venue/mod.ts";

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

/** An event's fee and the estimate for a trade. */
export interface EventFeeEstimate<Estimate> extends EventFee {
  readonly estimate: Estimate;
}

/** The terms without a rule: the formula gives 0. */
const NO_TERMS: LegacyTerms = { rate: BigDecimal.fromBigInt(0n), exponent: 0 };

/** Fetches the event and matches its current tags: the venue edits the tags of listed events. */
const eventWithRule = Effect.fnUntraced(function* ({ reference, atSec }: EventFeeQuestion) {
  const catalog = yield* EventCatalog;
  const { value: event, isCached } = yield* catalog.event(reference, "current");
  return { event, matched: feeRuleFor(event.tags, atSec), isCached };
});

/** Returns the taker fee of an event by the tag rules. */
export const eventFee = Effect.fn("eventFee")(function* (question: EventFeeQuestion) {
  const { event, matched, isCached } = yield* eventWithRule(question);
  return { event, config: configOfRule(matched), isCached } satisfies EventFee;
});

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
    const unclear = event.unreadableMarkets.find(({ fee }) => Option.isNone(fee));
    // Its fee is unknown: the market may carry a schedule that differs from the others.
    if (unclear !== undefined) {
      const because = `the fee data of its market ${unclear.named} cannot be read`;
      return yield* new FeeScheduleUnusable({ named, because });
    }
    const fees = event.unreadableMarkets.flatMap(({ fee }) => Option.toArray(fee));
    const published = publishedFee([...event.markets, ...fees]);
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
