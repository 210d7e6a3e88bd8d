/**
 * A fleet under test: replicas, and gates before everything that they depend on.
 *
 * @module
 */
import { makeSandboxClock, type SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { type Simulators } from "../../../app/simulator/start_simulators.ts";
import type { SimulatorName } from "../../../app/simulator/start_simulator.ts";
import { schemaOf } from "../../../app/world_folder.ts";
import { RARE_GAMES, SHORT_LIVED } from "../../app/environment.ts";
import type { Orderer } from "../../app/order/order_call.ts";
import { type PutMarket, putMarkets } from "../../app/order/put_markets.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { dropSchema } from "../../bench/drop_schema.ts";
import { forgetFleet, readFleet } from "./fleet_data.ts";
import { makeServiceProcess, type ServiceProcess } from "../../stage/service_process.ts";
import { type Address, type Gate, openGate } from "../../gate.ts";
import { makeTruth, type Truth } from "../../stage/world_truth.ts";

/** Who orders: the sandbox's demo user under these names. */
export const ORDERER: Orderer = {
  apiKey: "sk_test_orders_through_faults",
  walletId: "7c1f4a52-90cb-4d5e-8a53-3d8e7b6a4f20",
};

/** One replica of a fleet. */
export interface Replica extends ServiceProcess {
  /** How often, in all of its lives, it logged that it counts requests alone. */
  readonly timesAlone: () => number;
}

const ALONE = "Counting requests in this process alone";

/** What replicas reach through a gate. */
export type Dependency =
  | "postgres"
  | "redis"
  | "oracle"
  | "spot"
  | "futures"
  | "metadata"
  | "venue";

/** The options of a fleet. */
export interface GroundOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly replicas: number;
  /** Names the world, and the schema that is dropped before and after. */
  readonly seed: number;
  readonly speed: number;
  readonly folder: string;
}

/** A fleet that serves. */
export interface Ground {
  readonly clock: SandboxClock;
  readonly truth: Truth;
  readonly simulators: Simulators;
  readonly markets: ReadonlyArray<PutMarket>;
  readonly replicas: ReadonlyArray<Replica>;
  readonly gates: Readonly<Record<Dependency, Gate>>;
  /** Requests a caller may make, in each period of `sec` seconds of the clock. */
  readonly quota: { readonly limit: number; readonly sec: number };
  /** Deletes what the fleet keeps in Redis, and nothing else. Returns how many keys those were. */
  readonly loseRedisData: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const START_ISO = "2026-11-20T11:50:00Z";
const QUOTA = { limit: 40, sec: 60 };

const SIMULATED: Readonly<Partial<Record<Dependency, SimulatorName>>> = {
  oracle: "oracle",
  spot: "exchange-spot",
  futures: "exchange-futures",
  metadata: "venue-metadata",
  venue: "venue-orders",
};

/** Starts simulators, gates and replicas. */
export async function startGround(options: GroundOptions): Promise<Ground> {
  const { databaseUrl, redisUrl, seed, speed, folder } = options;
  const schema = schemaOf(`sandbox_${seed}`);
  await dropSchema(databaseUrl, schema);
  const { simulators, settings } = startWorld({ startIso: START_ISO, speed, seed });
  const anchorMs = Number(settings["SANDBOX_ANCHOR"]);
  const clock = makeSandboxClock({ speed, startMs: Date.parse(START_ISO), anchorMs });
  const markets = await putMarkets(simulators);
  const addressOf = (name: Dependency): Address => {
    if (name === "postgres") return toAddress(databaseUrl, 5432);
    if (name === "redis") return toAddress(redisUrl, 6379);
    return toAddress(simulators.urlOf(SIMULATED[name] ?? "oracle"), 80);
  };
  const start = (name: Dependency) => openGate(addressOf(name));
  const gates = {
    postgres: await start("postgres"),
    redis: await start("redis"),
    oracle: await start("oracle"),
    spot: await start("spot"),
    futures: await start("futures"),
    metadata: await start("metadata"),
    venue: await start("venue"),
  };
  const through = (name: Dependency) => `http://127.0.0.1:${gates[name].port}`;
  const makeReplica = async (number: number): Promise<Replica> => {
    let timesAlone = 0;
    const onLine = (line: string) => void (timesAlone += line.includes(ALONE) ? 1 : 0);
    const service = await makeServiceProcess({
      ...SHORT_LIVED,
      ...RARE_GAMES,
      ...settings,
      VENUE2_EVERY_S: "86400",
      DATA_DIR: `${folder}/${number}`,
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
    }, { onLine });
    return { ...service, timesAlone: () => timesAlone };
  };
  const replicas = await Promise.all(
    Array.from({ length: options.replicas }, (_, number) => makeReplica(number)),
  );
  const fleet = { databaseUrl, redisUrl, schema };
  const stop = async () => {
    for (const { signal } of replicas) signal("SIGKILL");
    await Promise.all(replicas.map(({ ended }) => ended()));
    await Promise.all(Object.values(gates).map(({ shut }) => shut()));
    await simulators.stop();
    await forgetFleet(fleet, await readFleet(fleet).catch(() => undefined));
    await dropSchema(databaseUrl, schema);
  };
  try {
    await Promise.all(replicas.map((replica) => replica.start()));
  } catch (cause) {
    await stop();
    throw cause;
  }
  const loseRedisData = async () => await forgetFleet(fleet, await readFleet(fleet));
  const truth = makeTruth(seed);
  const parts = { clock, truth, simulators, markets, replicas, gates };
  return { ...parts, quota: QUOTA, loseRedisData, stop };
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
