/** Keyed routes over accounts in memory, and an account store that can be made to fail. @module */
import { Effect, Layer, Logger, ManagedRuntime, Option } from "effect";
import { Elysia } from "elysia";
import { account } from "../../../adapters/http/account/account.ts";
import type { Gate } from "../../../adapters/http/edge/gate.ts";
import { books } from "../../../adapters/http/book/books.ts";
import { fees } from "../../../adapters/http/fee/fees.ts";
import { pluginOperations, quietPlugin } from "../edge/quiet_plugin.ts";
import { games } from "../../../adapters/http/game/games.ts";
import { makeKeyCheck } from "../../../adapters/http/edge/limit/key_check.ts";
import { digestOfKey } from "../../../adapters/http/edge/limit/key_digest.ts";
import { mcp } from "../../../adapters/http/mcp/mcp.ts";
import { orders as orderPlugin } from "../../../adapters/http/order/orders.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { positions } from "../../../adapters/http/position/positions.ts";
import { prices } from "../../../adapters/http/price/prices.ts";
import { service } from "../../../adapters/http/service/service.ts";
import { outcomeTargets } from "../../../adapters/http/venue2/outcome_targets.ts";
import { makeServer, type ServerOptions } from "../../../adapters/http/edge/server.ts";
import { windows } from "../../../adapters/http/window/windows.ts";
import { layerClock } from "../../../app/simulator/kit/clock.ts";
import { layerMemoryAccountStore } from "../../memory/account_store.ts";
import { makeStagedMarkets } from "../../memory/outcome_market_list.ts";
import { layerMemoryGameStore } from "../../memory/game_store.ts";
import { type KeyMode, makeApiKey, prefixOfKey, type Scope } from "../../../core/access/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import type { OutcomeMarketList } from "../../../core/port/outcome_market_list.ts";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { KeyCache, layerKeyCache } from "../../../core/use_case/account/mod.ts";
import { type GameReadModel, layerGameReadModel } from "../../../core/use_case/game/mod.ts";
import type { OutcomeMarketCache } from "../../../core/use_case/venue2/mod.ts";
import { makeOrderWorld, type OrderWorldPorts } from "../order/order_world.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { tradeRoute } from "../edge/trade_route.ts";
import { layerStagedVenue2 } from "../venue2/venue2_server.ts";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { NOW_MS } from "../edge/test_server.ts";

/** What the keyed routes need. */
export type KeyedPorts = OrderWorldPorts | GameReadModel | OutcomeMarketCache | OutcomeMarketList;

function plugins(gate: Gate<KeyedPorts>) {
  return new Elysia()
    .use(account(gate))
    .use(orderPlugin(gate))
    .use(positions(gate))
    .use(games(gate))
    .use(outcomeTargets(gate));
}

/**
 * Paths that list the same for every holder of a key, so that their answers may be compressed. All
 * others hold what is the holder's own beside what was asked, and must not be here.
 */
export const LISTINGS: ReadonlySet<string> = new Set([
  "/api/v1/games",
  "/api/v1/leagues",
  "/api/v1/teams",
  "/api/v1/venue2/targets/active",
  "/api/v1/venue2/targets/timestamp",
]);

/** Those routes that the OpenAPI document describes, as it tells them. */
export const DOCUMENTED = pluginOperations(plugins);

/** Tools over all routes. Those that want no key have nothing here to answer from. */
const tools = (gate: Gate<KeyedPorts>) => {
  const routes = new Elysia()
    .use(quietPlugin(plugins))
    .use(quietPlugin(prices))
    .use(quietPlugin(books))
    .use(quietPlugin(windows))
    .use(quietPlugin(fees))
    .use(quietPlugin<never>((gate) => service(gate, QUIET_EDGE)));
  return mcp(gate, { routes, version: "1.2.3" });
};

/** Every route that wants a key. A new one is added here, and is then tested for 401 and 503. */
export const KEYED = [...DOCUMENTED, ...pluginOperations(tools)];

/** The account that keys are issued for. */
export const ACCOUNT = {
  id: "0199f2c4-7b1e-7000-8000-5a1e6b7c8d9e",
  email: "someone@example.com",
  createdMs: NOW_MS - 60_000,
};

/** A server, its stores, and the hands on them. */
export async function keyedServer(
  { world = "live", fixedKey = Option.none(), orders = makeOrderWorld(), ...options }: {
    readonly world?: KeyMode;
    readonly orders?: ReturnType<typeof makeOrderWorld>;
    readonly fixedKey?: Option.Option<string>;
  } & Partial<Pick<ServerOptions<KeyedPorts>, "keyedQuota" | "quota">> = {},
) {
  const causes: string[] = [];
  const logger = Logger.make(({ cause }) => void causes.push(String(cause)));
  const state = {
    isStoreDown: false,
    /** No lookup of a key ends before this does. */
    storeHeld: Promise.resolve(),
    lookups: 0,
    machineMs: 0,
  };
  const clock = { stillMs: undefined as number | undefined };
  const fail = new StoreFailed({ operation: "find a key", cause: new Error("down") });
  const layerFlakyStore = Layer.effect(
    AccountStore,
    Effect.map(AccountStore, (store) => ({
      ...store,
      findKey: (sha256: string, atMs: number) =>
        Effect.suspend(() => {
          state.lookups++;
          if (state.isStoreDown) return Effect.fail(fail);
          const { storeHeld } = state;
          return Effect.andThen(Effect.promise(() => storeHeld), store.findKey(sha256, atMs));
        }),
    })),
  ).pipe(Layer.provide(layerMemoryAccountStore));
  const runtime = ManagedRuntime.make(
    layerKeyCache.pipe(
      Layer.provideMerge(layerFlakyStore),
      Layer.provideMerge(orders.layer),
      Layer.provideMerge(Layer.provide(layerGameReadModel, layerMemoryGameStore)),
      Layer.provideMerge(layerStagedVenue2(makeStagedMarkets())),
      Layer.provideMerge(Logger.layer([logger])),
      Layer.provideMerge(layerClock({
        speed: 1,
        nowMs: () => clock.stillMs ?? Date.now(),
        realMs: (ms) => ms,
      })),
    ),
  );
  const store = await runtime.runPromise(AccountStore.use(Effect.succeed));
  await runtime.runPromise(store.addAccount(ACCOUNT));
  const run = makeRun(runtime);
  const stopwatchMs = () => state.machineMs;
  const keyCache = await runtime.runPromise(KeyCache.use(Effect.succeed));
  const checkKey = makeKeyCheck({ keyCache, run, world, fixedKey, stopwatchMs });
  const server = makeServer<KeyedPorts>({
    ...QUIET_EDGE,
    plugins: (gate) => new Elysia().use(plugins(gate)).use(tradeRoute(gate)),
    tools,
    run,
    clock: { nowMs: () => NOW_MS, stopwatchMs },
    checkKey,
    quotaStore: makeProcessQuotaStore(),
    peerAddressOf: () => "203.0.113.9",
    ...options,
  });
  return {
    state,
    /** The clock of everything but the edge: it goes, unless it is told where to stand. */
    clock,
    checkKey,
    /** What was logged. */
    causes,
    store,
    wallets: await runtime.runPromise(WalletStore.use(Effect.succeed)),
    runPromise: <A>(effect: Effect.Effect<A, unknown, KeyedPorts>) => runtime.runPromise(effect),
    /** A new key, of the account unless another one is named. */
    issue: async (
      scopes: ReadonlyArray<Scope>,
      text = randomKey(world),
      { id = crypto.randomUUID() as string, accountId = ACCOUNT.id } = {},
    ) => {
      const key = {
        id,
        accountId,
        name: "",
        sessionId: Option.none(),
        prefix: prefixOfKey(text),
        lastFour: text.slice(-4),
        scopes,
        createdMs: NOW_MS,
        lastUsedMs: Option.none(),
        revokedMs: Option.none(),
      };
      await runtime.runPromise(store.addKey(key, digestOfKey(text)));
      return { id, text };
    },
    ask: async (path: string, key?: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set("x-api-key", key);
      const request = new Request(`http://localhost${path}`, { ...init, headers });
      const response = await server.handle(request);
      const text = await response.text();
      const isTable = response.headers.get("content-type")?.startsWith("text/csv") === true;
      const body = text !== "" && !isTable ? JSON.parse(text) as Record<string, unknown> : {};
      return { status: response.status, headers: response.headers, text, body };
    },
  };
}

/** A well-formed key that was never issued. */
export function randomKey(world: KeyMode = "live"): string {
  return makeApiKey(world, crypto.getRandomValues(new Uint8Array(32)));
}
