/**
 * Where a router can bring a request to, prepared once when the server is made.
 *
 * @module
 */
import { type PathSlot, slotsOf } from "./path_values.ts";
import { makeQueryReader, type QueryReader } from "./query.ts";
import { type Family } from "./refusal.ts";
import { type RequestMetrics, type RouteMeter } from "./request_metrics.ts";
import { isKeyed, type Route, tellsCacheOf } from "./route.ts";

/** A path, or the rest of all paths: in which family it answers and where it is counted. */
export interface Place {
  readonly family: Family;
  readonly meter: RouteMeter;
  /** Whether every answer says if a provider was asked. */
  readonly tellsCache: boolean;
  /** Whether no answer takes asking a provider. */
  readonly asksNobody?: boolean | undefined;
  /** Whose quota counts where no route answers: an address's, a keyless caller's, or nobody's. */
  readonly counts: "address" | "keyless" | "nobody";
  /** What the bucket is called that an address is counted in. Undefined: that of public routes. */
  readonly bucket?: string | undefined;
  /** Whether answers are for the holder of a key alone, so that nobody may share them. */
  readonly isPrivate: boolean;
  /** Whether the router makes its answer to HEAD from a whole one, which it measures. */
  readonly isHeadMeasured?: boolean;
}

/** A declared route with everything its requests need. */
export interface MountedRoute<Ports> extends Place {
  readonly route: Route<Ports>;
  readonly query: QueryReader;
  readonly slots: ReadonlyArray<PathSlot>;
}

/** Prepares a route. */
export function mountRoute<Ports>(
  route: Route<Ports>,
  metrics: RequestMetrics,
): MountedRoute<Ports> {
  const slots = slotsOf(route.path);
  return {
    route,
    family: route.family,
    meter: metrics.meter(route.method, route.path),
    tellsCache: tellsCacheOf(route),
    asksNobody: route.asksNobody,
    bucket: route.bucket,
    counts: isKeyed(route) ? "keyless" : route.access === "public" ? "address" : "nobody",
    isPrivate: isKeyed(route),
    query: makeQueryReader(route.parameters, route.keyHint),
    slots,
    isHeadMeasured: slots.length > 0,
  };
}

/** Every route of one path, and what another method is told there. */
export interface PathPlace<Ports> extends Place {
  readonly template: string;
  readonly routes: ReadonlyArray<MountedRoute<Ports>>;
  /** The value of the `Allow` header. */
  readonly allow: string;
}

/** Groups mounted routes by path, in the order in which the paths first appear. */
export function pathPlaces<Ports>(
  mounted: ReadonlyArray<MountedRoute<Ports>>,
  metrics: RequestMetrics,
): ReadonlyArray<PathPlace<Ports>> {
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
    tellsCache: routes.some(({ tellsCache }) => tellsCache),
    counts: routes.find(({ counts }) => counts !== "nobody")?.counts ?? "nobody",
    bucket: routes[0]?.route.bucket,
    isPrivate: routes.some(({ isPrivate }) => isPrivate),
  }));
}

function allowOf(methods: ReadonlyArray<string>): string {
  const head = methods.includes("GET") ? ["HEAD"] : [];
  return [...methods, ...head, "OPTIONS"].join(", ");
}
