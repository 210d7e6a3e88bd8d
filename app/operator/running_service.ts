/**
 * Which service answers on an operator's socket.
 *
 * @module
 */
import { callOperation } from "./call_operation.ts";
import { CHECK_OPERATION } from "./check_operation.ts";

/** A service that hangs is named without what it does not say. */
const PATIENCE_MS = 2_000;

/** Names it by where it listens, and by its process. */
export async function nameOfRunning(unix: string): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const send = (request: Request) => fetch(request, { unix, signal });
  const reply = await callOperation(send, CHECK_OPERATION, {}).catch(() => undefined);
  return reply?.ok === true && reply.result.url !== null
    ? `the service at ${reply.result.url} (pid ${reply.result.pid})`
    : "a running service";
}
