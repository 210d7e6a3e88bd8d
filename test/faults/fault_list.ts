/**
 * The faults: how each begins and ends.
 *
 * @module
 */
import { startFlood, startSlowReaders } from "./bad_client.ts";
import { until } from "../until.ts";
import type { Dependency, Ground } from "./ground.ts";
import { fleetStateOf } from "./fleet_state.ts";
import type { Replica } from "./replica.ts";

/** A fault that has begun. */
export interface Begun {
  /** Ends it; recovery is counted from its call, unless `healsItself`. */
  readonly end: () => void | Promise<void>;
}

/** Something that goes wrong. */
export interface Fault {
  readonly name: string;
  readonly begin: (ground: Ground) => Begun | Promise<Begun>;
  /** Recovery counts from the beginning: what was killed is started again at once. */
  readonly healsItself?: true;
  /** The replicas must hold sockets, each alone, while it lasts. */
  readonly isAlone?: true;
  /** The replicas may count requests each alone while it lasts: Redis is hurt. */
  readonly mayCountAlone?: true;
  /** What the fleet has to give all the same; defaults to {@linkcode SERVED}. */
  readonly floor?: Floor;
}

/**
 * What a fleet has to give while something fails. A busy machine answers later, so that shares are
 * far below what is measured; what never happens has no such margin.
 */
export interface Floor {
  /** The share of the load that has to be held. */
  readonly heldMin: number;
  /** Windows and seconds that the stream may publish as missing. */
  readonly missingMax: number;
}

/** A replica serves and no provider is hurt: 98 to 100 % are held. */
export const SERVED: Floor = { heldMin: 0.5, missingMax: 0 };
/** 95 to 99 %, or half if nobody asked before: what is not remembered is not served. */
const WITHOUT_STORE: Floor = { heldMin: 0.25, missingMax: 0 };
/** What a provider does not say may be published as missing. The rest is served. */
const WITHOUT_PROVIDER: Floor = { heldMin: 0.5, missingMax: Infinity };
/** 73 to 93 % are held: averages and windows that open are up to half of the questions. */
const WITHOUT_ORACLE: Floor = { heldMin: 0.25, missingMax: Infinity };

const SLOW_MS = 200;
const CUT_EVERY_MS = 500;
/** Far more than a replica takes to say what it holds. */
const FOUND_MS_MAX = 60_000;

/** Every fault, in the order of the table. */
export const FAULTS: ReadonlyArray<Fault> = [
  // What the others are compared with.
  { name: "none", begin: () => ({ end: () => {} }) },
  killed("kill -9, the replica that holds the sockets", true),
  killed("kill -9, another replica", false),
  stopped("SIGSTOP, the replica that holds the sockets", true),
  stopped("SIGSTOP, another replica", false),
  {
    name: "SIGTERM of each replica in turn",
    healsItself: true,
    begin: async ({ replicas }) => {
      for (const replica of replicas) {
        replica.signal("SIGTERM");
        await replica.ended();
        await replica.start();
      }
      return { end: () => {} };
    },
  },
  ...ofServer("postgres", "PostgreSQL"),
  ...ofServer("redis", "Redis"),
  {
    name: "Redis, data lost",
    begin: async ({ loseRedisData }) => {
      if (await loseRedisData() === 0) throw new Error("the fleet kept nothing in Redis");
      return { end: () => {} };
    },
  },
  { ...stalled("oracle, stalled", ["oracle"]), floor: WITHOUT_ORACLE },
  { ...cut("oracle, cut", ["oracle"]), floor: WITHOUT_ORACLE },
  {
    name: "exchange, sockets cut over and over",
    floor: WITHOUT_PROVIDER,
    begin: async ({ simulators }) => {
      const cutAll = () =>
        Promise.all(
          (["exchange-spot", "exchange-futures"] as const).map((name) =>
            fetch(`${simulators.urlOf(name)}/__sockets`, { method: "DELETE" })
          ),
        );
      await cutAll();
      const timer = setInterval(() => void cutAll(), CUT_EVERY_MS);
      return { end: () => clearInterval(timer) };
    },
  },
  { ...cut("exchange, cut", ["spot", "futures"]), floor: WITHOUT_PROVIDER },
  { ...stalled("venue metadata, stalled", ["metadata"]), floor: WITHOUT_PROVIDER },
  {
    ...ofVenue("venue metadata, 503", "venue-metadata", { match: "GET /", kind: "status" }),
    floor: WITHOUT_PROVIDER,
  },
  cut("order book, cut", ["venue"]),
  ofVenue("order book, replies lost", "venue-orders", {
    match: "POST /order",
    kind: "lost_reply",
    probability: 0.5,
  }),
  ofVenue("order book, 500 to every order", "venue-orders", {
    match: "POST /order",
    kind: "status",
    status: 500,
  }),
  ofVenue("order book, no answer to any order", "venue-orders", {
    match: "POST /order",
    kind: "stall",
  }),
  {
    name: "stream, readers that never read",
    begin: async (ground) => ({ end: await startSlowReaders(ground) }),
  },
  {
    name: "stream, a flood of one anonymous socket",
    begin: (ground) => ({ end: startFlood(ground) }),
  },
];

function killed(name: string, isHolder: boolean): Fault {
  return {
    name,
    healsItself: true,
    begin: async (ground) => {
      const replica = await findReplica(ground, isHolder);
      replica.signal("SIGKILL");
      await replica.ended();
      await replica.start();
      return { end: () => {} };
    },
  };
}

function stopped(name: string, isHolder: boolean): Fault {
  return {
    name,
    begin: async (ground) => {
      const replica = await findReplica(ground, isHolder);
      replica.signal("SIGSTOP");
      return { end: () => replica.signal("SIGCONT") };
    },
  };
}

/** A server that the replicas share, away in three ways. */
function ofServer(name: "postgres" | "redis", title: string): ReadonlyArray<Fault> {
  const slow = name === "redis" ? { mayCountAlone: true } as const : {};
  const away = name === "redis"
    ? { ...slow, isAlone: true } as const
    : { floor: WITHOUT_STORE } as const;
  return [
    { ...stalled(`${title}, stalled`, [name]), ...away },
    { ...cut(`${title}, cut`, [name]), ...away },
    {
      ...slow,
      name: `${title}, ${SLOW_MS} ms slower each way`,
      begin: ({ gates }) => {
        gates[name].slow(SLOW_MS);
        return { end: gates[name].open };
      },
    },
  ];
}

function stalled(name: string, dependencies: ReadonlyArray<Dependency>): Fault {
  return {
    name,
    begin: ({ gates }) => {
      for (const dependency of dependencies) gates[dependency].stall();
      return { end: () => openAll(gates, dependencies) };
    },
  };
}

function cut(name: string, dependencies: ReadonlyArray<Dependency>): Fault {
  return {
    name,
    begin: async ({ gates }) => {
      for (const dependency of dependencies) await gates[dependency].shut();
      return { end: () => openAll(gates, dependencies) };
    },
  };
}

async function openAll(
  gates: Ground["gates"],
  dependencies: ReadonlyArray<Dependency>,
): Promise<void> {
  for (const dependency of dependencies) await gates[dependency].open();
}

/** A fault of a simulator. */
function ofVenue(
  name: string,
  simulator: "venue-metadata" | "venue-orders",
  fault: Readonly<Record<string, unknown>>,
): Fault {
  return {
    name,
    begin: async ({ simulators }) => {
      const url = `${simulators.urlOf(simulator)}/__faults`;
      const asked = await fetch(url, { method: "POST", body: JSON.stringify(fault) });
      if (!asked.ok) throw new Error(await asked.text());
      return { end: async () => void await fetch(url, { method: "DELETE" }) };
    },
  };
}

/** The replica that holds the oracle's sockets, or one that does not. */
async function findReplica({ replicas }: Ground, isHolder: boolean): Promise<Replica> {
  let found: Replica | undefined;
  const isFound = async () => {
    for (const replica of replicas) {
      // One that answers late on a busy machine is asked again.
      const state = await fleetStateOf(replica).catch(() => undefined);
      if (state?.holds.includes("oracle sockets") === isHolder) found ??= replica;
    }
    return found !== undefined;
  };
  const what = `a replica that ${isHolder ? "holds" : "is without"} the oracle's sockets`;
  await until(isFound, what, { timeoutMs: FOUND_MS_MAX, everyMs: 100 });
  return found as Replica;
}
