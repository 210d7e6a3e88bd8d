/**
 * The whole HTTP server as one Elysia instance that does not listen yet.
 *
 * ```ts
 * const server = makeServer({ plugins: (gate) => capabilities(gate, parts), run, clock, ... });
 * await server.handle(new Request("http://localhost/health"));  // in a test
 * server.listen({ hostname: "127.0.0.1", port: 3000 });         // in the application
 * ```
 *
 * @module
 */
import { type AnyElysia, Elysia } from "elysia";
import { documents } from "../document/documents.ts";
import { operationsOf } from "../document/operation.ts";
import { service, type ServiceOptions } from "../service/service.ts";
import { type SandboxHelp } from "../service/start_page.ts";
import { edge } from "./edge.ts";
import { Gate } from "./gate.ts";
import { type GateOptions } from "./gate_options.ts";
import { SERVE_OPTIONS, SOCKET_OPTIONS } from "./serve_options.ts";
import { answerUnknownPaths } from "./unknown_paths.ts";

/** An escaped letter, digit or one of `-._~`, which a path never needs to escape. */
const UNRESERVED = /%(?:2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])/g;
/** Where a path starts at the earliest: after this and a host that is not empty. */
const HOST_AT = "http://".length;
/** Stands for the host that HTTP/1.0 need not name; an address is then no more than a path. */
const NO_HOST = "http://localhost";

/**
 * Gives a request the address that the routes read, where it came with another spelling. It stays
 * the same object: the runtime knows its socket by it. What else is escaped stays data, `%2F` above
 * all.
 */
export function spellPath(request: Request): Request {
  const { url } = request;
  const isBare = url.startsWith("/");
  if (!isBare && !url.includes("%")) return request;
  const value = spelled(isBare ? `${NO_HOST}${url}` : url);
  if (value !== url) Object.defineProperty(request, "url", { value });
  return request;
}

function spelled(url: string): string {
  const pathAt = url.indexOf("/", HOST_AT + 1);
  const queryAt = url.indexOf("?", pathAt);
  const endAt = queryAt === -1 ? url.length : queryAt;
  const path = url.slice(pathAt, endAt).split("/").map(spellSegment).join("/");
  return `${url.slice(0, pathAt)}${path}${url.slice(endAt)}`;
}

/** An escaped `.` or `..` is no step in a path, and must not become one. */
function spellSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  const spelled = segment.replace(UNRESERVED, decodeURIComponent);
  return spelled === "." || spelled === ".." ? segment : spelled;
}

/** The capabilities, dependencies and limits of a server. */
export interface ServerOptions<Ports> extends GateOptions<Ports>, ServiceOptions<Ports> {
  /** The capabilities that it serves, on one edge. */
  readonly plugins: (gate: Gate<Ports>) => AnyElysia;
  /** What asks the routes of the others and of the service itself. */
  readonly tools?: (gate: Gate<Ports>, routes: AnyElysia) => AnyElysia;
  /**
   * Has each request answered, and may wait before it lets go of the answer. Left out: each is
   * answered at once.
   */
  readonly attend?: ((request: Request, answer: () => unknown) => unknown) | undefined;
  /** What a sandbox adds to its documents. */
  readonly sandboxHelp?: SandboxHelp | undefined;
}

/** Creates the server: the capabilities, the service's own routes, and documents about them all. */
export function makeServer<Ports>(options: ServerOptions<Ports>) {
  const gate = new Gate(options);
  const asked = new Elysia().use(options.plugins(gate)).use(service(gate, options));
  const plugins = new Elysia().use(asked).use(options.tools?.(gate, asked) ?? new Elysia());
  const described = operationsOf(plugins);
  const pages = documents(gate, described, options.sandboxHelp);
  const app = new Elysia({
    // Without compiled handlers Elysia reads bodies itself and calls no `mapResponse` of a route.
    aot: true,
    serve: SERVE_OPTIONS,
    // A trailing slash makes a different path.
    strictPath: true,
    // One router, so that tests see through `handle` what a socket would answer.
    systemRouter: false,
    websocket: SOCKET_OPTIONS,
    // Host names may be short: a container may be called `http://api/`.
    handler: { standardHostname: false },
  }).use(edge(gate, "coded"));
  gate.server = () => app.server;
  const { attend = (_, answer) => answer() } = options;
  app.wrap((route: (request: Request) => unknown) => (request: Request) =>
    attend(request, () => route(spellPath(request)))
  );
  // Bound, because Elysia reads the source of a handler: one that returns a call would be taken for
  // asynchronous, and every answer would cost a promise.
  for (const { method, path, handler, hooks } of [...plugins.routes, ...pages.routes]) {
    app.route(method, path, handler.bind(undefined), hooks as object);
  }
  const templates = described.filter(({ isHidden }) => !isHidden).map(({ path }) => path);
  answerUnknownPaths(app, gate, templates);
  return app;
}
