/** What a plugin has, as documents and callers know it. @module */
import { Exit } from "effect";
import type { AnyElysia } from "elysia";
import { type Operation, operationsOf } from "../../../adapters/http/document/operation.ts";
import { Gate } from "../../../adapters/http/edge/gate.ts";
import { edgeRoutes } from "../../../adapters/http/edge/other_methods.ts";
import { type CallRoute, routeCaller } from "../../../adapters/http/edge/route_caller.ts";
import { QUIET_EDGE } from "./quiet_edge.ts";

type Plugin<Ports> = (gate: Gate<Ports>) => AnyElysia;

/** A plugin on an edge that runs nothing. */
export function quietPlugin<Ports>(plugin: Plugin<Ports>): AnyElysia {
  const clock = { nowMs: () => 0, stopwatchMs: () => 0 };
  return plugin(new Gate({ ...QUIET_EDGE, clock, run: () => Exit.die("not run") }));
}

/** Its operations. */
export function pluginOperations<Ports>(plugin: Plugin<Ports>): ReadonlyArray<Operation> {
  return operationsOf(quietPlugin(plugin));
}

/** What calls its route at a path. */
export function callerAt<Ports>(plugin: Plugin<Ports>, path: string): CallRoute<Ports> {
  const found = edgeRoutes(quietPlugin(plugin)).find(({ route }) => route.template === path);
  if (found === undefined) throw new Error(`no route ${path}`);
  return routeCaller(found);
}
