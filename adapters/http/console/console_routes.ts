/**
 * The routes of the console.
 *
 * @module
 */
import { type Route } from "../edge/route.ts";
import { type ConsoleBundle } from "./console_bundle.ts";
import { consoleFileRoute } from "./console_file.ts";
import { consolePageRoutes } from "./console_page.ts";

/** Returns the routes. `bundle` is called when the first browser asks: most services have none. */
export function consoleRoutes(bundle: () => Promise<ConsoleBundle>): ReadonlyArray<Route<never>> {
  let bundling: Promise<ConsoleBundle> | undefined;
  const load = () => bundling ??= bundle();
  return [...consolePageRoutes(load), consoleFileRoute(load)];
}
