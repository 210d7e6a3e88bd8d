/**
 * Placing orders through our service, compared with the venue's official client and with a bare
 * POST at the same simulator.
 *
 * @module
 */
import { Option } from "effect";
import { makeApiKey } from "../../../core/access/mod.ts";
import { type DemoIdentity, demoIdentity } from "../../../app/sandbox/demo_identity.ts";
import { schemaOf } from "../../../app/wiring/world_folder.ts";
import { type Aim, type Benchmark, compare, type Finding, percentilesOf } from "../benchmark.ts";
import { type ServerProcess, startServer } from "../child.ts";
import { dropSchema } from "../drop_schema.ts";
import { type OrderedProcess, startOrderedProcess } from "../ordered_process.ts";
import type { BenchMarket, TraderOrder, Way } from "./trader_process.ts";
import { DELAY_MS, startVenue, type Venue } from "./venue.ts";
import { makeFolder } from "../../temporary_folder.ts";

const NAME = "orders";
const ROUNDS = 5;
const QUICK_ROUNDS = 1;
/** A warm order of either way comes after this many: by then the engine has compiled its path. */
const WARM_UP = 80;
const WARM = 80;
/** Orders of each way, one after the other by the trader alone, as a busy bot places them. */
const STEADY = 300;
const QUICK_STEADY = 100;
/** Those before them, not counted: some functions are compiled only after hundreds of calls. */
const STEADY_WARM_UP = 300;
/** How many orders are placed one way before as many go the other. */
const IN_TURN = 4;
const STEADY_IN_TURN = 20;
const QUOTA = "999999999/60";

/** Everything that runs in a round. */
interface Stage {
  readonly venue: Venue;
  readonly trader: OrderedProcess<TraderOrder, ReadonlyArray<number>>;
}

/** One order that was placed. */
interface Placed {
  readonly tookMs: number;
  /** All requests that the venue received for it. */
  readonly roundTrips: number;
  /** All but the venue's own time for the order, which includes its delay. */
  readonly ownMs: number;
}

const STEADY_WAYS = ["service", "bare", "by_hand", "limit", "cancel"] as const;
type Steady = typeof STEADY_WAYS[number];

/** With newly started processes. */
interface Round {
  /** The first order in a market, by a client without cached data. */
  readonly cold: Readonly<Record<"service" | "client", ReadonlyArray<Placed>>>;
  /** The orders that follow in one market. */
  readonly warm: Readonly<Record<"service" | "client", ReadonlyArray<Placed>>>;
  /** A number of orders of one way, then as many of the next. */
  readonly steady: Readonly<Record<Steady, ReadonlyArray<Placed>>>;
  /** From an order's call until the venue's own socket tells its fill; by then until we do. */
  readonly told: Readonly<Record<"venue" | "after", ReadonlyArray<number>>>;
}

/** The benchmark. */
export const orders: Benchmark = {
  name: NAME,
  about: `market orders beside the official client's, ${DELAY_MS} ms added to every venue call`,
  run: async ({ isQuick }) => {
    const databaseUrl = Bun.env["TEST_DATABASE_URL"];
    // A separate world, because a server may be shared.
    const seed = Math.floor(Math.random() * 1e9);
    const demo = demoIdentity({
      seed,
      apiKey: Option.some(makeApiKey("test", crypto.getRandomValues(new Uint8Array(32)))),
      walletId: Option.none(),
    });
    const venue = await startVenue(demo);
    try {
      const rounds: Array<Round> = [];
      while (rounds.length < (isQuick ? QUICK_ROUNDS : ROUNDS)) {
        const byHandSchema = `by_hand_${seed}_${rounds.length}`;
        rounds.push(await oneRound({ venue, demo, databaseUrl, byHandSchema, isQuick }));
        if (databaseUrl !== undefined) await dropSchema(databaseUrl, byHandSchema);
      }
      return findingsOf(rounds);
    } finally {
      await venue.stop();
      if (databaseUrl !== undefined) await dropSchema(databaseUrl, schemaOf(`sandbox_${seed}`));
    }
  },
};

/** With a newly started service and trader. */
async function oneRound({ venue, demo, databaseUrl, byHandSchema, isQuick }: {
  readonly venue: Venue;
  readonly demo: DemoIdentity;
  readonly databaseUrl: string | undefined;
  readonly byHandSchema: string;
  readonly isQuick: boolean;
}): Promise<Round> {
  const folder = makeFolder();
  const trader: Stage["trader"] = startOrderedProcess(`${import.meta.dir}/trader_process.ts`);
  const signingKey = demo.signingKey.toHex();
  const store = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  let service: ServerProcess | undefined;
  let byHand: ServerProcess | undefined;
  try {
    service = await startServer("app/strikeline.ts", {
      args: ["sandbox"],
      settings: {
        ...venue.settings,
        DATA_DIR: folder.path,
        // Games have a separate benchmark.
        LEAGUES: "wsl",
        ...store,
        LOG_LEVEL: "error",
        PORT: "0",
        RATE_LIMIT_KEYED: QUOTA,
        SANDBOX_API_KEY: demo.apiKey,
      },
    });
    byHand = await startServer("test/bench/orders/by_hand_server.ts", {
      args: [venue.clobUrl, byHandSchema, `${folder.path}/by_hand`],
      settings: { ...store, SIGNING_KEY: signingKey },
    });
    await trader.ask({
      kind: "start",
      serviceUrl: service.url,
      byHandUrl: byHand.url,
      clobUrl: venue.clobUrl,
      clobWsUrl: venue.clobWsUrl,
      apiKey: demo.apiKey,
      walletId: demo.walletId,
      signingKey,
    });
    return await placeAll({ venue, trader }, isQuick ? QUICK_STEADY : STEADY);
  } finally {
    await trader.stop();
    await service?.stop();
    await byHand?.stop();
    folder.remove();
  }
}

async function placeAll(stage: Stage, count: number): Promise<Round> {
  const { markets, markets: [first] } = stage.venue;
  if (first === undefined) throw new Error("There is no market");
  const cold = { service: [] as Array<Placed>, client: [] as Array<Placed> };
  const warm = { service: [] as Array<Placed>, client: [] as Array<Placed> };
  for (const market of markets) {
    await stage.trader.ask({ kind: "forget" });
    for (const way of ["service", "client"] as const) {
      cold[way].push(...await place(stage, way, market, 1));
    }
  }
  for (let placed = -WARM_UP; placed < WARM; placed += IN_TURN) {
    for (const way of ["service", "client"] as const) {
      const orders = await place(stage, way, first, IN_TURN);
      if (placed >= 0) warm[way].push(...orders);
    }
  }
  for (const way of ["service", "by_hand", "cancel"] as const) {
    await place(stage, way, first, STEADY_WARM_UP);
  }
  const steady: Record<Steady, Array<Placed>> = {
    service: [],
    bare: [],
    by_hand: [],
    limit: [],
    cancel: [],
  };
  for (let placed = 0; placed < count; placed += STEADY_IN_TURN) {
    for (const way of STEADY_WAYS) {
      steady[way].push(...await place(stage, way, first, STEADY_IN_TURN));
    }
  }
  const told = await stage.trader.ask({ kind: "told", market: first, count });
  const venue = told.filter((_, at) => at % 2 === 0);
  const after = venue.map((venueMs, at) => (told[2 * at + 1] ?? NaN) - venueMs);
  return { cold, warm, steady, told: { venue, after } };
}

/** Places orders of one way, one right after the other. */
async function place(
  { venue, trader }: Stage,
  way: Way,
  market: BenchMarket,
  count: number,
): Promise<ReadonlyArray<Placed>> {
  await venue.takeLog();
  const tookMs = await trader.ask({ kind: "place", way, market, count });
  const log = await venue.takeLog();
  const verb = way === "cancel" ? "DELETE" : "POST";
  const posted = log.filter(({ method, path }) => method === verb && path === "/order");
  if (posted.length !== count) throw new Error(`${posted.length} orders reached the venue`);
  return tookMs.map((tookMs, at) => ({
    tookMs,
    roundTrips: log.length / count,
    ownMs: tookMs - (posted[at]?.took_ms ?? NaN),
  }));
}

function findingsOf(rounds: ReadonlyArray<Round>): ReadonlyArray<Finding> {
  const samplesOf = (
    of: (round: Round) => ReadonlyArray<Placed>,
    figure: keyof Placed,
    percent = 50,
  ) => percentilesOf(rounds.map((round) => of(round).map((placed) => placed[figure])), percent);
  const besideClient = (
    what: string,
    { temperature, figure, unit, aim }: {
      readonly temperature: "cold" | "warm";
      readonly figure: keyof Placed;
      readonly unit: string;
      readonly aim?: Aim;
    },
  ) =>
    compare(NAME, {
      unit,
      aim,
      ours: { what, ...samplesOf((round) => round[temperature].service, figure) },
      reference: {
        what: "official client",
        ...samplesOf((round) => round[temperature].client, figure),
      },
    });
  /** All but the venue's own work. */
  const own = (
    what: string,
    { way, percent = 50, aim, reference }: {
      readonly way: Steady;
      readonly percent?: number;
      readonly aim?: Aim;
      readonly reference: { readonly what: string; readonly way: Steady; readonly percent: number };
    },
  ) =>
    compare(NAME, {
      unit: "ms",
      aim,
      ours: {
        what: `${what}, all but the venue's work, p${percent}`,
        ...samplesOf(({ steady }) => steady[way], "ownMs", percent),
      },
      reference: {
        what: reference.what,
        ...samplesOf(({ steady }) => steady[reference.way], "ownMs", reference.percent),
      },
    });
  const told = (percent: number, aimMs: number) =>
    compare(NAME, {
      unit: "ms",
      aim: { value: aimMs },
      ours: {
        what: `from the venue's frame of a fill to our push, p${percent}`,
        ...percentilesOf(rounds.map(({ told }) => told.after), percent),
      },
      reference: {
        what: "from its order to that frame",
        ...percentilesOf(rounds.map(({ told }) => told.venue), percent),
      },
    });
  const calls = { figure: "roundTrips", unit: "calls" } as const;
  const time = { figure: "tookMs", unit: "ms", aim: { ratio: 1 } } as const;
  /** The network path both ways. */
  const bare = { what: "a bare POST's, p50", way: "bare", percent: 50 } as const;
  const byHand = (percent: number) =>
    ({ what: "same steps by hand", way: "by_hand", percent }) as const;
  return [
    besideClient("warm, round trips", { temperature: "warm", ...calls }),
    besideClient("warm, p50", { temperature: "warm", ...time }),
    besideClient("first in a market, p50", { temperature: "cold", ...time }),
    own("warm", { way: "service", aim: { ratio: 4 }, reference: bare }),
    own("warm", { way: "service", reference: byHand(50) }),
    own("warm", { way: "service", percent: 99, aim: { ratio: 10 }, reference: bare }),
    own("warm", { way: "service", percent: 99, reference: byHand(99) }),
    own("limit order", {
      way: "limit",
      aim: { ratio: 1 },
      reference: { what: "a market order's", way: "service", percent: 50 },
    }),
    own("cancel by id", { way: "cancel", aim: { ratio: 4 }, reference: bare }),
    told(50, 3),
    told(99, 5),
  ];
}
