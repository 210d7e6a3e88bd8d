/**
 * The routes of the console: its page, and what the page asks about its session, its account's keys
 * and their use. Everything else it asks of the interface, with the API key of its session.
 *
 * @module
 */
import { type ConsoleBundle } from "./console_bundle.ts";
import { consoleFileRoute } from "./console_file.ts";
import { type ConsoleOptions } from "./console_options.ts";
import { consolePageRoutes } from "./console_page.ts";
import { keyRoutes } from "./key_routes.ts";
import { sessionRoutes } from "./session_routes.ts";
import { signInRoutes } from "./sign_in_routes.ts";

/** Returns the routes. `bundle` is called when the first browser asks: most services have none. */
export function consoleRoutes(options: ConsoleOptions, bundle: () => Promise<ConsoleBundle>) {
  let bundling: Promise<ConsoleBundle> | undefined;
  // One that failed is not kept: the next browser tries again.
  const load = () =>
    bundling ??= bundle().catch((error) => {
      bundling = undefined;
      throw error;
    });
  return [
    ...signInRoutes(options),
    ...sessionRoutes(options),
    ...keyRoutes(options),
    ...consolePageRoutes(load),
    consoleFileRoute(load),
  ];
}
