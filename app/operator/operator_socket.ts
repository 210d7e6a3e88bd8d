/**
 * The operator's interface to a running service: HTTP on a unix socket that only its owner can
 * open.
 *
 * A command that changes or fills the store goes through the running service, because an embedded
 * store allows only one process, and because the service counts the providers' limits.
 *
 * @module
 */
import { chmodSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { REQUEST_BYTES_MAX } from "./operation.ts";

/** The handlers of a service's operations by path. Requests use POST. */
export type OperationHandlers = ReadonlyMap<string, (request: Request) => Promise<Response>>;

/** Read and write for the owner only. */
const SOCKET_MODE = 0o600;

/** The maximum length of a socket's path in the kernel. */
const PATH_BYTES_MAX = 107;

/** Returns the path of a world's socket, absolute or relative, whichever is shorter. */
export function operatorSocketPath(folder: string): string {
  const path = `${folder}/operator.sock`;
  const short = relative(process.cwd(), path);
  return short.length < path.length ? short : path;
}

/** A listening socket. */
export interface OperatorSocket {
  readonly stop: () => Promise<void>;
}

/**
 * Listens in the world's folder. Replaces a socket that a killed service left behind, but not one
 * on which another service answers.
 *
 * Returns undefined if the socket is in use or its path is too long: the service runs without one.
 */
export async function startOperatorSocket(
  folder: string,
  handlers: OperationHandlers,
): Promise<OperatorSocket | undefined> {
  const path = operatorSocketPath(folder);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX || await isAnswered(path)) return undefined;
  rmSync(path, { force: true });
  const server = Bun.serve({
    unix: path,
    maxRequestBodySize: REQUEST_BYTES_MAX,
    fetch: (request) => handleRequest(handlers, request),
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

/** Handles a request as the socket does; 404 for an unknown path or a method other than POST. */
export async function handleRequest(
  handlers: OperationHandlers,
  request: Request,
): Promise<Response> {
  const handle = handlers.get(new URL(request.url).pathname);
  return request.method === "POST" && handle !== undefined
    ? await handle(request)
    : new Response("not found", { status: 404 });
}
