/**
 * The console: its page, and what the page asks about its session, its account's keys and their
 * use, what is recorded, and how the service is set up. Everything else it asks of the interface,
 * with the API key of its session.
 *
 * @module
 */
import { Elysia } from "elysia";
import type { Gate } from "../edge/gate.ts";
import type { ConsoleBundle } from "./console_bundle.ts";
import type { ConsoleOptions } from "./console_options.ts";
import type { ConsolePorts } from "./console_ports.ts";
import { keys } from "./keys.ts";
import { pages } from "./pages.ts";
import { setup } from "./setup.ts";
import { recording } from "./recording.ts";
import { sessions } from "./sessions.ts";
import { signIn } from "./sign_in.ts";

/** The routes. `bundle` is called when the first browser asks: most services have none. */
export function consolePlugin<Ports>(
  gate: Gate<Ports | ConsolePorts>,
  options: ConsoleOptions,
  bundle: () => Promise<ConsoleBundle>,
) {
  return new Elysia({ name: "console" })
    .use(signIn(gate, options))
    .use(sessions(gate, options))
    .use(keys(gate, options))
    .use(recording(gate, options))
    .use(setup(gate, options))
    .use(pages(gate, bundle));
}
