/**
 * The HTTP shell of every simulator: it listens, logs requests, injects faults, and passes the rest
 * to one provider's logic.
 *
 * @module
 */
import { type Answer, cutInTheMiddle, lostConnection, toResponse } from "./answer.ts";
import { type SandboxClock } from "./clock.ts";
import { answerControl, commonControls, type Control } from "./control_calls.ts";
import { type Fault, type Faults, makeFaults } from "./fault.ts";
import { makeRequestLog, type RequestLog } from "./request_log.ts";
import {
  type AcceptedSocket,
  makeOpenSockets,
  type MeasuredSocket,
  type SocketConversation,
} from "./simulator_socket.ts";

export { type Control } from "./control_calls.ts";
export {
  type MeasuredSocket,
  type SimulatorSocket,
  type SocketConversation,
  trackConversation,
} from "./simulator_socket.ts";

/** A request as a provider's logic sees it. */
export interface SimulatorRequest {
  readonly method: string;
  readonly path: string;
  /** Path and query exactly as sent, because signatures cover them. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
  /** The client's address, by which providers apply limits. */
  readonly client: string;
}

/** A request inside the shell, with its arrival on the real monotonic clock. */
interface Received extends SimulatorRequest {
  readonly receivedMs: number;
}

/** One provider's logic. */
export interface SimulatedProvider {
  readonly name: string;
  /** Returns a promise if it must wait, for example to verify a signature. */
  answer(request: SimulatorRequest): Answer | Promise<Answer>;
  /**
   * Called for every request with `Upgrade: websocket`: an answer refuses it, a function starts a
   * conversation once the socket is open, and undefined means that the path has no sockets.
   */
  upgrade?(
    request: SimulatorRequest,
  ): Answer | ((socket: MeasuredSocket) => SocketConversation) | undefined;
  /** Returns the provider's answer for a status that a fault requested. */
  failure(status: number, request: SimulatorRequest): Answer;
  /** The provider's own control calls, such as `PUT /__series`. */
  readonly controls: ReadonlyMap<string, Control>;
}

/** A listening simulator. */
export interface RunningSimulator {
  readonly name: string;
  /** The origin, without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The port and the clock. Port 0 picks a free one. */
export interface ListenOptions {
  readonly seed: number;
  readonly clock: SandboxClock;
  readonly port?: number | undefined;
}

/** Largest request body: recorded data needs up to 8 MiB. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

interface Simulator {
  readonly provider: SimulatedProvider;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly controls: ReadonlyMap<string, Control>;
}

/** Starts a simulator on 127.0.0.1. Throws if the port is taken. */
export function listen(provider: SimulatedProvider, options: ListenOptions): RunningSimulator {
  const faults = makeFaults(options.seed);
  const log = makeRequestLog();
  const sockets = makeOpenSockets(faults);
  const controls: ReadonlyMap<string, Control> = new Map([
    ...commonControls({ faults, log, sockets }),
    ...provider.controls,
  ]);
  const simulator = { provider, clock: options.clock, faults, log, controls };
  const server = Bun.serve<AcceptedSocket>({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    // A stalled request stays open for as long as its client waits.
    idleTimeout: 0,
    maxRequestBodySize: BODY_BYTES_MAX,
    fetch: async (request, server) => {
      const client = server.requestIP(request)?.address ?? "";
      const asked = await readRequest(request, client);
      const served = await serve(simulator, asked);
      if (!(served instanceof Response) && server.upgrade(request, { data: served })) {
        return void logAs(simulator, asked, 101);
      }
      const response = served instanceof Response ? served : refuseHandshake(simulator, asked);
      response.headers.set("date", new Date(options.clock.nowMs()).toUTCString());
      if (!faults.areCutting()) return response;
      // Clients resend a request if a reused connection is cut. From here on each connection is
      // used once, so that a cut is a failure the client sees.
      server.closeIdleConnections();
      response.headers.set("connection", "close");
      return response;
    },
    websocket: sockets.handlers,
    error: (cause) => {
      console.error(`${provider.name} simulator failed`, cause);
      return Response.json({ error: "The simulator failed" }, { status: 500 });
    },
  });
  return {
    name: provider.name,
    url: `http://127.0.0.1:${server.port}`,
    stop: () => {
      sockets.cutAll();
      return server.stop(true);
    },
  };
}

async function readRequest(request: Request, client: string): Promise<Received> {
  const receivedMs = performance.now();
  const { method, headers } = request;
  const target = request.url.slice(request.url.indexOf("/", "http://".length));
  const [path = ""] = target.split("?");
  const query = new URLSearchParams(target.slice(path.length));
  const body = await request.text();
  return { method, path, target, query, headers, body, client, receivedMs };
}

async function serve(
  simulator: Simulator,
  request: Received,
): Promise<Response | AcceptedSocket> {
  if (request.path.startsWith("/__")) return answerControl(simulator.controls, request);
  const asksForSocket = simulator.provider.upgrade !== undefined &&
    request.headers.get("upgrade")?.toLowerCase() === "websocket";
  const faults = simulator.faults.strike(request, asksForSocket ? "handshake" : "request");
  const delayMs = faults.reduce((sum, fault) => sum + fault.delayMs, 0);
  if (delayMs > 0) await Bun.sleep(delayMs);
  const fault = faults.find(({ kind }) => kind !== "delay");
  const accepted = asksForSocket ? accept(simulator, request, fault) : undefined;
  return accepted ?? serveFaulty(simulator, request, fault);
}

/** Lets the provider handle a handshake, unless a fault answers it or the path has no sockets. */
function accept(
  simulator: Simulator,
  request: Received,
  fault: Fault | undefined,
): Response | AcceptedSocket | undefined {
  if (fault !== undefined && fault.kind !== "stall") return undefined;
  const begin = simulator.provider.upgrade?.(request);
  if (begin === undefined) return undefined;
  if (typeof begin === "function") {
    return { path: request.path, isSilent: fault !== undefined, begin };
  }
  logAs(simulator, request, begin.status);
  return toResponse(begin);
}

/** Refuses a request that has `Upgrade` but lacks the other handshake headers. */
function refuseHandshake(simulator: Simulator, request: Received): Response {
  logAs(simulator, request, 400);
  return toResponse(simulator.provider.failure(400, request));
}

async function serveFaulty(
  simulator: Simulator,
  request: Received,
  fault: Fault | undefined,
): Promise<Response> {
  switch (fault?.kind) {
    case "drop":
      logAs(simulator, request, 0);
      return lostConnection();
    case "stall":
      logAs(simulator, request, 0);
      return await new Promise<Response>(() => {});
    case "status":
      logAs(simulator, request, fault.status);
      return toResponse(failureOf(simulator.provider, fault, request));
    case "malformed":
      return cutInTheMiddle(await handle(simulator, request));
    case "lost_reply":
      await handle(simulator, request);
      return lostConnection();
    case "duplicate":
      await handle(simulator, request);
      return toResponse(await handle(simulator, request));
    default:
      return toResponse(await handle(simulator, request));
  }
}

async function handle(simulator: Simulator, request: Received): Promise<Answer> {
  const answer = await simulator.provider.answer(request);
  logAs(simulator, request, answer.status);
  return answer;
}

function logAs(
  { log, clock }: Simulator,
  { method, target, receivedMs }: Received,
  status: number,
): void {
  const at = new Date(clock.nowMs()).toISOString();
  log.add({ at, method, path: target, status, took_ms: performance.now() - receivedMs });
}

function failureOf(
  provider: SimulatedProvider,
  { status, body, headers }: Fault,
  request: SimulatorRequest,
): Answer {
  const answer = provider.failure(status, request);
  return {
    status,
    body: body === undefined ? answer.body : body,
    headers: { ...answer.headers, ...Object.fromEntries(headers) },
  };
}
