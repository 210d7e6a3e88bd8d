/** The faults: how each begins and ends. @module */
import { openDeafClient } from "../../stage/deaf_client.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { fleetStateOf } from "./ask_fleet.ts";
import type { Dependency, Ground, Replica } from "./ground.ts";

/** Ends a fault that has begun; recovery is counted from its call, unless `healsItself`. */
type End = () => unknown;

/** What sets a fault apart. */
interface Kind {
  /** Recovery counts from the beginning: what was killed is started again at once. */
  readonly healsItself?: true;
  /** The replicas must hold sockets, each alone, while it lasts. */
  readonly isAlone?: true;
  /** What the fleet has to give all the same; defaults to {@linkcode SERVED}. */
  readonly floor?: Floor;
}

/** Something that goes wrong. */
export interface Fault extends Kind {
  readonly name: string;
  readonly begin: (ground: Ground) => End | Promise<End>;
}

/**
 * What a fleet has to give while something fails. A busy machine answers later, so that shares are
 * far below what is measured; what never happens has no such margin.
 */
interface Floor {
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
/** As many sockets as one address may have. */
const SLOW_READERS = 20;
/** Messages at once, of which a socket may send 60, and how often. */
const FLOOD_MESSAGES = 500;
const FLOOD_EVERY_MS = 20;

const ofOrders = (kind: string, more: object = {}) =>
  armed("venue-orders", { match: "POST /order", kind, ...more });

/** Every fault, in the order in which they come. */
export const FAULTS: ReadonlyArray<Fault> = [
  // What the others are compared with.
  fault("a time without a fault", () => () => {}),
  fault("kill -9 of the replica that holds the sockets", killed(true), { healsItself: true }),
  fault("kill -9 of another replica", killed(false), { healsItself: true }),
  fault("SIGSTOP of the replica that holds the sockets", stopped(true)),
  fault("SIGSTOP of another replica", stopped(false)),
  fault("SIGTERM of each replica in turn", async ({ replicas }) => {
    for (const replica of replicas) await endAndStart(replica, "SIGTERM");
    return () => {};
  }, { healsItself: true }),
  fault("a stalled PostgreSQL", stalled("postgres"), { floor: WITHOUT_STORE }),
  fault("a cut PostgreSQL", cut("postgres"), { floor: WITHOUT_STORE }),
  fault("a PostgreSQL that is slower each way", slow("postgres")),
  fault("a stalled Redis", stalled("redis"), { isAlone: true }),
  fault("a cut Redis", cut("redis"), { isAlone: true }),
  fault("a Redis that is slower each way", slow("redis")),
  fault("the loss of Redis's data", async ({ loseRedisData }) => {
    if (await loseRedisData() === 0) throw new Error("the fleet kept nothing in Redis");
    return () => {};
  }),
  fault("a stalled oracle", stalled("oracle"), { floor: WITHOUT_ORACLE }),
  fault("a cut oracle", cut("oracle"), { floor: WITHOUT_ORACLE }),
  fault("an exchange whose sockets are cut over and over", async ({ simulators: { urlOf } }) => {
    const urls = [urlOf("exchange-spot"), urlOf("exchange-futures")];
    const cutAll = () =>
      Promise.all(urls.map((url) => fetch(`${url}/__sockets`, { method: "DELETE" })));
    await cutAll();
    const timer = setInterval(cutAll, CUT_EVERY_MS);
    return () => clearInterval(timer);
  }, { floor: WITHOUT_PROVIDER }),
  fault("a cut exchange", cut("spot", "futures"), { floor: WITHOUT_PROVIDER }),
  fault("stalled metadata of the venue", stalled("metadata"), { floor: WITHOUT_PROVIDER }),
  fault(
    "metadata of the venue that is answered with 503",
    armed("venue-metadata", { match: "GET /", kind: "status" }),
    { floor: WITHOUT_PROVIDER },
  ),
  fault("a cut order book", cut("venue")),
  fault("lost replies of the order book", ofOrders("lost_reply", { probability: 0.5 })),
  fault("an order book that answers every order with 500", ofOrders("status", { status: 500 })),
  fault("an order book that answers no order", ofOrders("stall")),
  fault("readers of the stream that never read", startSlowReaders),
  fault("a flood of one anonymous socket", startFlood),
];

function fault(name: string, begin: Fault["begin"], kind: Kind = {}): Fault {
  return { name, begin, ...kind };
}

function killed(isHolder: boolean): Fault["begin"] {
  return async (ground) => {
    await endAndStart(await findReplica(ground, isHolder), "SIGKILL");
    return () => {};
  };
}

async function endAndStart(replica: Replica, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  replica.signal(signal);
  await replica.ended();
  await replica.start();
}

function stopped(isHolder: boolean): Fault["begin"] {
  return async (ground) => {
    const replica = await findReplica(ground, isHolder);
    replica.signal("SIGSTOP");
    return () => replica.signal("SIGCONT");
  };
}

function stalled(name: Dependency): Fault["begin"] {
  return ({ gates }) => {
    gates[name].stall();
    return gates[name].open;
  };
}

function cut(...names: ReadonlyArray<Dependency>): Fault["begin"] {
  return async ({ gates }) => {
    for (const name of names) await gates[name].shut();
    return () => Promise.all(names.map((name) => gates[name].open()));
  };
}

function slow(name: Dependency): Fault["begin"] {
  return ({ gates }) => {
    gates[name].slow(SLOW_MS, Bun.sleep);
    return gates[name].open;
  };
}

/** A fault of a simulator. */
function armed(name: "venue-metadata" | "venue-orders", fault: object): Fault["begin"] {
  return async ({ simulators }) => {
    const url = `${simulators.urlOf(name)}/__faults`;
    const asked = await fetch(url, { method: "POST", body: JSON.stringify(fault) });
    if (!asked.ok) throw new Error(await asked.text());
    return () => fetch(url, { method: "DELETE" });
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

/** Opens sockets of one address that ask for everything, and never read. */
async function startSlowReaders({ replicas, clock }: Ground): Promise<End> {
  const since = Math.floor(clock.nowMs() / 1_000) - 280;
  const messages = [{ op: "subscribe", channel: "twap", since }];
  const leave = await Promise.all(Array.from({ length: SLOW_READERS }, (_, number) => {
    const url = replicas[number % replicas.length]?.url ?? "";
    return openDeafClient(url, { forwardedFor: "10.4.0.2", messages });
  }));
  return () => leave.forEach((end) => end());
}

/** Sends far more messages than allowed, on a socket without a key, as often as it is let in. */
function startFlood({ replicas }: Ground): End {
  let isOver = false;
  let client: StreamClient | undefined;
  const message = JSON.stringify({ op: "subscribe", channel: "twap", since: 1 });
  const flood = async () => {
    for (let turn = 0; !isOver; turn++) {
      const opened = new StreamClient(replicas[turn % replicas.length]?.url ?? "", {
        headers: { "x-forwarded-for": "10.4.0.1" },
        onFrame: () => {},
      });
      client = opened;
      const timer = setInterval(() => {
        for (let sent = 0; opened.isOpen && sent < FLOOD_MESSAGES; sent++) opened.send(message);
      }, FLOOD_EVERY_MS);
      await opened.ended;
      clearInterval(timer);
      await Bun.sleep(100);
    }
  };
  const flooding = flood();
  return () => {
    isOver = true;
    client?.terminate();
    return flooding;
  };
}
