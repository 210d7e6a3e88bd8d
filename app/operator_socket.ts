/**
 * The operator's door to a running service: HTTP on a unix socket that only its owner can open.
 *
 * A command that changes or fills the store goes through the service that has it open, because an
 * embedded store has room for one process, and because the providers' limits are counted there.
 *
 * @module
 */
import { chmodSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { Effect, type ManagedRuntime, Schema, Stream } from "effect";
import { parseAsset, parseInterval } from "../core/market/mod.ts";
import { UnixSec } from "../core/time/mod.ts";
import { backfill, type TargetBook } from "../core/use_case/mod.ts";

/** Owner only. */
const SOCKET_MODE = 0o600;

/** The kernel keeps a socket's path in so many bytes. */
const PATH_BYTES_MAX = 107;

/** The socket of a world's folder, as short as it can be written. */
export function operatorSocketPath(folder: string): string {
  const path = `${folder}/operator.sock`;
  const short = relative(process.cwd(), path);
  return short.length < path.length ? short : path;
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

/**
 * Listens in the world's folder. A socket that a killed service left behind is replaced; one that
 * another service answers on is left to it.
 *
 * Gives nothing where there is no room for a socket: the service runs as well without.
 */
export async function startOperatorSocket(
  folder: string,
  runtime: OperatorRuntime,
): Promise<OperatorSocket | undefined> {
  const path = operatorSocketPath(folder);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX || await isAnswered(path)) return undefined;
  rmSync(path, { force: true });
  const server = Bun.serve({
    unix: path,
    fetch: (request) => answer(request, runtime),
  });
  chmodSync(path, SOCKET_MODE);
  return {
    stop: async () => {
      await server.stop(true);
      rmSync(path, { force: true });
    },
  };
}

/** Whether a service answers on the socket. */
export async function isAnswered(path: string): Promise<boolean> {
  try {
    await fetch("http://operator/", { unix: path, signal: AbortSignal.timeout(2_000) });
    return true;
  } catch {
    return false;
  }
}

async function answer(request: Request, runtime: OperatorRuntime): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || pathname !== "/backfill") {
    return new Response("not found", { status: 404 });
  }
  const order = await readOrder(request);
  if (order === undefined) return new Response("not an order", { status: 400 });
  return new Response(await backfillLines(runtime, order));
}

async function readOrder(request: Request): Promise<BackfillOrder | undefined> {
  try {
    return Schema.decodeUnknownSync(BackfillOrder)(await request.json());
  } catch {
    return undefined;
  }
}
