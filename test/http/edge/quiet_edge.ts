/**
 * Options of a server that counts nobody, knows no keys and logs nothing, for tests to spread.
 *
 * @module
 */
import { Effect, Option } from "effect";

/** Whose key every request comes with, where a server takes any. */
export const HOLDER = {
  account: { id: "account", email: "someone@example.com", createdMs: 0 },
  key: {
    id: "key",
    prefix: "sk_live_",
    scopes: ["read"] as const,
    sessionId: Option.none(),
    createdMs: 0,
  },
};

/** Whoever reads it may know how it is started. */
function strikeline(words: string): string {
  return `strikeline ${words}`;
}

/** Everything but routes, a bridge and a clock. */
export const QUIET_EDGE = {
  quota: Option.none(),
  keyedQuota: Option.none(),
  checkKey: () => ({ status: 401, error: "no keys here", hint: "none" }),
  quotaStore: { add: () => 0 },
  trustProxy: 0,
  ownCommand: strikeline,
  publicCommand: strikeline,
  isSandbox: true,
  hasTlsInFront: false,
  isAccessLogged: false,
  bodyDeadlineMs: 1_000,
  checkHealth: Effect.void,
  readStatus: Effect.succeed({
    providers: [],
    jobs: [],
    quotaStore: "memory" as const,
    fleet: { state: "off" as const, held: [] },
    venueLimits: [],
    targets: { provisional: 0, corrected: 0, disputed: 0 },
    recording: undefined,
  }),
  metricsToken: Option.none(),
};
