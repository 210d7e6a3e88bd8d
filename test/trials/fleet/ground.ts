/** A fleet under test: replicas, and gates before everything that they depend on. @module */
import { RedisClient } from "bun";
import { Effect, Redacted } from "effect";
import { readFleetId } from "../../../adapters/postgres/engine/fleet_id.ts";
import { layerSqlServer } from "../../../adapters/postgres/engine/sql_server.ts";
import { fleetKey } from "../../../adapters/redis/fleet.ts";
import type { Simulators } from "../../../app/simulator/start_simulators.ts";
import { schemaOf } from "../../../app/wiring/world_folder.ts";
import { RARE_GAMES, type Settings, SHORT_LIVED } from "../../app/environment.ts";
import type { Orderer } from "../../app/order/order_call.ts";
import { type PutMarket, putMarkets } from "../../app/order/put_markets.ts";
import { type Address, type Gate, openGate } from "../../gate.ts";
import { openGround } from "../../stage/process_ground.ts";
import type { ServiceProcess } from "../../stage/service_process.ts";
import { makeTruth } from "../../stage/world_truth.ts";

/** Who orders: the sandbox's demo user under these names. */
export const ORDERER: Orderer = {
  apiKey: "sk_test_orders_through_faults",
  walletId: "7c1f4a52-90cb-4d5e-8a53-3d8e7b6a4f20",
};

/** One replica of a fleet. */
export type Replica = ServiceProcess;

/** What replicas reach through a gate. */
export type Dependency = keyof Awaited<ReturnType<typeof openGates>>;

/** The options of a fleet. */
export interface FleetOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly replicas: number;
  /** Names the world, and the schema that is dropped before and after. */
  readonly seed: number;
  readonly speed: number;
}

/** A fleet that serves. */
export type Ground = Awaited<ReturnType<typeof startFleet>>;

const QUOTA = { limit: 40, sec: 60 };

/** Starts simulators, gates and replicas. */
export async function startFleet(options: FleetOptions) {
  const { databaseUrl, redisUrl, seed, replicas } = options;
  let gates = {} as Readonly<Record<Dependency, Gate>>;
  let markets: ReadonlyArray<PutMarket> = [];
  const ground = await openGround({
    ...options,
    startIso: "2026-11-20T11:50:00Z",
    services: replicas,
    settings: async (simulators) => {
      markets = await putMarkets(simulators);
      gates = await openGates(options, simulators);
      return settingsOf(options, gates);
    },
  });
  /** Deletes what the fleet keeps in Redis, and nothing else. Returns how many keys those were. */
  const loseRedisData = async () =>
    await forgetFleet(redisUrl, await readFleet(databaseUrl, schemaOf(`sandbox_${seed}`)));
  return {
    ...ground,
    truth: makeTruth(seed),
    markets,
    replicas: ground.services,
    gates,
    /** Requests a caller may make, in each period of `sec` seconds of the clock. */
    quota: QUOTA,
    loseRedisData,
    stop: async () => {
      await Promise.all(Object.values(gates).map(({ shut }) => shut()));
      await loseRedisData().catch(() => undefined);
      await ground.stop();
    },
  };
}

/** Reads the id of a fleet, which its schema holds. */
function readFleet(databaseUrl: string, schema: string): Promise<string> {
  const layer = layerSqlServer({ url: Redacted.make(databaseUrl), schema, connectionsMax: 1 });
  return Effect.runPromise(Effect.provide(readFleetId, layer));
}

/** Deletes the keys of a fleet. Returns how many there were. */
async function forgetFleet(redisUrl: string, fleet: string): Promise<number> {
  if (fleet === "") return 0;
  const redis = new RedisClient(redisUrl);
  let [count, cursor] = [0, "0"];
  do {
    const match = `${fleetKey(fleet, "").replaceAll(/[[\]?*\\]/g, "\\$&")}*`;
    const scan = [cursor, "MATCH", match, "COUNT", "1000"];
    const [next, keys] = await redis.send("SCAN", scan) as [string, Array<string>];
    if (keys.length > 0) count += Number(await redis.send("DEL", keys));
    cursor = next;
  } while (cursor !== "0");
  redis.close();
  return count;
}

async function openGates({ databaseUrl, redisUrl }: FleetOptions, { urlOf }: Simulators) {
  const [oracle, spot, futures, metadata, venue] = await Promise.all(
    (["oracle", "exchange-spot", "exchange-futures", "venue-metadata", "venue-orders"] as const)
      .map((name) => openGate(toAddress(urlOf(name), 80))),
  ) as [Gate, Gate, Gate, Gate, Gate];
  const postgres = await openGate(toAddress(databaseUrl, 5432));
  const redis = await openGate(toAddress(redisUrl, 6379));
  return { postgres, redis, oracle, spot, futures, metadata, venue };
}

function settingsOf(
  { databaseUrl, redisUrl }: FleetOptions,
  gates: Readonly<Record<Dependency, Gate>>,
): Settings {
  const through = (name: Dependency) => `http://127.0.0.1:${gates[name].port}`;
  return {
    ...SHORT_LIVED,
    ...RARE_GAMES,
    VENUE2_EVERY_S: "86400",
    DATABASE_URL: throughGate(databaseUrl, gates.postgres),
    REDIS_URL: throughGate(redisUrl, gates.redis),
    CHAINLINK_URL: through("oracle"),
    BINANCE_SPOT_URL: through("spot"),
    BINANCE_FUTURES_URL: through("futures"),
    POLYMARKET_GAMMA_URL: through("metadata"),
    POLYMARKET_CLOB_URL: through("venue"),
    SANDBOX_API_KEY: ORDERER.apiKey,
    SANDBOX_WALLET_ID: ORDERER.walletId,
    TRUST_PROXY: "1",
    RATE_LIMIT_PUBLIC: `${QUOTA.limit}/${QUOTA.sec}`,
    RATE_LIMIT_KEYED: "0",
  };
}

function toAddress(url: string, portDefault: number): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || portDefault) };
}

function throughGate(url: string, { port }: Gate): string {
  const changed = new URL(url);
  changed.hostname = "127.0.0.1";
  changed.port = String(port);
  return String(changed);
}
