/**
 * The operator's order to fill the store with older targets.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Schema, Stream } from "effect";
import { parseAsset, parseInterval } from "../../core/market/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { backfill, type TargetBook } from "../../core/use_case/mod.ts";
import type { OperatorOrders } from "./operator_socket.ts";

/** Which windows to fill; times are unix seconds. */
export const BackfillOrder = Schema.Struct({
  asset: Schema.String,
  interval: Schema.String,
  startSec: Schema.Int,
  endSec: Schema.Int,
});
/** Which windows to fill; times are unix seconds. */
export type BackfillOrder = typeof BackfillOrder.Type;

/** A line of the answer: how far it is, or why it ended early. */
export type BackfillLine =
  | {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
    readonly lastFailure: string | null;
  }
  | { readonly error: string; readonly hint: string };

/** What a backfill needs of a service. */
export type BackfillRuntime = ManagedRuntime.ManagedRuntime<TargetBook, unknown>;

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
    return yield* backfill({ asset, interval, range });
  });
  return Stream.unwrap(progress).pipe(
    Stream.map(line),
    Stream.catch((failure) =>
      Stream.make(line({
        error: failure.message,
        hint: "hint" in failure ? failure.hint : "See the log of the service",
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
