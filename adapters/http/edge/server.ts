/**
 * The whole HTTP server as one Elysia instance that does not listen yet.
 *
 * ```ts
 * const server = makeServer({ routes, run: makeRun(runtime), clock, quota, quotaStore, ... });
 * await server.handle(new Request("http://localhost/health"));  // in a test
 * server.listen({ hostname: "127.0.0.1", port: 3000 });         // in the application
 * ```
 *
 * @module
 */
import { type AnyElysia, Elysia } from "elysia";
import { routesOf } from "./declared_route.ts";
import { edge } from "./edge.ts";
import { Gate, type GateOptions } from "./gate.ts";
import { answerUnknownPaths } from "./unknown_paths.ts";
import { documents } from "../document/documents.ts";
import { operationsOf } from "../document/operation.ts";
import { legacyOperation } from "./legacy_operation.ts";
import { Pipeline } from "./pipeline.ts";
import { type FixedPath, fixedPaths, type MountedRoute, mountRoute } from "./mounted_path.ts";
import { spellPath } from "./path_spelling.ts";
import { type PeerAddress, type Route } from "./route.ts";
import { SERVE_OPTIONS, SOCKET_OPTIONS } from "./serve_options.ts";
import { service, type ServiceOptions } from "../service/service.ts";
import { type SandboxHelp } from "../service/start_page.ts";
import { otherMethod } from "./unrouted.ts";

/** The routes, dependencies and limits of a server. */
export interface ServerOptions<Ports> extends GateOptions<Ports>, ServiceOptions<Ports> {
  /** Other routes; a function is told those of the capabilities. */
  readonly routes?:
    | ReadonlyArray<Route<Ports>>
    | ((declared: ReadonlyArray<Route<Ports>>) => ReadonlyArray<Route<Ports>>);
  /** The capabilities that it serves, on one edge. */
  readonly plugins?: ((gate: Gate<Ports>) => AnyElysia) | undefined;
  /** What a sandbox adds to its documents. */
  readonly sandboxHelp?: SandboxHelp | undefined;
}

/** Creates the server: the given routes, the service's own, and the documents about all of them. */
export function makeServer<Ports>(options: ServerOptions<Ports>) {
  const gate = new Gate(options);
  const { metrics } = gate;
  const plugins = new Elysia()
    .use(options.plugins?.(gate) ?? new Elysia())
    .use(service(gate, options));
  const declared = routesOf<Ports>(plugins);
  const { routes: others = [] } = options;
  const routes = typeof others === "function" ? others(declared) : others;
  const described = [...operationsOf(plugins), ...routes.map(legacyOperation)];
  const pages = documents(gate, described, options.sandboxHelp);
  const mounted = routes.map((route) => mountRoute(route, metrics));
  const paths = fixedPaths(mounted, metrics);
  const pipeline = new Pipeline(
    options,
    (request, withinSec) => app.server?.timeout(request, withinSec),
  );
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
  app.wrap((route: (request: Request) => unknown) => (request: Request) =>
    route(spellPath(request))
  );
  const peerAddressOf = options.peerAddressOf ?? socketPeer;
  // Not the context's own `server`, which costs a property definition with every request.
  const peerOf = (request: Request) => askedOnce(() => peerAddressOf(request, app.server));
  const serverOf = () => app.server;
  // Bound, because Elysia reads the source of a handler: one that returns a call would be taken for
  // asynchronous, and every answer would cost a promise.
  for (const { method, path, handler, hooks } of [...plugins.routes, ...pages.routes]) {
    app.route(method, path, handler.bind(undefined), hooks as object);
  }
  const taken = new Set(paths.map(({ template }) => template));
  for (const fixedPath of paths) {
    const spellings = spellingsOf(fixedPath.template).filter((one) => !taken.has(one));
    for (const path of [fixedPath.template, ...spellings]) {
      mountPath(app as unknown as Elysia, toRouterPath(path), {
        pipeline,
        fixedPath,
        peerOf,
        serverOf,
      });
    }
  }
  const templates = described.filter(({ isHidden }) => !isHidden).map(({ path }) => path);
  answerUnknownPaths(app, gate, templates);
  return app;
}

/** Returns the address of the socket's peer, as Bun sees it. */
export function socketPeer(
  request: Request,
  server: Bun.Server<unknown> | null,
): string | undefined {
  return server?.requestIP(request)?.address;
}

/** Asks once: a peer that has gone by the next time has no address any more. */
function askedOnce(ask: PeerAddress): PeerAddress {
  let isAsked = false;
  let address: string | undefined;
  return () => {
    if (!isAsked) address = ask();
    isAsked = true;
    return address;
  };
}

type PeerOf = (request: Request) => PeerAddress;
/** Returns the server that listens, or null before that. */
type ServerOf = () => Bun.Server<unknown> | null;

/** What a path is mounted with. */
interface Mounting<Ports> {
  readonly pipeline: Pipeline<Ports>;
  readonly fixedPath: FixedPath<Ports>;
  readonly peerOf: PeerOf;
  readonly serverOf: ServerOf;
}

/**
 * Adds `/fees/event/id/` for `/fees/event/id/{eventId}`, so that a missing last part is refused by
 * name and not as an unknown path.
 */
function spellingsOf(template: string): ReadonlyArray<string> {
  const withoutLast = /^(.*)\/\{\w+\}$/.exec(template)?.[1];
  return withoutLast === undefined ? [] : [`${withoutLast}/`, withoutLast];
}

/** Writes `{eventId}` in the router's notation. */
function toRouterPath(template: string): string {
  return template.replace(/\{(\w+)\}/g, ":$1");
}

/** Answers a request that the router matched with a route. */
function answerAt<Ports>(
  { pipeline, mounted, peerOf, serverOf }: {
    readonly pipeline: Pipeline<Ports>;
    readonly mounted: MountedRoute<Ports>;
    readonly peerOf: PeerOf;
    readonly serverOf: ServerOf;
  },
  { request, path }: { readonly request: Request; readonly path: string },
): Response | Promise<Response> | undefined {
  if (mounted.route.socket !== undefined && isHandshake(request)) {
    const server = serverOf();
    const peerAddress = peerOf(request);
    if (server !== null) return pipeline.upgrade(mounted, { request, path, server, peerAddress });
  }
  return pipeline.answer(mounted, request, path, peerOf(request));
}

function isHandshake({ method, headers }: Request): boolean {
  return method === "GET" && headers.get("upgrade")?.toLowerCase() === "websocket";
}

/** Registers a path: its own methods, then every other method. */
function mountPath<Ports>(
  app: Pick<Elysia, "route" | "all">,
  path: string,
  { pipeline, fixedPath, peerOf, serverOf }: Mounting<Ports>,
): void {
  const answer = answerAt<Ports>;
  // The router answers HEAD from GET where a part of the path varies, and not at a fixed spelling.
  const isHeadMeasured = path.includes(":");
  for (const route of fixedPath.routes) {
    const mounted = { ...route, isHeadMeasured };
    const { method } = mounted.route;
    for (const one of method === "GET" ? [method, "HEAD"] : [method]) {
      // Bound, because the router reads a handler's source and treats one that returns a call as
      // asynchronous: then every answer would cost a promise.
      app.route(one, path, answer.bind(undefined, { pipeline, mounted, peerOf, serverOf }));
    }
  }
  const refuse = ({ request, path }: { readonly request: Request; readonly path: string }) =>
    pipeline.reply(
      fixedPath,
      otherMethod(fixedPath, request),
      request,
      path,
      peerOf(request),
    );
  app.all(path, refuse);
  // Registered explicitly; otherwise the router measures the answer to HEAD after its body is
  // removed.
  if (fixedPath.routes.every(({ route }) => route.method !== "GET")) {
    app.route("HEAD", path, refuse);
  }
}
