/**
 * All requests of the console's page that are about its session, its account's keys and their use.
 * Everything else it asks of the interface, with the API key of its session.
 *
 * @module
 */
import { type ConsoleOptions } from "./console_options.ts";
import { keyRoutes } from "./key_routes.ts";
import { sessionRoutes } from "./session_routes.ts";
import { signInRoutes } from "./sign_in_routes.ts";

/** The routes. */
export function consoleApiRoutes(options: ConsoleOptions) {
  return [...signInRoutes(options), ...sessionRoutes(options), ...keyRoutes(options)];
}
