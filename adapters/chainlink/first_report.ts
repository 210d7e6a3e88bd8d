/**
 * Receives the first report of one feed.
 *
 * @module
 */
import { Deferred, Effect, Option, Result } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { runReconnectingSocket, type SocketLoss, withinMachineTime } from "../outbound/mod.ts";
import { decodeFrame } from "./payload.ts";
import { decodeReport, type OracleReport } from "./report.ts";
import { ORACLE_STREAM, type StreamAccess, streamTarget } from "./stream_target.ts";

/** A report arrives every second. */
const WAIT_MS_MAX = 8_000;

/** Returns the first report and closes the connection. Fails as soon as the connection does. */
export const firstReport = Effect.fn("chainlink.firstReport")(function* (
  access: StreamAccess,
  feedId: string,
): Effect.fn.Return<OracleReport, ProviderFailed, ProviderWatch> {
  const first = Deferred.makeUnsafe<OracleReport, ProviderFailed>();
  const link = runReconnectingSocket({
    provider: ORACLE_STREAM,
    target: () => streamTarget(access, { feedIds: [feedId] }),
    message: (text) => Deferred.doneUnsafe(first, Effect.fromResult(readReport(text, feedId))),
    lost: (why) => void Deferred.doneUnsafe(first, Effect.fail(toFailure(why))),
    silenceMsMax: WAIT_MS_MAX,
  });
  return yield* withinMachineTime(Effect.raceFirst(link, Deferred.await(first)), {
    timeoutMs: WAIT_MS_MAX,
    onTimeout: () => failed("timeout", new Error("no report arrived")),
  });
});

function readReport(text: string, feedId: string): Result.Result<OracleReport, ProviderFailed> {
  const frame = decodeFrame(text);
  const report = Option.isSome(frame)
    ? decodeReport(frame.value.report.fullReport, feedId)
    : Result.fail(new Error("the frame is not a report"));
  return Result.mapError(report, (cause) => failed("unreadable", cause));
}

function toFailure({ reason, refusedStatus }: SocketLoss): ProviderFailed {
  const isRefused = refusedStatus !== undefined && refusedStatus < 500;
  return failed(isRefused ? "refused" : "unreachable", new Error(reason));
}

function failed(reason: ProviderFailed["reason"], cause: unknown): ProviderFailed {
  return new ProviderFailed({ provider: ORACLE_STREAM, reason, cause });
}
