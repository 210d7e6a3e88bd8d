/**
 * The settings of the HTTP server: where it listens, its limits, and what it logs.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { parseQuota } from "../../core/access/mod.ts";
import { oneOf, optional, setting, text, whole } from "./setting_reader.ts";

/** How the server listens, and whom it lets in how often. */
export type ServerSettings = Effect.Success<typeof readServerSettings>;

/** Reads how the server listens. */
export const readServerSettings = Effect.all({
  host: Effect.map(text("HOST"), Option.getOrElse(() => "127.0.0.1")),
  port: setting("PORT", {
    ...whole(0, 65_535),
    fallback: 3000,
    hint: "send a port from 1 to 65535, or 0 for any free one",
  }),
  /** The limit of each client address. */
  publicQuota: quota("RATE_LIMIT_PUBLIC", 120),
  /** The limit of each API key. */
  keyedQuota: quota("RATE_LIMIT_KEYED", 600),
  trustProxies: setting("TRUST_PROXY", {
    ...whole(0, 10),
    fallback: 0,
    hint: "send the number of proxies before the service, 0 to 10",
  }),
  /** Whether something before the service ends TLS for it. */
  hasTlsInFront: Effect.map(
    setting("TLS_IN_FRONT", {
      ...oneOf(["true", "false"]),
      fallback: "false",
      hint: "use true or false",
    }),
    (word) => word === "true",
  ),
  /**
   * Who may sign up at the console: the first one only, or everyone. None: the first one in live
   * mode, everyone in the sandbox.
   */
  signUp: optional("SIGNUP", oneOf(["closed", "open"])),
  logLevel: setting("LOG_LEVEL", {
    ...oneOf(["debug", "info", "warn", "error"]),
    fallback: "info",
  }),
  metricsToken: Effect.map(text("METRICS_TOKEN"), Option.map((token) => Redacted.make(token))),
});

function quota(name: string, requests: number) {
  return setting(name, {
    fallback: Option.some({ requests, windowSec: 60 }),
    parse: parseQuota,
    hint: `send requests/seconds, such as ${requests}/60, or 0 for no limit`,
  });
}
