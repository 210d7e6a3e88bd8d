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
import type { ManagedRuntime } from "effect";
import { type OperationHandler, REQUEST_BYTES_MAX } from "./operation.ts";

/** The handlers of a service's operations by path. Requests use POST. */
export type OperationHandlers = ReadonlyMap<string, (request: Request) => Promise<Response>>;

/** Returns what handles requests on a runtime, by path. */
export function handlersOn<Ports>(
  runtime: ManagedRuntime.ManagedRuntime<Ports, unknown>,
  handlers: ReadonlyArray<OperationHandler<NoInfer<Ports>>>,
): OperationHandlers {
  return new Map(handlers.map(([path, on]) => [path, on(runtime)]));
}

/** Read and write for the owner only. */
const SOCKET_MODE = 0o600;

/** The maximum length of a socket's path: its field in the kernel, with a zero at the end. */
const PATH_BYTES_MAX = process.platform === "darwin" ? 103 : 107;

/**
 * Copying a large store takes longer than the default of 10 s. The runtime's types do not know the
 * option for unix sockets, to which the runtime applies it.
 */
const PATIENCE: object = { idleTimeout: 0 };

/** Returns the path of a world's socket, absolute or relative, whichever is shorter. */
export function operatorSocketPath(folder: string): string {
  const path = `${folder}/operator.sock`;
  const short = relative(process.cwd(), path);
  return short.length < path.length ? short : path;
}

/** Throws if the socket cannot be in a world's folder: no command would reach the service. */
export function refuseLongSocketPath(
  { dataDir, folder }: { readonly dataDir: string; readonly folder: string },
): void {
  const path = operatorSocketPath(folder);
  const bytes = Buffer.byteLength(path);
  if (bytes <= PATH_BYTES_MAX) return;
  throw new Error(
    `Cannot use DATA_DIR "${dataDir}": the path of the socket for commands, ${path}, ` +
      `has ${bytes} bytes, and a socket's path has at most ${PATH_BYTES_MAX}; ` +
      "set DATA_DIR to a shorter path",
  );
}

/** A listening socket. */
export interface OperatorSocket {
  readonly stop: () => Promise<void>;
}

/**
 * Listens in the world's folder. Replaces a socket that a killed service left behind, but not one
 * on which another service answers: then it returns undefined, and commands reach that service.
 */
export async function startOperatorSocket(
  folder: string,
  handlers: OperationHandlers,
): Promise<OperatorSocket | undefined> {
  const path = operatorSocketPath(folder);
  if (await isAnswered(path)) return undefined;
  rmSync(path, { force: true });
  const server = Bun.serve({
    unix: path,
    ...PATIENCE,
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

/** Without a service the socket refuses at once; a busy one may need longer than a request. */
const ANSWER_WITHIN_MS = 30_000;

/** Whether a service answers on the socket. */
export async function isAnswered(path: string): Promise<boolean> {
  try {
    await fetch("http://operator/", { unix: path, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
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
