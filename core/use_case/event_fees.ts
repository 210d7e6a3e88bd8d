/**
 * The fee of an event, and what a trade in it costs, by either formula.
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
} from "../fee/mod.ts";
import { EventCatalog } from "../port/mod.ts";
import type { UnixSec } from "../time/mod.ts";
import { describeEvent, type EventReference, type VenueEvent } from "../venue/mod.ts";

/** Which event, and by the rules of which instant. */
export interface EventFeeQuestion {
  readonly reference: EventReference;
  readonly atSec: UnixSec;
}

/** An event's fee. `isCached`: the venue was not asked. */
export interface EventFee {
  readonly event: VenueEvent;
  readonly config: FeeConfig;
  readonly isCached: boolean;
}

/** An event's fee, and what a trade costs by it. */
export interface EventFeeEstimate<Estimate> extends EventFee {
  readonly estimate: Estimate;
}

/** No rule: the formula gives 0. */
const NO_TERMS: LegacyTerms = { rate: BigDecimal.fromBigInt(0n), exponent: 0 };

/** The event, and the rule that its tags match. The venue edits the tags of what it has listed. */
const eventWithRule = Effect.fnUntraced(function* ({ reference, atSec }: EventFeeQuestion) {
  const catalog = yield* EventCatalog;
  const { value: event, isCached } = yield* catalog.event(reference, "current");
  return { event, matched: feeRuleFor(event.tags, atSec), isCached };
});

/** What takers pay in an event, by the rules for its tags. */
export const eventFee = Effect.fn("eventFee")(function* (question: EventFeeQuestion) {
  const { event, matched, isCached } = yield* eventWithRule(question);
  return { event, config: configOfRule(matched), isCached } satisfies EventFee;
});

/** What a trade costs by the rules for tags and the formula with an exponent. */
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
 * What a trade costs by the flat formula.
 *
 * The rate is the one the venue publishes now, where all the event's markets agree on it, else that
 * of the rule for its tags. Fails where the venue publishes what the formula does not describe.
 */
export const flatFeeEstimate = Effect.fn("flatFeeEstimate")(
  function* ({ reference, atSec }: EventFeeQuestion, trade: Trade) {
    const catalog = yield* EventCatalog;
    const { value: event, isCached } = yield* catalog.event(reference, "current");
    const named = describeEvent(reference);
    const unclear = event.unreadableMarkets.find(({ fee }) => Option.isNone(fee));
    // It may carry a schedule as well as not.
    if (unclear !== undefined) {
      const because =
        `what the venue says of the fee of its market ${unclear.named} cannot be used`;
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
