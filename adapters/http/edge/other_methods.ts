/**
 * Completes the paths of a plugin: what answers other methods, and a path without its last part.
 *
 * @module
 */
import type { AnyElysia } from "elysia";
import { RequestRejected } from "../../../core/request.ts";
import { EDGE_ROUTE } from "./edge.ts";
import type { EdgeRoute } from "./edge_route.ts";
import { toRefusal } from "./answer/failure.ts";
import type { EdgePath } from "./edge_path.ts";
import type { Refusal } from "./answer/refusal.ts";
import { NEVER, replyHooks } from "./reply_hooks.ts";
import { otherMethod } from "./unrouted.ts";

/** A route of an instance that the edge serves. */
export interface MountedRoute<Ports = unknown> {
  readonly route: EdgeRoute<Ports>;
  /** Elysia's handler: it returns what the edge runs. */
  readonly handler: (context: unknown) => unknown;
  /** What Elysia keeps for the document. */
  readonly detail: RouteDetail;
}

/** What the document says of a route. */
export interface RouteDetail {
  readonly operationId?: string;
  readonly tags?: ReadonlyArray<string>;
  readonly summary?: string;
  readonly description?: string;
}

/** The routes of an instance that the edge serves, in their order. */
export function edgeRoutes(app: AnyElysia): ReadonlyArray<MountedRoute> {
  return app.routes.flatMap(({ handler, hooks }) => {
    const route = hooks[EDGE_ROUTE];
    return route === undefined ? [] : [{
      route,
      handler: handler as unknown as MountedRoute["handler"],
      detail: hooks["detail"] ?? {},
    }];
  });
}

/** Ends a plugin: `.use(otherMethods)`. It adds no route that a client would name. */
export function otherMethods<App extends AnyElysia>(app: App): App {
  const naked = app.routes.find(({ hooks }) => hooks[EDGE_ROUTE] === undefined);
  if (naked !== undefined) throw new Error(`Declare access of ${naked.method} ${naked.path}`);
  const prefix = app.config.prefix ?? "";
  const byPath = Map.groupBy(app.routes, ({ path }) => path);
  const taken = new Set(byPath.keys());
  for (const [path, routes] of byPath) {
    const bound = routes.map(({ method, hooks }) => {
      const route = hooks[EDGE_ROUTE] as EdgeRoute<unknown>;
      route.bind(method, path);
      return route;
    });
    completePath(app, { path, prefix, taken }, bound);
  }
  return app;
}

function completePath(
  app: AnyElysia,
  { path, prefix, taken }: {
    readonly path: string;
    readonly prefix: string;
    readonly taken: ReadonlySet<string>;
  },
  routes: ReadonlyArray<EdgeRoute<unknown>>,
): void {
  const [first] = routes;
  if (first === undefined) return;
  const { gate } = first;
  const [, parent, last] = /^(.*)\/:(\w+)$/.exec(path) ?? [];
  const spellings = (parent === undefined ? [] : [`${parent}/`, parent])
    .filter((one) => !taken.has(one));
  const add = (method: string, at: string, hooks: object) => {
    const own = at.slice(prefix.length);
    if (method === "ALL") app.all(own, NEVER, hooks);
    else app.route(method, own, NEVER, hooks);
  };
  for (const spelling of spellings) {
    for (const route of routes) {
      add(route.method, spelling, replyHooks(gate, route, () => missingPart(last)));
    }
  }
  const methods = routes.map(({ method }) => method);
  const hasGet = methods.includes("GET");
  const allow = [...methods, ...(hasGet ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const other = { allow, audience: sharedPath(routes, false).audience };
  for (const one of [path, ...spellings]) {
    const shared = sharedPath(routes, hasGet && one.includes(":"));
    const hooks = () => replyHooks(gate, shared, ({ request }) => otherMethod(other, request));
    add("ALL", one, hooks());
    // Registered explicitly; otherwise Elysia measures it after its body is removed.
    if (!hasGet) add("HEAD", one, hooks());
  }
}

function missingPart(name = ""): Refusal {
  const hint = `Send the ${name} as the last part of the path`;
  return toRefusal(new RequestRejected({ parameter: name, received: "", hint }));
}

/** What the routes of one path share. */
function sharedPath(
  routes: ReadonlyArray<EdgeRoute<unknown>>,
  isHeadMeasured: boolean,
): EdgePath {
  const { template = "", family = "coded", bucket, gate } = routes[0] ?? {};
  return {
    family,
    bucket,
    isHeadMeasured,
    meter: gate?.metrics.meter("other", template) as EdgePath["meter"],
    tellsCache: routes.some(({ tellsCache }) => tellsCache),
    quotaScope: routes.find(({ quotaScope }) => quotaScope !== "none")?.quotaScope ?? "none",
    audience: routes.find(({ audience }) => audience !== "public")?.audience ?? "public",
    isCompressed: routes.every(({ isCompressed }) => isCompressed),
  };
}
