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
import { ORDER_BYTES_MAX } from "./operator_order.ts";

/** What a service does for its operator, by the path it is asked at. Orders are POSTed. */
export type OperatorOrders = ReadonlyMap<string, (request: Request) => Promise<Response>>;

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
  orders: OperatorOrders,
): Promise<OperatorSocket | undefined> {
  const path = operatorSocketPath(folder);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX || await isAnswered(path)) return undefined;
  rmSync(path, { force: true });
  const server = Bun.serve({
    unix: path,
    maxRequestBodySize: ORDER_BYTES_MAX,
    fetch: (request) => answerOrder(orders, request),
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

/** Answers as the socket does; 404 for what is no order of these. */
export async function answerOrder(orders: OperatorOrders, request: Request): Promise<Response> {
  const answer = orders.get(new URL(request.url).pathname);
  return request.method === "POST" && answer !== undefined
    ? await answer(request)
    : new Response("not found", { status: 404 });
}
