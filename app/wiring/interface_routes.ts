/**
 * The routes of the interface, and the tools over them.
 *
 * @module
 */
import type { Route } from "../../adapters/http/edge/route.ts";
import { mcpRoute } from "../../adapters/http/mcp/mcp_route.ts";
import type { SandboxHelp } from "../../adapters/http/service/start_page.ts";
import { VERSION } from "./version.ts";

/** What the routes are made of. */
export interface InterfaceParts {
  readonly sandboxHelp: SandboxHelp | undefined;
}

/** The ports of some routes. */
type PortsOf<R> = R extends Route<infer Ports> ? Ports : never;

/** Returns the routes in the order of the document. */
export function interfaceRoutes<Ports>(
  { sandboxHelp }: InterfaceParts,
  declared: ReadonlyArray<Route<Ports>>,
) {
  const routes: ReadonlyArray<Route<Ports>> = [];
  const mcp = mcpRoute<PortsOf<(typeof routes)[number]> | Ports>({
    routes: [...declared, ...routes],
    version: VERSION,
    liveExamples: sandboxHelp?.liveExamples,
  });
  return [...routes, mcp];
}
