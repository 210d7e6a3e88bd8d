/**
 * The operator's door to a running service: HTTP on a unix socket that only its owner can open.
 *
 * A command that changes or fills the store goes through the service that has it open, because an
 * embedded store has room for one process, and because the providers' limits are counted there.
 *
 * @module
 */
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { Effect, type ManagedRuntime, Schema, Stream } from "effect";
import { parseAsset, parseInterval } from "../core/market/mod.ts";
import { UnixSec } from "../core/time/mod.ts";
import { backfill, type TargetBook } from "../core/use_case/mod.ts";

/** Owner only. */
const SOCKET_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The socket of a world's folder. */
export function operatorSocketPath(folder: string): string {
  return `${folder}/operator.sock`;
}

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

/** What the operator's commands need of a service. */
export type OperatorRuntime = ManagedRuntime.ManagedRuntime<TargetBook, unknown>;

/** Progress of a backfill as lines of JSON; ends with the work, or with its reader. */
export function backfillLines(
  runtime: OperatorRuntime,
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

/** A socket that listens. */
export interface OperatorSocket {
  readonly stop: () => Promise<void>;
}

/** Listens in the world's folder. A socket that a killed service left behind is replaced. */
export function startOperatorSocket(folder: string, runtime: OperatorRuntime): OperatorSocket {
  const path = operatorSocketPath(folder);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  rmSync(path, { force: true });
  const server = Bun.serve({
    unix: path,
    idleTimeout: 0,
    routes: {
      "/backfill": {
        POST: async (request) => {
          const order = await readOrder(request);
          if (order === undefined) return new Response("not an order", { status: 400 });
          return new Response(await backfillLines(runtime, order));
        },
      },
    },
  });
  chmodSync(path, SOCKET_MODE);
  return {
    stop: async () => {
      await server.stop(true);
      rmSync(path, { force: true });
    },
  };
}

async function readOrder(request: Request): Promise<BackfillOrder | undefined> {
  try {
    return Schema.decodeUnknownSync(BackfillOrder)(await request.json());
  } catch {
    return undefined;
  }
}
