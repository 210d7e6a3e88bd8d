/**
 * What the oracle's status codes mean for us.
 *
 * @module
 */
import { Result } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import type { HttpAnswer } from "../outbound/mod.ts";

/** The name under which the oracle's failures and calls are known. */
export const ORACLE = "oracle";

/**
 * An answer that says something about reports: 200, 206 (a bulk answer that lacks some) or 404.
 *
 * The provider does not document how it says "no such report": clients in the field have met both
 * a 404 and a 400 that speaks of bounds, so both become a 404 here.
 */
export function usableAnswer(answer: HttpAnswer): Result.Result<HttpAnswer, ProviderFailed> {
  const { status, text } = answer;
  if (status === 200 || status === 206 || status === 404) return Result.succeed(answer);
  if (status === 400 && /out of bounds/i.test(text)) {
    return Result.succeed({ ...answer, status: 404 });
  }
  return Result.fail(
    new ProviderFailed({
      provider: ORACLE,
      reason: status === 429 ? "limited" : status >= 500 ? "unreachable" : "refused",
      cause: new Error(`status ${status}: ${text.slice(0, 200)}`),
    }),
  );
}

/** Whether the same question may find a better answer a moment later. */
export function isTransient(failure: ProviderFailed): boolean {
  return failure.reason !== "refused" && failure.reason !== "unreadable";
}
