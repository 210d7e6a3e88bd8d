/**
 * Placing orders through our service, compared with the venue's official client at the same
 * simulator.
 *
 * @module
 */
import { Option } from "effect";
import { makeApiKey } from "../../../core/access/mod.ts";
import { type DemoIdentity, demoIdentity } from "../../../app/sandbox/demo_identity.ts";
import { schemaOf } from "../../../app/world_folder.ts";
import type { Benchmark } from "../benchmark.ts";
import { type ServerProcess, startServer } from "../child.ts";
import { dropSchema } from "../drop_schema.ts";
import { type OrderedProcess, startOrderedProcess } from "../ordered_process.ts";
import { makeDataFolder } from "../server_under_test.ts";
import { findingsOf, type OrderRound, type Placed } from "./order_findings.ts";
import type { BenchMarket, Placing, TraderAnswer, TraderOrder, Way } from "./trader_order.ts";
import { DELAY_MS, startVenue, type Venue } from "./venue.ts";

const NAME = "orders";
const ROUNDS = 5;
/** Markets without earlier requests, besides the one of the very first orders. */
const COLD_MARKETS = 4;
/** Until the engine has compiled every order's code path, on either side. */
const WARM_UP = 160;
const WARM = 120;
/** Orders one after the other, as a busy bot places them. */
const STEADY = 150;
/** Warm-up orders per counted order. */
const STEADY_WARM_UP = 2;
/** The client waits a second for the chain: more orders would only take longer. */
const CLIENT_EVERY = 40;
const AMOUNT = 5;
const QUOTA = "999999999/60";

type Trader = OrderedProcess<TraderOrder, TraderAnswer>;

/** Everything that runs in a round. */
interface Stage {
  readonly venue: Venue;
  readonly trader: Trader;
}

/** The benchmark. */
export const orders: Benchmark = {
  name: NAME,
  about: `market orders beside the official client's, ${DELAY_MS} ms added to every venue call`,
  run: async () => {
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    // A separate world, because a server may be shared.
    const seed = Math.floor(Math.random() * 1e9);
    const demo = demoIdentity({
      seed,
      apiKey: Option.some(makeApiKey("test", crypto.getRandomValues(new Uint8Array(32)))),
      walletId: Option.none(),
    });
    const venue = await startVenue(seed);
    try {
      const markets = await venue.markets(COLD_MARKETS + 1, demo);
      await venue.holdUp();
      const rounds: Array<OrderRound> = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push(await oneRound({ venue, demo, markets, databaseUrl }));
      }
      const store = databaseUrl === undefined ? "embedded store" : "PostgreSQL server";
      return findingsOf(NAME, rounds, store);
    } finally {
      await venue.stop();
      if (databaseUrl !== undefined) await dropSchema(databaseUrl, schemaOf(`sandbox_${seed}`));
    }
  },
};

/** With a newly started service and trader. */
async function oneRound({ venue, demo, markets, databaseUrl }: {
  readonly venue: Venue;
  readonly demo: DemoIdentity;
  readonly markets: ReadonlyArray<BenchMarket>;
  readonly databaseUrl: string | undefined;
}): Promise<OrderRound> {
  const folder = makeDataFolder();
  const trader: Trader = startOrderedProcess(`${import.meta.dir}/trader_process.ts`);
  let service: ServerProcess | undefined;
  try {
    service = await startService({ venue, demo, folder: folder.path, databaseUrl });
    await trader.ask({
      kind: "start",
      serviceUrl: service.url,
      clobUrl: venue.urlOf("venue-orders"),
      apiKey: demo.apiKey,
      walletId: demo.walletId,
      signingKey: demo.signingKey.toHex(),
    });
    return await placeAll({ venue, trader }, markets);
  } finally {
    await trader.stop();
    await service?.stop();
    folder.remove();
  }
}

function startService({ venue, demo, folder, databaseUrl }: {
  readonly venue: Venue;
  readonly demo: DemoIdentity;
  readonly folder: string;
  readonly databaseUrl: string | undefined;
}): Promise<ServerProcess> {
  return startServer("app/strikeline.ts", {
    args: ["sandbox"],
    settings: {
      DATA_DIR: folder,
      // Games have a separate benchmark.
      LEAGUES: "wsl",
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      LOG_LEVEL: "error",
      PORT: "0",
      RATE_LIMIT_KEYED: QUOTA,
      SANDBOX_SEED: String(demo.seed),
      SANDBOX_API_KEY: demo.apiKey,
      CHAINLINK_URL: venue.urlOf("oracle"),
      BINANCE_SPOT_URL: venue.urlOf("exchange-spot"),
      BINANCE_FUTURES_URL: venue.urlOf("exchange-futures"),
      POLYMARKET_GAMMA_URL: venue.urlOf("venue-metadata"),
      POLYMARKET_CLOB_URL: venue.urlOf("venue-orders"),
    },
  });
}

async function placeAll(
  stage: Stage,
  [first, ...others]: ReadonlyArray<BenchMarket>,
): Promise<OrderRound> {
  if (first === undefined) throw new Error("There is no market");
  const round = { fresh: emptyLaps(), cold: emptyLaps(), warm: emptyLaps() };
  const lap = async (
    laps: Record<Way, Array<Placed>>,
    { market, ways, number }: {
      readonly market: BenchMarket;
      readonly ways: ReadonlyArray<Way>;
      readonly number: number;
    },
  ) => {
    const side = number % 2 === 0 ? "BUY" : "SELL";
    for (const way of number % 4 < 2 ? ways : ways.toReversed()) {
      laps[way].push(await placeOne(stage, { way, market, side }));
    }
  };
  await lap(round.fresh, { market: first, ways: ["service", "client_deferring"], number: 0 });
  for (const [number, market] of others.entries()) {
    await stage.trader.ask({ kind: "forget" });
    await lap(round.cold, { market, ways: ["service", "client_deferring"], number });
    if (number > 0) continue;
    await stage.trader.ask({ kind: "forget" });
    await lap(round.cold, { market, ways: ["client"], number });
  }
  for (let number = -WARM_UP; number < WARM; number++) {
    const hasClient = number >= 0 && number % CLIENT_EVERY === 0;
    const ways = ["service", "client_deferring", "bare"] as const;
    await lap(number < 0 ? emptyLaps() : round.warm, {
      market: first,
      ways: hasClient ? [...ways, "client"] : ways,
      number: number + WARM_UP,
    });
  }
  // Some functions are compiled only after hundreds of calls, and a service is not always new.
  for (let lap = 0; lap < STEADY_WARM_UP; lap++) await placeSteadily(stage, "service", first);
  const steady = {
    service: await placeSteadily(stage, "service", first),
    bare: await placeSteadily(stage, "bare", first),
  };
  return { ...round, steady };
}

/**
 * Places orders of one way only, by the trader alone, so that the measurement has no interference.
 */
async function placeSteadily(
  { venue, trader }: Stage,
  way: Way,
  market: BenchMarket,
): Promise<ReadonlyArray<Placed>> {
  await venue.takeLog();
  const many = { kind: "place_many", amount: AMOUNT, way, market, count: STEADY } as const;
  const placings = await trader.ask<ReadonlyArray<Placing>>(many);
  const log = await venue.takeLog();
  const posted = log.filter(({ method, path }) => method === "POST" && path === "/order");
  if (posted.length !== STEADY) throw new Error(`${posted.length} orders reached the venue`);
  return placings.map(({ tookMs }, at) => ({
    tookMs,
    roundTrips: log.length / STEADY,
    venueMs: posted[at]?.took_ms ?? NaN,
  }));
}

async function placeOne(
  { venue, trader }: Stage,
  order: { readonly way: Way; readonly market: BenchMarket; readonly side: "BUY" | "SELL" },
): Promise<Placed> {
  await venue.takeLog();
  const { tookMs } = await trader.ask<Placing>({ kind: "place", amount: AMOUNT, ...order });
  const log = await venue.takeLog();
  const posted = log.find(({ method, path }) => method === "POST" && path === "/order");
  return { tookMs, roundTrips: log.length, venueMs: posted?.took_ms ?? NaN };
}

function emptyLaps(): Record<Way, Array<Placed>> {
  return { service: [], client: [], client_deferring: [], bare: [] };
}
