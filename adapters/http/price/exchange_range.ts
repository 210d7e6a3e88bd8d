/**
 * The windows, or the denser points, that the exchange decides.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import type { Interval } from "../../../core/market/mod.ts";
import { e18ToNumber, type TargetSource } from "../../../core/price/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { exchangePoints, type RangeTarget } from "../../../core/use_case/price/mod.ts";
import { Venue, type VenueChoice } from "../../../core/use_case/venue/mod.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { refuse } from "../wire/kind.ts";
import { type OutcomeDetail, readOutcomeDetail } from "./outcome_detail.ts";
import { envelopeBody } from "./price_envelope.ts";
import { rangeAnswer, type RangeQuestion } from "./range_answer.ts";
import { rangeBody, withFields } from "./range_body.ts";
import { type ExchangeQuestion, type ExchangeRange, rangeOf } from "./wire_history.ts";
import { ASSET_DEFAULT } from "./wire_question.ts";

interface Question extends RangeQuestion {
  readonly interval: "1hour" | "daily";
}

/** Answers a question. */
export const exchangeRange = Effect.fnUntraced(
  function* (sent: typeof ExchangeQuestion.static, { nowMs }: HandlerCall) {
    const { question, mode, detail } = yield* Effect.fromResult(readQuestion(sent));
    const { method, fields, ...rest } = yield* mode === "market"
      ? marketFields(question, detail)
      : sourceFields(question);
    const envelope = { ...envelopeBody({ ...question, nowMs }), mode, method };
    return { body: withFields(envelope, fields).as<typeof ExchangeRange.static>(), ...rest };
  },
);

function readQuestion(sent: typeof ExchangeQuestion.static) {
  return Result.gen(function* () {
    const { asset = ASSET_DEFAULT, type: interval, mode = "market" } = sent;
    const detail = yield* readOutcomeDetail(sent);
    if (detail !== "nothing" && mode === "source") {
      const hint = "Points have no outcome; send mode=market";
      return yield* refuse({ name: "includeOutcomeMeta" }, true, hint);
    }
    const question: Question = { asset, interval, range: rangeOf(sent) };
    return { question, mode, detail };
  });
}

const marketFields = Effect.fnUntraced(function* (question: Question, detail: OutcomeDetail) {
  const { fields, targets, ...rest } = yield* rangeAnswer(question, detail);
  const method = methodOf(targets) ?? usualMethod(yield* Venue, question.interval);
  return { method, fields, ...rest };
});

/**
 * Returns the source of the items that have a price; the most frequent one if there are several.
 */
function methodOf(targets: ReadonlyArray<RangeTarget>): TargetSource | undefined {
  const counts = new Map<TargetSource, number>();
  for (const { result } of targets) {
    const target = Option.getOrUndefined(Option.flatMap(result, Result.getSuccess));
    if (target !== undefined) counts.set(target.source, (counts.get(target.source) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0];
}

/** Returns the source of a single window, for an answer without a price. */
function usualMethod({ profile }: VenueChoice, interval: Interval): TargetSource {
  if (interval === "1hour") return "aggTrades";
  return profile.dailyOpen === "day_candle" ? "klines" : "klines_1m";
}

const sourceFields = Effect.fnUntraced(function* (question: Question) {
  const { answer: { method, points }, isCached } = yield* exchangePoints(question);
  const body: Pick<typeof ExchangeRange.static, "range" | "count" | "points"> = {
    range: rangeBody(question.range),
    count: points.length,
    points: points.map(({ atSec, source, priceE18 }) => ({
      timestamp: atSec,
      timestamp_iso: toIso(atSec),
      source,
      price: e18ToNumber(priceE18),
    })),
  };
  return { method, fields: [JSON.stringify(body).slice(1, -1)], isCached };
});
