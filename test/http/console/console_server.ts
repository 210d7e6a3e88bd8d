/**
 * The console's routes and a keyed one, on an embedded store, with a machine clock that a test
 * moves and hashes that cost nothing.
 *
 * @module
 */
import { beforeEach } from "bun:test";
import { Elysia } from "elysia";
import { Clock, Effect, Layer, ManagedRuntime, Option, Redacted, References } from "effect";
import { consolePlugin } from "../../../adapters/http/console/console.ts";
import type { ConsoleOptions } from "../../../adapters/http/console/console_options.ts";
import { makeKeyCheck } from "../../../adapters/http/edge/limit/key_check.ts";
import { digestOfKey } from "../../../adapters/http/edge/limit/key_digest.ts";
import { makeRun, type Run } from "../../../adapters/http/edge/run.ts";
import { makeServer, type ServerOptions } from "../../../adapters/http/edge/server.ts";
import { layerAccountStore } from "../../../adapters/postgres/store/account_store.ts";
import { layerKeyUsageStore } from "../../../adapters/postgres/store/key_usage_store.ts";
import { layerMigrated } from "../../../adapters/postgres/engine/migrate.ts";
import { layerPaperStore } from "../../../adapters/postgres/store/paper_store.ts";
import { layerSessionStore } from "../../../adapters/postgres/store/session_store.ts";
import { layerSignInStore } from "../../../adapters/postgres/store/sign_in_store.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/engine/sql_embedded.ts";
import { layerWalletStore } from "../../../adapters/postgres/store/wallet_store.ts";
import { layerWebhookStore } from "../../../adapters/postgres/store/webhook_store.ts";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { LegVenues } from "../../../core/port/leg_venue.ts";
import { HashingBusy, PasswordHash } from "../../../core/port/password_hash.ts";
import type { SecretBox } from "../../../core/port/secret_box.ts";
import { type ServiceSetup, ServiceSetupPort } from "../../../core/port/service_setup.ts";
import {
  KeyCache,
  KeyUsage,
  layerKeyCache,
  layerKeyUsage,
} from "../../../core/use_case/account/mod.ts";
import { MachineTime } from "../../../core/use_case/time/mod.ts";
import { layerNoSecretBox } from "../../memory/secret_box.ts";
import { SERIES } from "../../core/leg/arbitrary.ts";
import { stagedVenue } from "../../stage/wallet_world.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { NOW_MS } from "../edge/test_server.ts";
import { tradeRoute } from "../edge/trade_route.ts";
import { CONSOLE_OPTIONS } from "./console_options.ts";

export const EMAIL = "someone@example.com";
export const PASSWORD = "several words of mine";
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** What a test may change of all servers of its file; every test begins with these. */
const START = {
  machineMs: 1_800_000_000_000,
  hashes: 0,
  areHashesBusy: false,
  /** What happens once, while the next password is hashed. */
  meanwhile: (): Promise<unknown> | undefined => undefined,
};
const state = { ...START };

const layerMachine = Layer.succeed(MachineTime, {
  nowMs: Effect.sync(() => state.machineMs),
  sleep: () => Effect.never,
});
const BUNDLE = {
  files: [
    { name: "main-1.js", kind: "script", text: "let a;".repeat(100), isEntry: true },
    { name: "style-1.css", kind: "style", text: "a{b:c}".repeat(100), isEntry: true },
  ],
  sources: [],
} as const;
/** The service's clock stands still. */
const layerStill = Layer.succeed(Clock.Clock, {
  currentTimeMillisUnsafe: () => NOW_MS,
  currentTimeMillis: Effect.succeed(NOW_MS),
  currentTimeNanosUnsafe: () => BigInt(NOW_MS) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(NOW_MS) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(Bun.nanoseconds()),
  monotonicTimeNanos: Effect.sync(() => BigInt(Bun.nanoseconds())),
  sleep: () => Effect.never,
});
const hashed = (password: Redacted.Redacted<string>) =>
  Effect.suspend(() => {
    if (state.areHashesBusy) return Effect.fail(new HashingBusy());
    state.hashes += 1;
    // As Bun does.
    if (Redacted.value(password) === "") return Effect.die(new Error("password is empty"));
    const { meanwhile } = state;
    state.meanwhile = START.meanwhile;
    return Effect.as(
      Effect.promise(() => Promise.resolve(meanwhile())),
      `hash of ${Redacted.value(password)}`,
    );
  });
const layerHash = Layer.succeed(PasswordHash, {
  hash: hashed,
  verify: (password, hash) => Effect.map(hashed(password), (own) => own === hash),
});
/** A venue that has the same windows of one series, and is asked nothing. */
const layerLegs = Layer.succeed(LegVenues, [{
  venue: "kalshi",
  series: [SERIES],
  listed: () => Effect.never,
  current: () => Effect.never,
  isPaused: Effect.never,
}]);
const layerSql = layerMigrated(layerSqlEmbedded({ dataDir: "memory://", schema: "console_test" }));
const { venue, layer: layerVenue } = stagedVenue();
const layerWorld = Layer.mergeAll(layerKeyCache, layerKeyUsage, layerHash, layerVenue).pipe(
  Layer.provideMerge(
    Layer.mergeAll(layerAccountStore, layerSignInStore, layerSessionStore, layerKeyUsageStore),
  ),
  Layer.provideMerge(Layer.mergeAll(layerWalletStore, layerWebhookStore, layerPaperStore)),
  Layer.provideMerge(Layer.merge(layerNoSecretBox, layerLegs)),
  Layer.provideMerge(Layer.orDie(layerSql)),
  Layer.provideMerge(layerMachine),
  Layer.provideMerge(layerStill),
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
);
type Ports = Layer.Success<typeof layerWorld>;

const TABLES = "key_usage, sign_in_failures, sign_in_links, sessions, api_keys, accounts";

/** One store for all files: to open it takes longer than the tests of one. It ends with them. */
const runtime = ManagedRuntime.make(layerWorld);

/** Opens the store for a test file. Every test begins with an empty one. */
export function consoleWorld() {
  beforeEach(async () => {
    Object.assign(state, START);
    await runtime.runPromise(Sql.use(({ script }) => script(`truncate ${TABLES} cascade`)));
  }, 300_000);
  return {
    state,
    runtime,
    /** Runs an effect over the stores. */
    run: <A>(effect: Effect.Effect<A, unknown, Ports>) => runtime.runPromise(effect),
    /** The venue, which is asked of wallets. */
    venue,
    serve: (options: ServeOptions = {}) => consoleServer(runtime, options),
  };
}

/** A service without set-up or wallet key, whose callers come through a proxy. */
interface ServeOptions
  extends
    Partial<ConsoleOptions>,
    Partial<Pick<ServerOptions<Ports>, "quota" | "keyedQuota" | "peerAddressOf">> {
  readonly setup?: ServiceSetup;
  readonly walletKeys?: Layer.Layer<SecretBox>;
}

/** One process of a service. A second one has its own key cache only with a runtime of its own. */
async function consoleServer(
  runtime: ManagedRuntime.ManagedRuntime<Ports, never>,
  {
    quota = Option.none(),
    keyedQuota = Option.none(),
    peerAddressOf = () => "203.0.113.9",
    setup,
    walletKeys = layerNoSecretBox,
    ...chosen
  }: ServeOptions,
) {
  const consoleOptions: ConsoleOptions = {
    ...CONSOLE_OPTIONS,
    keyedQuota,
    ...chosen,
  };
  const onRuntime = makeRun(runtime);
  const run: Run<Ports> = (effect) =>
    onRuntime(effect.pipe(
      Effect.provideService(ServiceSetupPort, setup),
      Effect.provide(walletKeys),
    ));
  const stopwatchMs = () => state.machineMs;
  const keyCache = await runtime.runPromise(KeyCache.use(Effect.succeed));
  const usage = await runtime.runPromise(KeyUsage.use(Effect.succeed));
  const server = makeServer<Ports>({
    ...QUIET_EDGE,
    plugins: (gate) =>
      new Elysia()
        .use(consolePlugin(gate, consoleOptions, () => Promise.resolve(BUNDLE)))
        .use(tradeRoute(gate)),
    run,
    clock: { nowMs: () => NOW_MS, stopwatchMs },
    checkKey: makeKeyCheck({ keyCache, run, world: "live", fixedKey: Option.none(), stopwatchMs }),
    countKeyUse: usage.count,
    quotaStore: makeProcessQuotaStore(),
    trustProxy: 1,
    quota,
    keyedQuota,
    peerAddressOf,
  });
  return {
    /** Whether the interface takes a key. */
    keyStatus: async (key: string) => {
      const headers = { "x-api-key": key };
      const request = new Request("http://localhost/api/v1/trade", { headers });
      return (await server.handle(request)).status;
    },
    handle: (request: Request) => Promise.resolve(server.handle(request)),
    /** A browser with its own cookies, at an address, or on the machine of the service. */
    browser: (address: string | null = "198.51.100.1") => makeBrowser(server, address),
  };
}

/** What a browser does: it keeps the session's cookie. */
function makeBrowser(
  server: { readonly handle: (request: Request) => Response | Promise<Response> },
  address: string | null,
) {
  let cookie: string | undefined;
  const send = async (
    method: string,
    path: string,
    { body, headers = {}, origin = "http://localhost" }: {
      body?: unknown;
      headers?: Record<string, string>;
      origin?: string;
    } = {},
  ) => {
    const request = new Request(`${origin}/console/api/${path}`, {
      method,
      headers: {
        "sec-fetch-site": "same-origin",
        "user-agent": "Test/1.0",
        ...(address === null ? {} : { "x-forwarded-for": address }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie === undefined ? {} : { cookie: `theme=dark; ${cookie}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await server.handle(request);
    const set = response.headers.get("set-cookie");
    if (set !== null) cookie = /^[^=]+=[^;]+/.exec(set)?.[0];
    const text = await response.text();
    // deno-lint-ignore no-explicit-any
    const json: any = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: json, set };
  };
  const sign = (how: "sign-in" | "sign-up", email: string, password = PASSWORD) =>
    send("POST", how, { body: { email, password } });
  return {
    send,
    get: (path: string) => send("GET", path),
    post: (path: string, body: unknown = {}) => send("POST", path, { body }),
    signUp: (email: string, password?: string) => sign("sign-up", email, password),
    signIn: (email: string, password?: string) => sign("sign-in", email, password),
    /** Signs in with a wrong password so many times, and returns the statuses. */
    failSignIn: async (times: number, email = EMAIL) => {
      const statuses: Array<number> = [];
      for (let n = 0; n < times; n++) {
        statuses.push((await sign("sign-in", email, "not this one")).status);
      }
      return statuses;
    },
    cookie: () => cookie,
    setCookie: (text: string | undefined) => void (cookie = text),
  };
}

/** Returns the digest of a link's token. */
export function linkDigest(token: string): string {
  return digestOfKey(token);
}
