/**
 * The operator's order to fill the store with older targets.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Schema, Stream } from "effect";
import { parseAsset, parseInterval } from "../../core/market/mod.ts";
import { type HistoryFeeds, ProviderOff } from "../../core/port/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { backfill, type BackfillProgress, type TargetBook } from "../../core/use_case/mod.ts";
import type { OperatorOrders } from "./operator_socket.ts";

/**
 * Which windows to fill; times are unix seconds. `isSigned`: the oracle's from its signed reports
 * alone, and not from what is published of them.
 */
export const BackfillOrder = Schema.Struct({
  asset: Schema.String,
  interval: Schema.String,
  startSec: Schema.Int,
  endSec: Schema.Int,
  isSigned: Schema.Boolean,
});
/** Which windows to fill; times are unix seconds. */
export type BackfillOrder = typeof BackfillOrder.Type;

/** A line of the answer: how far it is, or why it ended early. */
export type BackfillLine = BackfillProgress | { readonly error: string; readonly hint: string };

/** What a backfill needs of a service. */
export type BackfillRuntime = ManagedRuntime.ManagedRuntime<TargetBook | HistoryFeeds, unknown>;

/** Progress of a backfill as lines of JSON; ends with the work, or with its reader. */
export function backfillLines(
  runtime: BackfillRuntime,
  order: BackfillOrder,
): Promise<ReadableStream<string>> {
  const line = (value: BackfillLine) => `${JSON.stringify(value)}\n`;
  const progress = Effect.gen(function* () {
    const asset = yield* Effect.fromResult(parseAsset(order.asset));
    const interval = yield* Effect.fromResult(parseInterval(order.interval));
    const range = { startSec: UnixSec(order.startSec), endSec: UnixSec(order.endSec) };
    return yield* backfill({ asset, interval, range, isSigned: order.isSigned });
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

/** The order as a service takes it: `/backfill`, answered line by line. */
export function backfillOrders(runtime: BackfillRuntime): OperatorOrders {
  return new Map([["/backfill", async (request) => {
    const order = await readOrder(request);
    if (order === undefined) return new Response("not an order", { status: 400 });
    return new Response(await backfillLines(runtime, order));
  }]]);
}

async function readOrder(request: Request): Promise<BackfillOrder | undefined> {
  try {
    return Schema.decodeUnknownSync(BackfillOrder)(await request.json());
  } catch {
    return undefined;
  }
}

function hintOf(failure: object): string {
  if ("hint" in failure) return String(failure.hint);
  return failure instanceof ProviderOff
    ? `Set ${failure.setting}, or leave --signed out`
    : "See the log of the service";
}
