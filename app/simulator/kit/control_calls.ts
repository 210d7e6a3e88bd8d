/**
 * The control calls of a simulator: the common ones, and how each is answered.
 *
 * @module
 */
import { Result } from "effect";
import { repeatedName } from "../../../core/json/mod.ts";
import { type Read } from "./control_body.ts";
import { type Faults, readFault } from "./fault.ts";
import { type RequestLog } from "./request_log.ts";
import { type OpenSockets } from "./simulator_socket.ts";

/**
 * Runs a control call; a failure is answered with 400. `text` is the raw body, for numbers whose
 * exact spelling matters.
 */
export type Control = (body: unknown, text: string) => Read<unknown>;

/** Returns the control calls common to every simulator, by method and path. */
export function commonControls(
  { faults, log, sockets }: {
    readonly faults: Faults;
    readonly log: RequestLog;
    readonly sockets: OpenSockets;
  },
): ReadonlyMap<string, Control> {
  return new Map<string, Control>([
    ["POST /__faults", (body) => Result.map(readFault(body), (fault) => faults.add(fault))],
    ["DELETE /__faults", () => Result.succeed(faults.clear())],
    ["GET /__log", () => Result.succeed({ requests: log.all() })],
    ["DELETE /__log", () => Result.succeed(log.clear())],
    ["GET /__sockets", () => Result.succeed({ sockets: sockets.count() })],
    ["DELETE /__sockets", () => Result.succeed({ sockets: sockets.cutAll() })],
  ]);
}

/** Runs a call: 404 lists the known calls, 400 says what is wrong with the body. */
export function answerControl(
  controls: ReadonlyMap<string, Control>,
  request: { readonly method: string; readonly path: string; readonly body: string },
): Response {
  const refuse = (status: number, error: string) => Response.json({ error }, { status });
  const control = controls.get(`${request.method} ${request.path}`);
  if (control === undefined) {
    return refuse(404, `Unknown control call: use ${[...controls.keys()].join(", ")}`);
  }
  const hasBody = request.method === "POST" || request.method === "PUT";
  const body = hasBody ? parseJson(request.body) : Result.succeed(undefined);
  const result = Result.flatMap(body, (value) => control(value, request.body));
  return Result.isFailure(result)
    ? refuse(400, result.failure)
    : Response.json(result.success ?? { ok: true });
}

/** An empty body counts as no fields. */
function parseJson(text: string): Read<unknown> {
  if (text.trim() === "") return Result.succeed({});
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return Result.fail("The body is not JSON");
  }
  const name = repeatedName(text);
  return name === undefined
    ? Result.succeed(value)
    : Result.fail(`The body has two fields "${name}": send each once`);
}
