/**
 * The whole HTTP edge as one Elysia instance that does not listen yet.
 *
 * ```ts
 * const server = makeServer({ routes, run: makeRun(runtime), clock, quota, count, ... });
 * await server.handle(new Request("http://localhost/health"));  // in a test
 * server.listen({ hostname: "127.0.0.1", port: 3000 });         // in the application
 * ```
 *
 * @module
 */
import { Elysia } from "elysia";
import { isPreflight } from "./cors.ts";
import { documentRoutes } from "./document_routes.ts";
import { Edge } from "./edge.ts";
import { type EdgeOptions } from "./edge_options.ts";
import { type MountedRoute, mountRoute, type PathPlace, pathPlaces, type Place } from "./place.ts";
import { UNEXPECTED } from "./refusal.ts";
import { RequestMetrics } from "./request_metrics.ts";
import { type Route } from "./route.ts";
import { SERVE_OPTIONS, SOCKET_OPTIONS } from "./serve_options.ts";
import { type ServiceOptions, serviceRoutes } from "./service_routes.ts";
import { otherMethod, unknownPath } from "./unrouted.ts";

/** Everything a server is made of. */
export interface ServerOptions<Ports> extends EdgeOptions<Ports>, ServiceOptions<Ports> {
  readonly routes: ReadonlyArray<Route<Ports>>;
  /** The socket's other end; Bun's answer where it is left out. Tests say who is asking. */
  readonly peerAddressOf?: (request: Request, server: Bun.Server<unknown> | null) =>
    | string
    | undefined;
}

/** Makes the server: the given routes, the service's own, and the documents about them all. */
export function makeServer<Ports>(options: ServerOptions<Ports>) {
  const metrics = new RequestMetrics();
  const routes = [...options.routes, ...serviceRoutes(options, metrics)];
  const documents = documentRoutes<Ports>(routes);
  const mounted = [...routes, ...documents].map((route) => mountRoute(route, metrics));
  const places = pathPlaces(mounted, metrics);
  const edge = new Edge(options);
  const app = new Elysia({
    serve: SERVE_OPTIONS,
    // A trailing slash is another path.
    strictPath: true,
    // One router, so that what tests see through `handle` is what answers on a socket.
    systemRouter: false,
    websocket: SOCKET_OPTIONS,
    // Host names may be short: a container may be called `http://api/`.
    handler: { standardHostname: false },
  });
  const peerAddressOf = options.peerAddressOf ?? socketPeer;
  // Not the context's own `server`, which costs a property definition with every request.
  const peerOf = (request: Request) => peerAddressOf(request, app.server);
  const serverOf = () => app.server;
  const taken = new Set(places.map(({ template }) => template));
  for (const place of places) {
    const spellings = spellingsOf(place.template).filter((one) => !taken.has(one));
    for (const path of [place.template, ...spellings]) {
      mountPath(app, toRouterPath(path), { edge, place, peerOf, serverOf });
    }
  }
  const elsewhere: Place = {
    family: "coded",
    tellsCache: false,
    counts: "nobody",
    isPrivate: false,
    meter: metrics.meter("other", "unmatched"),
  };
  const templates = mounted.filter(({ route }) => route.isHidden !== true)
    .map(({ route }) => route.path);
  app.all("*", ({ request, path }) => {
    const reply = isPreflight(request)
      ? otherMethod(ANY_METHOD, request)
      : unknownPath(path, templates);
    return edge.reply(elsewhere, reply, request, path, peerOf(request));
  });
  app.onError(({ request, path }) =>
    edge.reply(elsewhere, UNEXPECTED, request, path, peerOf(request))
  );
  return app;
}

/** Granted where the path is unknown, so that a page can read the 404 that follows. */
const ANY_METHOD = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

/** The socket's other end, as Bun saw it. */
export function socketPeer(
  request: Request,
  server: Bun.Server<unknown> | null,
): string | undefined {
  return server?.requestIP(request)?.address;
}

type PeerOf = (request: Request) => string | undefined;
/** The server that listens; null until one does. */
type ServerOf = () => Bun.Server<unknown> | null;

/** What a path is mounted with. */
interface Mounting<Ports> {
  readonly edge: Edge<Ports>;
  readonly place: PathPlace<Ports>;
  readonly peerOf: PeerOf;
  readonly serverOf: ServerOf;
}

/** `/fees/event/id/` lacks its last part, which is said by name: it is no unknown path. */
function spellingsOf(template: string): ReadonlyArray<string> {
  const withoutLast = /^(.*)\/\{\w+\}$/.exec(template)?.[1];
  return withoutLast === undefined ? [] : [`${withoutLast}/`, withoutLast];
}

/** `{eventId}` as the router writes it. */
function toRouterPath(template: string): string {
  return template.replace(/\{(\w+)\}/g, ":$1");
}

/** Answers what the router has found a route for. */
function answerAt<Ports>(
  { edge, mounted, peerOf, serverOf }: {
    readonly edge: Edge<Ports>;
    readonly mounted: MountedRoute<Ports>;
    readonly peerOf: PeerOf;
    readonly serverOf: ServerOf;
  },
  { request, path }: { readonly request: Request; readonly path: string },
): Response | Promise<Response> | undefined {
  if (mounted.route.socket !== undefined && isHandshake(request)) {
    const server = serverOf();
    const peerAddress = peerOf(request);
    if (server !== null) return edge.upgrade(mounted, { request, path, server, peerAddress });
  }
  return edge.answer(mounted, request, path, peerOf(request));
}

function isHandshake({ method, headers }: Request): boolean {
  return method === "GET" && headers.get("upgrade")?.toLowerCase() === "websocket";
}

/** Registers a path: its own methods, then every other one. */
function mountPath<Ports>(
  app: Pick<Elysia, "route" | "all">,
  path: string,
  { edge, place, peerOf, serverOf }: Mounting<Ports>,
): void {
  const answer = answerAt<Ports>;
  for (const mounted of place.routes) {
    const { method } = mounted.route;
    for (const one of method === "GET" ? [method, "HEAD"] : [method]) {
      // Bound, because the router reads a handler's source and takes one that returns a call for
      // asynchronous: then every answer would cost a promise.
      app.route(one, path, answer.bind(undefined, { edge, mounted, peerOf, serverOf }));
    }
  }
  const refuse = ({ request, path }: { readonly request: Request; readonly path: string }) =>
    edge.reply(place, otherMethod(place.allow, request), request, path, peerOf(request));
  app.all(path, refuse);
  // By name, or the router measures the answer to HEAD, from which the body is gone already.
  if (place.routes.every(({ route }) => route.method !== "GET")) app.route("HEAD", path, refuse);
}
