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
import { type Metric } from "effect";
import { Elysia } from "elysia";
import { isPreflight } from "./cors.ts";
import { documentRoutes } from "../document/document_routes.ts";
import { Pipeline } from "./pipeline.ts";
import { type PipelineOptions } from "./pipeline_options.ts";
import {
  type FixedPath,
  fixedPaths,
  type MountedPath,
  type MountedRoute,
  mountRoute,
} from "./mounted_path.ts";
import { spellPath } from "./path_spelling.ts";
import { UNEXPECTED } from "./refusal.ts";
import { RequestMetrics } from "./request_metrics.ts";
import { type PeerAddress, type Route } from "./route.ts";
import { SERVE_OPTIONS, SOCKET_OPTIONS } from "./serve_options.ts";
import { type ServiceOptions, serviceRoutes } from "../service/service_routes.ts";
import { type SandboxHelp } from "../service/start_page.ts";
import { otherMethod, unknownPath } from "./unrouted.ts";

/** The routes, dependencies and limits of a server. */
export interface ServerOptions<Ports> extends PipelineOptions<Ports>, ServiceOptions<Ports> {
  readonly routes: ReadonlyArray<Route<Ports>>;
  /** What a sandbox adds to its documents. */
  readonly sandboxHelp?: SandboxHelp | undefined;
  /** Where the counters of requests are registered. Default: a registry of the server's own. */
  readonly metricRegistry?: Metric.MetricRegistry | undefined;
  /** Returns the address of the socket's peer. Defaults to Bun's answer; tests override it. */
  readonly peerAddressOf?: (request: Request, server: Bun.Server<unknown> | null) =>
    | string
    | undefined;
}

/** Creates the server: the given routes, the service's own, and the documents about all of them. */
export function makeServer<Ports>(options: ServerOptions<Ports>) {
  const metrics = new RequestMetrics(options.metricRegistry);
  const routes = [...options.routes, ...serviceRoutes(options, metrics)];
  const documents = documentRoutes<Ports>(routes, options.sandboxHelp);
  const mounted = [...routes, ...documents].map((route) => mountRoute(route, metrics));
  const paths = fixedPaths(mounted, metrics);
  const pipeline = new Pipeline(
    options,
    (request, withinSec) => app.server?.timeout(request, withinSec),
  );
  const app = new Elysia({
    serve: SERVE_OPTIONS,
    // A trailing slash makes a different path.
    strictPath: true,
    // One router, so that tests see through `handle` what a socket would answer.
    systemRouter: false,
    websocket: SOCKET_OPTIONS,
    // Host names may be short: a container may be called `http://api/`.
    handler: { standardHostname: false },
  });
  app.wrap((route: (request: Request) => unknown) => (request: Request) =>
    route(spellPath(request))
  );
  const peerAddressOf = options.peerAddressOf ?? socketPeer;
  // Not the context's own `server`, which costs a property definition with every request.
  const peerOf = (request: Request) => askedOnce(() => peerAddressOf(request, app.server));
  const serverOf = () => app.server;
  const taken = new Set(paths.map(({ template }) => template));
  for (const fixedPath of paths) {
    const spellings = spellingsOf(fixedPath.template).filter((one) => !taken.has(one));
    for (const path of [fixedPath.template, ...spellings]) {
      mountPath(app, toRouterPath(path), { pipeline, fixedPath, peerOf, serverOf });
    }
  }
  const unmatched: MountedPath = {
    family: "coded",
    sendsCacheHeader: false,
    quotaScope: "none",
    audience: "public",
    isCompressed: true,
    meter: metrics.meter("other", "unmatched"),
  };
  const templates = mounted.filter(({ route }) => route.isHidden !== true)
    .map(({ route }) => route.path);
  app.all("*", ({ request, path }) => {
    const reply = isPreflight(request)
      ? otherMethod({ allow: ANY_METHOD, audience: "public" }, request)
      : unknownPath(path, templates);
    return pipeline.reply(unmatched, reply, request, path, peerOf(request));
  });
  app.onError(({ request, path }) =>
    pipeline.reply(unmatched, UNEXPECTED, request, path, peerOf(request))
  );
  return app;
}

/** Allowed by a preflight of an unknown path, so that a page can read the 404 that follows. */
const ANY_METHOD = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

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
