/**
 * The settings of the HTTP server: where it listens, its limits, and what it logs.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import { parseQuota, type Quota } from "../../core/access/mod.ts";
import { parseWhole, parseWord, type SettingReader } from "./setting_reader.ts";

/** The values of `LOG_LEVEL`, most verbose first. */
const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;

/** The values of `SIGNUP`. */
const SIGN_UPS = ["closed", "open"] as const;

/** How the server listens, and whom it lets in how often. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** The limit of each client address. */
  readonly publicQuota: Option.Option<Quota>;
  /** The limit of each API key. */
  readonly keyedQuota: Option.Option<Quota>;
  readonly trustProxies: number;
  /** Whether something before the service ends TLS for it. */
  readonly hasTlsInFront: boolean;
  /**
   * Who may sign up at the console: the first one only, or everyone. None: the first one in live
   * mode, everyone in the sandbox.
   */
  readonly signUp: Option.Option<(typeof SIGN_UPS)[number]>;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly metricsToken: Option.Option<Redacted.Redacted<string>>;
}

/**
 * Reads `HOST`, `PORT`, `RATE_LIMIT_*`, `TRUST_PROXY`, `TLS_IN_FRONT`, `SIGNUP`, `LOG_LEVEL` and
 * `METRICS_TOKEN`.
 */
export function readServerSettings(reader: SettingReader): ServerSettings {
  const { text, parsed } = reader;
  return {
    host: Option.getOrElse(text("HOST"), () => "127.0.0.1"),
    port: parsed("PORT", {
      fallback: 3000,
      parse: parseWhole(0, 65_535),
      hint: "send a port from 1 to 65535, or 0 for any free one",
    }),
    publicQuota: quotaSetting(reader, "RATE_LIMIT_PUBLIC", 120),
    keyedQuota: quotaSetting(reader, "RATE_LIMIT_KEYED", 600),
    trustProxies: parsed("TRUST_PROXY", {
      fallback: 0,
      parse: parseWhole(0, 10),
      hint: "send the number of proxies before the service, 0 to 10",
    }),
    hasTlsInFront: parsed("TLS_IN_FRONT", {
      fallback: false,
      parse: (text) => Option.map(parseWord(["true", "false"])(text), (word) => word === "true"),
      hint: "use true or false",
    }),
    signUp: parsed("SIGNUP", {
      fallback: Option.none(),
      parse: (text) => Option.map(parseWord(SIGN_UPS)(text), Option.some),
      hint: `use one of ${SIGN_UPS.join(", ")}`,
    }),
    logLevel: parsed("LOG_LEVEL", {
      fallback: "info" as const,
      parse: parseWord(LOG_LEVELS),
      hint: `use one of ${LOG_LEVELS.join(", ")}`,
    }),
    metricsToken: Option.map(text("METRICS_TOKEN"), (token) => Redacted.make(token)),
  };
}

function quotaSetting({ parsed }: SettingReader, name: string, requests: number) {
  return parsed(name, {
    fallback: Option.some({ requests, windowSec: 60 }),
    parse: parseQuota,
    hint: `send requests/seconds, such as ${requests}/60, or 0 for no limit`,
  });
}
