/**
 * The log lines of requests. Neither headers nor queries are in them: either may hold a secret.
 *
 * @module
 */
import { Cause, Effect } from "effect";
import { type Exchange } from "./exchange.ts";
import { type Run } from "./run.ts";

/** How a request ended. */
export interface Outcome {
  readonly status: number;
  readonly tookMs: number;
  /** What the caller is not told of it. */
  readonly why?: Cause.Cause<unknown> | undefined;
}

/** A path is cut here: it is the caller's text. */
const PATH_CHARS_MAX = 256;

/** Logs an answer: a warning if it says that we failed, else a line for those who debug. */
export function logAnswer<Ports>(run: Run<Ports>, exchange: Exchange, outcome: Outcome): void {
  const line = outcome.status >= 500
    ? Effect.logWarning(
      "Answered with a failure",
      ...(outcome.why === undefined ? [] : [outcome.why]),
    )
    : Effect.logDebug("Answered");
  const ms = Math.round(outcome.tookMs * 1000) / 1000;
  write(run, exchange, Effect.annotateLogs(line, { status: outcome.status, ms }));
}

/** Logs an error that nobody foresaw, which the caller is told nothing of. */
export function logDefect<Ports>(
  run: Run<Ports>,
  exchange: Exchange,
  cause: Cause.Cause<unknown>,
): void {
  write(run, exchange, Effect.logError("Cannot answer a request", cause));
}

/** Logs that a request went through without being counted. */
export function logUncounted<Ports>(run: Run<Ports>, exchange: Exchange, error: unknown): void {
  write(run, exchange, Effect.logError("Cannot count a request", Cause.fail(error)));
}

function write<Ports>(run: Run<Ports>, exchange: Exchange, line: Effect.Effect<void>): void {
  const path = exchange.path.slice(0, PATH_CHARS_MAX);
  const { requestId, request } = exchange;
  run(Effect.annotateLogs(line, { requestId, method: request.method, path }));
}
