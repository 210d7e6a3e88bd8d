/**
 * The operation that fills the store with older targets.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Schema, Stream } from "effect";
import { parseAsset, parseInterval } from "../../core/market/mod.ts";
import type { HistoryFeeds } from "../../core/port/history_feeds.ts";
import { ProviderOff } from "../../core/port/provider_failure.ts";
import { UnixSec } from "../../core/time/mod.ts";
import {
  backfill,
  type BackfillProgress,
  type TargetCache,
} from "../../core/use_case/price/mod.ts";
import type { OperationHandler } from "./operation.ts";

/**
 * The schema of the windows to fill; times are unix seconds. `isSigned`: use only the oracle's
 * signed reports, and not the prices that the venue publishes from them.
 */
export const BackfillRequest = Schema.Struct({
  asset: Schema.String,
  interval: Schema.String,
  startSec: Schema.Int,
  endSec: Schema.Int,
  isSigned: Schema.Boolean,
});
/** The windows to fill; times are unix seconds. */
export type BackfillRequest = typeof BackfillRequest.Type;

/** A line of the reply: the progress, or why the backfill ended early. */
export type BackfillLine = BackfillProgress | { readonly error: string; readonly hint: string };

type BackfillPorts = TargetCache | HistoryFeeds;

/** Runs a backfill and streams its progress as lines of JSON. Stops when the stream is canceled. */
export function backfillLines(
  runtime: ManagedRuntime.ManagedRuntime<BackfillPorts, unknown>,
  request: BackfillRequest,
): Promise<ReadableStream<string>> {
  const line = (value: BackfillLine) => `${JSON.stringify(value)}\n`;
  const progress = Effect.gen(function* () {
    const asset = yield* Effect.fromResult(parseAsset(request.asset));
    const interval = yield* Effect.fromResult(parseInterval(request.interval));
    const range = { startSec: UnixSec(request.startSec), endSec: UnixSec(request.endSec) };
    return yield* backfill({ asset, interval, range, isSigned: request.isSigned });
  });
  return Stream.unwrap(progress).pipe(
    Stream.map(line),
    Stream.catch((failure) =>
      Stream.make(line({
        error: failure.message,
        hint: hintOf(failure),
      }))
    ),
    (stream) => runtime.runPromise(Stream.toReadableStreamEffect(stream)),
  );
}

/** The handler of `/backfill`, which replies line by line; 400 for an invalid request. */
export const backfillHandler: OperationHandler<BackfillPorts> = [
  "/backfill",
  (runtime) => async (request) => {
    const body = await readBody(request);
    if (body === undefined) return new Response("invalid request", { status: 400 });
    return new Response(await backfillLines(runtime, body));
  },
];

async function readBody(request: Request): Promise<BackfillRequest | undefined> {
  try {
    return Schema.decodeUnknownSync(BackfillRequest)(await request.json());
  } catch {
    return undefined;
  }
}

function hintOf(failure: object): string {
  if ("hint" in failure) return String(failure.hint);
  return failure instanceof ProviderOff
    ? `Set ${failure.setting}, or omit --signed`
    : "See the service's log";
}
