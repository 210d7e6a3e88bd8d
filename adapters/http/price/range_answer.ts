/**
 * Answers a range: its windows, their targets and, on request, their outcomes.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { Asset, Interval } from "../../../core/market/mod.ts";
import {
  type RequestedRange,
  targetRange,
  withinOneBudget,
} from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { outcomeBodies } from "./outcome_body.ts";
import type { OutcomeDetail } from "./outcome_detail.ts";
import { refusalOfAll } from "./price_body.ts";
import { arrayTexts, rangeBody, retryAfterSec, withMeta } from "./range_body.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { makeWindowWriter } from "./window_text.ts";

/** A range of one asset and interval. */
export interface RangeQuestion {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly range: RequestedRange;
}

const writeWindow = makeWindowWriter();

/**
 * Returns the text of the fields that follow the envelope, and the targets they were written from.
 */
export const rangeAnswer = Effect.fnUntraced(
  function* (question: RangeQuestion, detail: OutcomeDetail) {
    const venue = yield* Venue;
    const { targets, isCached } = yield* targetRange(question);
    const refusal = refusalOfAll(targets.map(({ result }) => result));
    if (refusal !== undefined) return yield* new Refused(refusal);
    const { asset } = question;
    const ended = yield* outcomeBodies(detail, { asset, targets });
    const windows = targets.map((target) => writeWindow(venue, asset, target));
    const history = detail === "nothing"
      ? windows.map(({ item }) => item)
      : windows.map(({ item }, index) => withMeta(item, ended.metas[index]));
    const leftCount = targets.filter(({ result }) => Option.isNone(result)).length;
    return {
      fields: [
        `"range":${JSON.stringify(rangeBody(question.range))},"count":${history.length},"history":`,
        ...arrayTexts(history),
        `,"timeseries":`,
        ...arrayTexts(windows.map(({ point }) => point)),
      ],
      targets,
      isCached: isCached && ended.isCached,
      ...retryAfterSec(leftCount + ended.leftCount),
    };
  },
  (answer, _, detail) => detail === "nothing" ? answer : withinOneBudget(answer),
);
