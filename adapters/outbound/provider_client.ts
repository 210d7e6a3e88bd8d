/**
 * Calls to one provider: paced, paused, retried, and sent to a host that serves us.
 *
 * @module
 */
import { Clock, Data, Effect, Result, Schedule } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { type CallLimits, makeCallLimits, type OwnLimits, passLimits } from "./call_limits.ts";
import { CallProgress } from "./fleet_calls.ts";
import { type Hosts, oneHost } from "./hosts.ts";
import { type HttpAnswer, makeHttpGet } from "./http_call.ts";
import { withinDeadline } from "./provider_deadline.ts";
import { retryAfterSec } from "./retry_after.ts";
import { isTransient } from "./status_failure.ts";

/** A call. Repeating it must do no harm. */
export interface ProviderCall {
  /** With its query. */
  readonly path: string;
  /** No retries. */
  readonly isOnce?: boolean;
}

/** The rules of calls to one provider. */
export interface ProviderRules<C extends ProviderCall, A extends HttpAnswer> {
  /** The provider's name in failures, in the log and on the status page. */
  readonly provider: string;
  /** The name of an attempt's span. Default: none. */
  readonly span?: string;
  /** The provider's origin, without a trailing slash, or the hosts of a call. */
  readonly hosts: string | ((call: C) => Hosts);
  /** Returns the failure of an answer, or undefined if the answer is usable. */
  readonly failureOf: (answer: A) => ProviderFailed | undefined;
  /** What calls keep; by call where they share limits or have several. Default: none. */
  readonly limits?: OwnLimits | ((call: C) => CallLimits);
  /** The first delay, on the service's clock; it doubles, and varies by a fifth. */
  readonly retries: { readonly max: number; readonly firstMs: number };
  /** The time limit of all attempts together, in machine time. Default: none. */
  readonly answerTimeoutMs?: number;
}

/** The rules, and how one attempt is sent. */
export interface ProviderClientOptions<C extends ProviderCall, A extends HttpAnswer>
  extends ProviderRules<C, A> {
  readonly send: (origin: string, call: C) => Effect.Effect<A, ProviderFailed>;
}

/** Answers a call, or fails after the last attempt. */
export type ProviderAsk<C extends ProviderCall, A extends HttpAnswer> = (
  call: C,
) => Effect.Effect<A, ProviderFailed>;

/**
 * Creates the client. A lost call is repeated; so is one that a 429 refuses, if the pause is short
 * enough to be waited for, or that another host may serve.
 */
export function makeProviderClient<C extends ProviderCall, A extends HttpAnswer>(
  options: ProviderClientOptions<C, A>,
): ProviderAsk<C, A> {
  const { provider, span, failureOf, retries, send, answerTimeoutMs: timeoutMs } = options;
  const hostsOf = byCall(
    typeof options.hosts === "string" ? oneHost(options.hosts) : options.hosts,
  );
  const { limits = {} } = options;
  const limitsOf = byCall(typeof limits === "function" ? limits : makeCallLimits(provider, limits));

  const attempt = Effect.fnUntraced(function* (call: C) {
    const [hosts, kept] = [hostsOf(call), limitsOf(call)];
    const tell = yield* CallProgress;
    tell("queued");
    yield* Effect.mapError(passLimits(kept), finalFailure);
    const origin = yield* Effect.mapError(hosts.open, finalFailure);
    tell("sent");
    const sent = yield* Effect.result(send(origin, call));
    const result = Result.flatMap(sent, (answer) => {
      const failure = failureOf(answer);
      return failure === undefined ? Result.succeed(answer) : Result.fail(failure);
    });
    const answer = Result.getOrUndefined(sent);
    if (answer !== undefined) tell("answered");
    else if (Result.isFailure(result) && isTransient(result.failure)) tell("lost");
    const nowMs = yield* Clock.currentTimeMillis;
    hosts.learn({ origin, nowMs, result, status: answer?.status });
    if (Result.isSuccess(result)) return result.success;
    const { failure } = result;
    const { pause } = kept;
    if (answer?.status !== TOO_MANY_CALLS || pause === undefined) {
      return yield* new AttemptFailed({ failure, isRetryable: hosts.mayRetry(failure, nowMs) });
    }
    const waitSec = failure.retryAfterSec ?? retryAfterSec(answer.headers, 1);
    yield* pause.of.begin(waitSec);
    const isRetryable = pause.waitSecMax > 0 && waitSec <= pause.waitSecMax;
    return yield* new AttemptFailed({ failure, isRetryable });
  });

  return (call) => {
    const answered = (span === undefined ? attempt(call) : Effect.withSpan(attempt(call), span))
      .pipe(
        Effect.retry({
          schedule: Schedule.exponential(retries.firstMs).pipe(Schedule.jittered),
          times: call.isOnce === true ? 0 : retries.max,
          while: ({ isRetryable }) => isRetryable,
        }),
        Effect.mapError(({ failure }) => failure),
      );
    return timeoutMs === undefined ? answered : withinDeadline(answered, { provider, timeoutMs });
  };
}

/** Creates a client that only sends plain GET calls, each within `timeoutMs` of machine time. */
export const makeProviderGet = Effect.fnUntraced(function* <C extends ProviderCall>(
  { timeoutMs, ...rules }: ProviderRules<C, HttpAnswer> & { readonly timeoutMs: number },
) {
  const httpGet = yield* makeHttpGet({ provider: rules.provider, timeoutMs });
  return makeProviderClient<C, HttpAnswer>({
    ...rules,
    send: (origin, { path }) => httpGet(origin + path),
  });
});

const TOO_MANY_CALLS = 429;

/** A failure, and whether a retry may succeed. */
class AttemptFailed extends Data.TaggedError("AttemptFailed")<{
  readonly failure: ProviderFailed;
  readonly isRetryable: boolean;
}> {}

/** The failure of a call that is not sent. */
function finalFailure(failure: ProviderFailed): AttemptFailed {
  return new AttemptFailed({ failure, isRetryable: false });
}

function byCall<C, T extends object>(value: T | ((call: C) => T)): (call: C) => T {
  return typeof value === "function" ? value : () => value;
}
