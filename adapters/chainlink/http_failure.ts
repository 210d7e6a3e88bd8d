/**
 * Maps the oracle's status codes to failures.
 *
 * @module
 */
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { HttpAnswer } from "../outbound/mod.ts";

/** The oracle's name in failures, in the log and on the status page. */
export const ORACLE = "oracle";

/** A bulk answer without some reports is a 206, and a missing report a 404. */
const USABLE: ReadonlySet<number> = new Set([200, 206, 404]);

/**
 * Makes an answer without a report a 404.
 *
 * The provider does not document how it says "no such report": clients have seen both a 404 and a
 * 400 about bounds.
 */
export function withoutReport(answer: HttpAnswer): HttpAnswer {
  const isMissing = answer.status === 400 && /out of bounds/i.test(answer.text);
  return isMissing ? { ...answer, status: 404 } : answer;
}

/** Returns the failure that a status stands for, or undefined for a usable answer. */
export function failureOf({ status, text }: HttpAnswer): ProviderFailed | undefined {
  if (USABLE.has(status)) return undefined;
  return new ProviderFailed({
    provider: ORACLE,
    reason: status === 429 ? "limited" : status >= 500 ? "unreachable" : "refused",
    cause: new Error(`status ${status}: ${text.slice(0, 200)}`),
  });
}

/** Whether a retry may succeed a moment later. */
export function isTransient(failure: ProviderFailed): boolean {
  return failure.reason !== "refused" && failure.reason !== "unreadable";
}
