/**
 * How a call to a provider ended, as text for the other replicas.
 *
 * @module
 */
import { Option, Result } from "effect";
import { PROVIDER_FAILURE_REASONS, ProviderFailed } from "../../core/port/provider_failure.ts";
import type { HttpAnswer } from "../outbound/mod.ts";

/** The answer to a call, or why there is none. */
export type CallEnd = Result.Result<HttpAnswer, ProviderFailed>;

/** The fields of both, each absent in the other. */
interface CallEndText {
  readonly status?: number;
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>;
  readonly text?: string;
  readonly provider?: string;
  readonly reason?: string;
  readonly wanted?: string;
  readonly retryAfterSec?: number;
  readonly cause?: string;
}

/** Writes it. The cause of a failure is only its text. */
export function writeCallEnd(end: CallEnd): string {
  return JSON.stringify(Result.match(end, {
    onSuccess: ({ status, headers, text }): CallEndText => ({
      status,
      headers: [...headers],
      text,
    }),
    onFailure: ({ provider, reason, wanted, retryAfterSec, cause }): CallEndText => ({
      provider,
      reason,
      ...(wanted === undefined ? {} : { wanted }),
      ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
      cause: String(cause),
    }),
  }));
}

/** Reads it; none for anything else. */
export function readCallEnd(text: string): Option.Option<CallEnd> {
  const read = Option.liftThrowable((json: string): CallEndText => JSON.parse(json) ?? {})(text);
  return Option.flatMap(read, (end): Option.Option<CallEnd> => {
    if (end.status !== undefined && end.text !== undefined) {
      const headers = new Headers((end.headers ?? []).map(([name, value]) => [name, value]));
      return Option.some(Result.succeed({ status: end.status, headers, text: end.text }));
    }
    const reason = PROVIDER_FAILURE_REASONS.find((reason) => reason === end.reason);
    if (reason === undefined || end.provider === undefined) return Option.none();
    const { provider, wanted, retryAfterSec } = end;
    return Option.some(Result.fail(
      new ProviderFailed({
        provider,
        reason,
        ...(wanted === undefined ? {} : { wanted }),
        ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
        cause: new Error(`another replica got: ${end.cause}`),
      }),
    ));
  });
}
