/**
 * The faults: how each begins and ends.
 *
 * @module
 */
import { openDeafClient } from "../../stage/deaf_client.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import type { Dependency, Ground, Replica } from "./ground.ts";
import { fleetStateOf } from "./fleet_state.ts";

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

/** Every fault, in the order in which they come. */
export const FAULTS: ReadonlyArray<Fault> = [
  // What the others are compared with.
  { name: "nothing", begin: () => ({ end: () => {} }) },
  killed("kill -9 of the replica that holds the sockets", true),
  killed("kill -9 of another replica", false),
  stopped("SIGSTOP of the replica that holds the sockets", true),
  stopped("SIGSTOP of another replica", false),
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
    name: "the loss of Redis's data",
    begin: async ({ loseRedisData }) => {
      if (await loseRedisData() === 0) throw new Error("the fleet kept nothing in Redis");
      return { end: () => {} };
    },
  },
  { ...stalled("a stalled oracle", ["oracle"]), floor: WITHOUT_ORACLE },
  { ...cut("a cut oracle", ["oracle"]), floor: WITHOUT_ORACLE },
  {
    name: "an exchange whose sockets are cut over and over",
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
  { ...cut("a cut exchange", ["spot", "futures"]), floor: WITHOUT_PROVIDER },
  { ...stalled("stalled metadata of the venue", ["metadata"]), floor: WITHOUT_PROVIDER },
  {
    ...ofVenue("metadata of the venue that is answered with 503", "venue-metadata", {
      match: "GET /",
      kind: "status",
    }),
    floor: WITHOUT_PROVIDER,
  },
  cut("a cut order book", ["venue"]),
  ofVenue("lost replies of the order book", "venue-orders", {
    match: "POST /order",
    kind: "lost_reply",
    probability: 0.5,
  }),
  ofVenue("an order book that answers every order with 500", "venue-orders", {
    match: "POST /order",
    kind: "status",
    status: 500,
  }),
  ofVenue("an order book that answers no order", "venue-orders", {
    match: "POST /order",
    kind: "stall",
  }),
  {
    name: "readers of the stream that never read",
    begin: async (ground) => ({ end: await startSlowReaders(ground) }),
  },
  {
    name: "a flood of one anonymous socket",
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
    { ...stalled(`a stalled ${title}`, [name]), ...away },
    { ...cut(`a cut ${title}`, [name]), ...away },
    {
      ...slow,
      name: `a ${title} that is ${SLOW_MS} ms slower each way`,
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
  const startedMs = performance.now();
  while (performance.now() - startedMs < FOUND_MS_MAX) {
    for (const replica of replicas) {
      // One that answers late on a busy machine is asked again.
      const state = await fleetStateOf(replica).catch(() => undefined);
      if (state?.holds.includes("oracle sockets") === isHolder) return replica;
    }
    await Bun.sleep(100);
  }
  throw new Error(`no replica ${isHolder ? "holds" : "is without"} the oracle's sockets`);
}

/** As many sockets of one address as it may have: they ask for everything, and never read. */
async function startSlowReaders({ replicas, clock }: Ground): Promise<() => void> {
  const since = Math.floor(clock.nowMs() / 1_000) - 280;
  const messages = [{ op: "subscribe", channel: "twap", since }];
  const leave = await Promise.all(Array.from({ length: 20 }, (_, number) => {
    const url = replicas[number % replicas.length]?.url ?? "";
    return openDeafClient(url, { forwardedFor: "10.4.0.2", messages });
  }));
  return () => leave.forEach((end) => end());
}

/** Sends far more messages than allowed, on a socket without a key, as often as it is let in. */
function startFlood({ replicas }: Ground): () => Promise<void> {
  let isOver = false;
  let client: StreamClient | undefined;
  const message = JSON.stringify({ op: "subscribe", channel: "twap", since: 1 });
  const flood = async () => {
    const headers = { "x-forwarded-for": "10.4.0.1" };
    for (let turn = 0; !isOver; turn++) {
      const url = replicas[turn % replicas.length]?.url ?? "";
      const opened = new StreamClient(url, { headers, onFrame: () => {} });
      client = opened;
      const timer = setInterval(() => {
        // A socket may send 60.
        for (let sent = 0; opened.isOpen && sent < 500; sent++) opened.send(message);
      }, 20);
      await opened.ended;
      clearInterval(timer);
      await Bun.sleep(100);
    }
  };
  const flooding = flood();
  return async () => {
    isOver = true;
    client?.terminate();
    await flooding;
  };
}
