/**
 * Maps the oracle's status codes to failures.
 *
 * @module
 */
import { Result } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import type { HttpAnswer } from "../outbound/mod.ts";

/** The oracle's name in failures, in the log and on the status page. */
export const ORACLE = "oracle";

/**
 * Accepts an answer about reports: 200, 206 (a bulk answer without some) or 404.
 *
 * The provider does not document how it says "no such report": clients have seen both a 404 and a
 * 400 about bounds, so both become a 404 here.
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

/** Whether a retry may succeed a moment later. */
export function isTransient(failure: ProviderFailed): boolean {
  return failure.reason !== "refused" && failure.reason !== "unreadable";
}
