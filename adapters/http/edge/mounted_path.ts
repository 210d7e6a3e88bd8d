/**
 * The paths of a server, prepared once for the router.
 *
 * @module
 */
import { type Family } from "./refusal.ts";
import { type RequestMetrics, type RouteMeter } from "./request_metrics.ts";
import {
  type Audience,
  audienceOf,
  isCompressed,
  isKeyed,
  type Route,
  tellsCacheOf,
} from "./route.ts";
import { type PreparedRoute, prepareRoute } from "./route_call.ts";

/** A mounted path, or the catch-all: its error family and where its requests are counted. */
export interface MountedPath {
  readonly family: Family;
  readonly meter: RouteMeter;
  /** Whether every answer has an `X-Cache` header. */
  readonly sendsCacheHeader: boolean;
  /** Whether no answer requires asking a provider. */
  readonly needsNoProvider?: boolean | undefined;
  /**
   * Whose quota a request counts against if no route handles it: the address, the caller without a
   * key, or none.
   */
  readonly quotaScope: "address" | "keyless" | "none";
  /** The name of the bucket that counts an address. Undefined: the bucket of public routes. */
  readonly bucket?: string | undefined;
  readonly audience: Audience;
  /** Whether answers may be compressed. */
  readonly isCompressed: boolean;
  /** Whether the router derives the answer to HEAD from a full GET answer, including its length. */
  readonly isHeadMeasured?: boolean;
}

/** A declared route with everything its requests need. */
export interface MountedRoute<Ports> extends MountedPath, PreparedRoute<Ports> {}

/** Prepares a route. */
export function mountRoute<Ports>(
  route: Route<Ports>,
  metrics: RequestMetrics,
): MountedRoute<Ports> {
  return {
    ...prepareRoute(route),
    family: route.family,
    meter: metrics.meter(route.method, route.path),
    sendsCacheHeader: tellsCacheOf(route),
    needsNoProvider: route.needsNoProvider,
    bucket: route.bucket,
    quotaScope: isKeyed(route) ? "keyless" : route.access === "public" ? "address" : "none",
    audience: audienceOf(route),
    isCompressed: isCompressed(route),
  };
}

/** All routes of one path, and what answers other methods there. */
export interface FixedPath<Ports> extends MountedPath {
  readonly template: string;
  readonly routes: ReadonlyArray<MountedRoute<Ports>>;
  /** The value of the `Allow` header. */
  readonly allow: string;
}

/** Groups mounted routes by path, in the order in which the paths first appear. */
export function fixedPaths<Ports>(
  mounted: ReadonlyArray<MountedRoute<Ports>>,
  metrics: RequestMetrics,
): ReadonlyArray<FixedPath<Ports>> {
  const byPath = new Map<string, Array<MountedRoute<Ports>>>();
  for (const one of mounted) {
    const routes = byPath.get(one.route.path) ?? [];
    byPath.set(one.route.path, [...routes, one]);
  }
  return [...byPath].map(([template, routes]) => ({
    template,
    routes,
    allow: allowOf(routes.map(({ route }) => route.method)),
    family: routes[0]?.family ?? "coded",
    meter: metrics.meter("other", template),
    sendsCacheHeader: routes.some(({ sendsCacheHeader }) => sendsCacheHeader),
    quotaScope: routes.find(({ quotaScope }) => quotaScope !== "none")?.quotaScope ?? "none",
    bucket: routes[0]?.route.bucket,
    audience: routes.find(({ audience }) => audience !== "public")?.audience ?? "public",
    isCompressed: routes.every(({ isCompressed }) => isCompressed),
  }));
}

function allowOf(methods: ReadonlyArray<string>): string {
  const head = methods.includes("GET") ? ["HEAD"] : [];
  return [...methods, ...head, "OPTIONS"].join(", ");
}
