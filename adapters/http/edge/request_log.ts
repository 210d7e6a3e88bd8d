/**
 * The log lines of requests, without headers and queries: either may hold a secret.
 *
 * @module
 */
import { type Cause, Effect } from "effect";
import { pathOf } from "./request/path_values.ts";
import { type RequestContext } from "./request_context.ts";
import { type Run } from "./run.ts";

/** How a request ended. */
export interface Outcome {
  readonly status: number;
  readonly tookMs: number;
  /** The cause, which the caller does not see. */
  readonly why?: Cause.Cause<unknown> | undefined;
}

/** The path is the caller's text, and is cut at this length. */
const PATH_CHARS_MAX = 256;

/** Logs an answer: a warning for status 500 and above, else a debug line. */
export function logAnswer<Ports>(
  run: Run<Ports>,
  context: RequestContext,
  outcome: Outcome,
): void {
  const line = outcome.status >= 500
    ? Effect.logWarning(
      "Answered with a failure",
      ...(outcome.why === undefined ? [] : [outcome.why]),
    )
    : Effect.logDebug("Answered");
  const ms = Math.round(outcome.tookMs * 1000) / 1000;
  write(run, context, Effect.annotateLogs(line, { status: outcome.status, ms }));
}

/** Logs an unexpected error, of which the caller learns nothing. */
export function logDefect<Ports>(
  run: Run<Ports>,
  context: RequestContext,
  cause: Cause.Cause<unknown>,
): void {
  write(run, context, Effect.logError("Cannot answer a request", cause));
}

/** Logs that a request was let through without being counted. */
export function logUncounted<Ports>(
  run: Run<Ports>,
  context: RequestContext,
  cause: Cause.Cause<unknown>,
): void {
  write(run, context, Effect.logError("Cannot count a request", cause));
}

function write<Ports>(run: Run<Ports>, context: RequestContext, line: Effect.Effect<void>): void {
  const path = pathOf(context.request.url).slice(0, PATH_CHARS_MAX);
  const { requestId, request, span } = context;
  const traceId = span?.sampled === true ? { traceId: span.traceId } : {};
  run(Effect.annotateLogs(line, { requestId, ...traceId, method: request.method, path }));
}
