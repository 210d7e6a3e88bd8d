/**
 * A cache of the site's recent answers.
 *
 * @module
 */
import { Option, Result } from "effect";
import { BoundedMap } from "../../../core/bounded_map.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { siteKey, type SiteQuestion } from "./site_question.ts";

/** An answer of the site: a price, none if it has none, or a failure. */
export interface SiteAnswer {
  readonly result: Result.Result<Option.Option<bigint>, ProviderFailed>;
  /** When the answer arrived, on the service's clock. */
  readonly atMs: number;
}

/** Answers by request. */
export interface AnswerCache {
  /** Returns the answer, if it is fresh enough for this window. */
  readonly recall: (question: SiteQuestion, nowMs: number) => SiteAnswer | undefined;
  readonly remember: (question: SiteQuestion, answer: SiteAnswer) => void;
  readonly size: () => number;
}

/** About 200 bytes each. Beyond this the oldest are dropped. */
const ANSWERS_MAX = 2_000;
/** A price may be corrected within minutes of the start; later it is final. */
const CORRECTED_WITHIN_MS = 600_000;
const YOUNG_PRICE_LIFE_MS = 300_000;
/** The site's edge keeps an answer for about as long. */
const NULL_LIFE_MS = 10_000;
/** For a window that ended long ago. */
const LASTING_NULL_LIFE_MS = 600_000;
/** A failed call may succeed with the next one, which is due 5 s later. */
const FAILURE_LIFE_MS = 5_000;

/** A price follows a window's start by seconds, so a price missing now was never published. */
const PENDING_AFTER_END_MS = 180_000;

/** Whether the site may still publish a price of the window. */
export function isAwaited({ window }: Pick<SiteQuestion, "window">, nowMs: number): boolean {
  return nowMs <= window.endSec * 1000 + PENDING_AFTER_END_MS;
}

/** Creates an empty cache. */
export function makeAnswerCache(answersMax = ANSWERS_MAX): AnswerCache {
  const answers = new BoundedMap<string, SiteAnswer>(answersMax);
  return {
    recall: (question, nowMs) => {
      const answer = answers.get(siteKey(question));
      if (answer === undefined) return undefined;
      const ageMs = nowMs - answer.atMs;
      return ageMs >= 0 && ageMs < lifeMs(question, answer) ? answer : undefined;
    },
    remember: (question, answer) => answers.setNewest(siteKey(question), answer),
    size: () => answers.size,
  };
}

function lifeMs(question: SiteQuestion, { result, atMs }: SiteAnswer): number {
  if (Result.isFailure(result)) return FAILURE_LIFE_MS;
  if (Option.isNone(result.success)) {
    return isAwaited(question, atMs) ? NULL_LIFE_MS : LASTING_NULL_LIFE_MS;
  }
  const isYoung = atMs < question.window.startSec * 1000 + CORRECTED_WITHIN_MS;
  return isYoung ? YOUNG_PRICE_LIFE_MS : Infinity;
}
