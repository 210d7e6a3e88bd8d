/** The routes of a plugin, as documents and tools know them. @module */
import { Exit } from "effect";
import type { AnyElysia } from "elysia";
import { routesOf } from "../../../adapters/http/edge/declared_route.ts";
import { type Operation, operationsOf } from "../../../adapters/http/document/operation.ts";
import { Gate } from "../../../adapters/http/edge/gate.ts";
import type { Route } from "../../../adapters/http/edge/route.ts";
import { QUIET_EDGE } from "./quiet_edge.ts";

/** Returns them; nothing is run on their edge. */
export function pluginRoutes<Ports>(
  plugin: (gate: Gate<Ports>) => AnyElysia,
): ReadonlyArray<Route<Ports>> {
  const clock = { nowMs: () => 0, stopwatchMs: () => 0 };
  return routesOf(plugin(new Gate({ ...QUIET_EDGE, clock, run: () => Exit.die("not run") })));
}

/** Returns them as the documents tell them. */
export function pluginOperations<Ports>(
  plugin: (gate: Gate<Ports>) => AnyElysia,
): ReadonlyArray<Operation> {
  const clock = { nowMs: () => 0, stopwatchMs: () => 0 };
  return operationsOf(plugin(new Gate({ ...QUIET_EDGE, clock, run: () => Exit.die("not run") })));
}
