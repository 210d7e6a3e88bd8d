/**
 * The HTTP shell of every simulator: it listens, keeps a log, makes faults, and hands the rest
 * to one provider's own logic.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer, cutInTheMiddle, lostConnection, toResponse } from "./answer.ts";
import { type SandboxClock } from "./clock.ts";
import { type Read } from "./control_body.ts";
import { type Fault, type Faults, makeFaults, readFault } from "./fault.ts";
import { makeRequestLog, type RequestLog } from "./request_log.ts";

/** A request as a provider's logic sees it. */
export interface SimulatorRequest {
  readonly method: string;
  readonly path: string;
  /** Path and query exactly as they were sent, which is what signatures cover. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
  /** The address of the client, by which providers count. */
  readonly client: string;
}

/** Does what a control call asks; a failure is answered with 400. */
export type Control = (body: unknown) => Read<unknown>;

/** One provider's own logic. */
export interface SimulatedProvider {
  readonly name: string;
  answer(request: SimulatorRequest): Answer;
  /** What the provider sends with a status that a fault asked for. */
  failure(status: number): Answer;
  /** Control calls of its own, such as `PUT /__series`. */
  readonly controls: ReadonlyMap<string, Control>;
}

/** A simulator that listens. */
export interface RunningSimulator {
  readonly name: string;
  /** Its origin, without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Where to listen, and on whose time. Port 0 takes a free one. */
export interface ListenOptions {
  readonly seed: number;
  readonly clock: SandboxClock;
  readonly port?: number | undefined;
}

/** Recorded data comes in bodies of up to 8 MiB. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

interface Simulator {
  readonly provider: SimulatedProvider;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly controls: ReadonlyMap<string, Control>;
}

/** Starts one on 127.0.0.1. Throws when the port is taken. */
export function listen(provider: SimulatedProvider, options: ListenOptions): RunningSimulator {
  const faults = makeFaults(options.seed);
  const log = makeRequestLog();
  const controls: ReadonlyMap<string, Control> = new Map([
    ...commonControls(faults, log),
    ...provider.controls,
  ]);
  const simulator = { provider, clock: options.clock, faults, log, controls };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    // A stalled request stays open for as long as its client waits.
    idleTimeout: 0,
    maxRequestBodySize: BODY_BYTES_MAX,
    fetch: async (request, server) => {
      const client = server.requestIP(request)?.address ?? "";
      const response = await serve(simulator, await readRequest(request, client));
      if (!faults.areCutting()) return response;
      // A client sends a request again by itself when a connection it had used before is cut, so
      // from here on each is used once: then a cut is a failure that the client gets to see.
      server.closeIdleConnections();
      response.headers.set("connection", "close");
      return response;
    },
    error: (cause) => {
      console.error(`${provider.name} simulator failed`, cause);
      return Response.json({ error: "The simulator failed" }, { status: 500 });
    },
  });
  return {
    name: provider.name,
    url: `http://127.0.0.1:${server.port}`,
    stop: () => server.stop(true),
  };
}

function commonControls(faults: Faults, log: RequestLog): ReadonlyMap<string, Control> {
  return new Map<string, Control>([
    ["POST /__faults", (body) => Result.map(readFault(body), (fault) => faults.add(fault))],
    ["DELETE /__faults", () => Result.succeed(faults.clear())],
    ["GET /__log", () => Result.succeed({ requests: log.all() })],
    ["DELETE /__log", () => Result.succeed(log.clear())],
  ]);
}

async function readRequest(request: Request, client: string): Promise<SimulatorRequest> {
  const { method, headers } = request;
  const target = request.url.slice(request.url.indexOf("/", "http://".length));
  const [path = ""] = target.split("?");
  const query = new URLSearchParams(target.slice(path.length));
  return { method, path, target, query, headers, body: await request.text(), client };
}

async function serve(simulator: Simulator, request: SimulatorRequest): Promise<Response> {
  if (request.path.startsWith("/__")) return serveControl(simulator, request);
  const faults = simulator.faults.strike(request.method, request.path);
  const delayMs = faults.reduce((sum, fault) => sum + fault.delayMs, 0);
  if (delayMs > 0) await Bun.sleep(delayMs);
  return serveFaulty(simulator, request, faults.find(({ kind }) => kind !== "delay"));
}

function serveFaulty(
  simulator: Simulator,
  request: SimulatorRequest,
  fault: Fault | undefined,
): Response | Promise<Response> {
  switch (fault?.kind) {
    case "drop":
      logAs(simulator, request, 0);
      return lostConnection();
    case "stall":
      logAs(simulator, request, 0);
      return new Promise<Response>(() => {});
    case "status":
      logAs(simulator, request, fault.status);
      return toResponse(failureOf(simulator.provider, fault));
    case "malformed":
      return cutInTheMiddle(handle(simulator, request));
    case "lost_reply":
      handle(simulator, request);
      return lostConnection();
    case "duplicate":
      handle(simulator, request);
      return toResponse(handle(simulator, request));
    default:
      return toResponse(handle(simulator, request));
  }
}

function handle(simulator: Simulator, request: SimulatorRequest): Answer {
  const answer = simulator.provider.answer(request);
  logAs(simulator, request, answer.status);
  return answer;
}

function logAs({ log, clock }: Simulator, { method, target }: SimulatorRequest, status: number) {
  log.add({ at: new Date(clock.nowMs()).toISOString(), method, path: target, status });
}

function failureOf(provider: SimulatedProvider, { status, body, headers }: Fault): Answer {
  const answer = provider.failure(status);
  return {
    status,
    body: body === undefined ? answer.body : body,
    headers: { ...answer.headers, ...Object.fromEntries(headers) },
  };
}

function serveControl({ controls }: Simulator, request: SimulatorRequest): Response {
  const refuse = (status: number, error: string) => Response.json({ error }, { status });
  const control = controls.get(`${request.method} ${request.path}`);
  if (control === undefined) {
    return refuse(404, `Unknown control call: use ${[...controls.keys()].join(", ")}`);
  }
  const hasBody = request.method === "POST" || request.method === "PUT";
  const body = hasBody ? parseJson(request.body) : Result.succeed(undefined);
  const result = Result.flatMap(body, control);
  return Result.isFailure(result)
    ? refuse(400, result.failure)
    : Response.json(result.success ?? { ok: true });
}

function parseJson(text: string): Read<unknown> {
  try {
    return Result.succeed(JSON.parse(text));
  } catch {
    return Result.fail("The body is not JSON");
  }
}
