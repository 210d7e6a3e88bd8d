import { afterEach, describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { STREAM_LIMITS } from "../../../adapters/http/stream/stream_limits.ts";
import { connectInMemory, FAILURES, gapsBefore, makeMemoryPublisher } from "./memory_publisher.ts";
import { connectStream } from "../../stage/stream_client.ts";
import { UPGRADE } from "./stalled_client.ts";
import { NOON_SEC, startStreamServer, type StreamServer } from "./stream_server.ts";
import { turn, until } from "../../until.ts";

const { messageBurst, messagesPerSec, connectionsPerIp, replaysPerIp } = STREAM_LIMITS;
const EVENTS = 100;
const HEAD_SEC = NOON_SEC + EVENTS;
const SUBSCRIBE = { op: "subscribe", channel: "twap", since: NOON_SEC };

describe("a client that sends as fast as it can", () => {
  let server: StreamServer;
  afterEach(() => server.stop());

  test("gets a burst of answers and one error, and is closed", async () => {
    server = await startStreamServer({ stopwatchMs: () => 0 });
    const bot = await connectStream(server.url);
    const subscribe = { op: "subscribe", channel: "targets", since: NOON_SEC - 86_400 };
    for (let id = 0; id < messageBurst; id++) bot.send({ ...subscribe, id });
    // Each counts, whatever it holds: it is not read any more.
    for (let id = 0; id < 1_000; id++) bot.send("{".repeat(5_000));
    expect(await bot.closed()).toEqual({ code: 1008, reason: "Sends too many messages" });
    const answered = bot.frames.filter(({ type }) => type === "subscribed").map(({ id }) => id);
    expect(answered).toEqual(Array.from({ length: messageBurst }, (_, id) => id));
    const errors = bot.frames.filter(({ type }) => type === "error");
    expect(errors).toEqual([expect.objectContaining({ code: "rate_limited" })]);
    expect(bot.frames.at(-1)?.type).toBe("error");
  });

  test("has its place among those of its address until its messages are earned back", async () => {
    const debts: Array<{ readonly earnBack: () => void; readonly afterMs: number }> = [];
    server = await startStreamServer({
      stopwatchMs: () => 0,
      later: (earnBack, afterMs) => void debts.push({ earnBack, afterMs }),
    });
    const handshake = () => fetch(`${server.url}/api/v1/stream`, { headers: UPGRADE });
    const bots = await Promise.all(
      Array.from({ length: connectionsPerIp }, () => connectStream(server.url)),
    );
    for (const bot of bots) {
      for (let i = 0; i < 4 * messageBurst; i++) bot.send({ op: "ping" });
    }
    await Promise.all(bots.map((bot) => bot.closed()));
    await until(() => debts.length === connectionsPerIp);
    expect((await handshake()).status).toBe(429);
    const [first] = debts;
    expect(first?.afterMs).toBeCloseTo(messageBurst / messagesPerSec * 1_000);
    first?.earnBack();
    const next = await connectStream(server.url);
    expect(next.frames[0]?.type).toBe("hello");
    expect((await handshake()).status).toBe(429);
    next.close();
  });
});

/** Clients of one address over a stream whose events are all in memory, or never come. */
function crowd({ isStuck = () => false }: { readonly isStuck?: () => boolean } = {}) {
  const stuck: Array<() => void> = [];
  const replays = { started: 0 };
  let stopwatchMs = 0;
  const publisher = makeMemoryPublisher({
    headSec: HEAD_SEC,
    replay: (topic) => {
      replays.started++;
      const events = gapsBefore(HEAD_SEC, { topic, count: EVENTS });
      return isStuck()
        ? Effect.as(Effect.promise(() => new Promise<void>((done) => stuck.push(done))), events)
        : Effect.succeed(events);
    },
    stopwatchMs: () => stopwatchMs,
  });
  /** Frames of each client by topic, and which topics of which clients have begun and not ended. */
  const sent = new Map<string, number>();
  const most = { topicsOfClient: 0, clients: 0 };
  const client = (name: number, buffered = () => 0) => {
    const made = connectInMemory(publisher, {
      buffered,
      onFrame: ({ type, topic, reason }) => {
        if (type !== "gap" || reason === "slow_reader") return;
        const key = `${name} ${topic}`;
        sent.set(key, (sent.get(key) ?? 0) + 1);
        const open = [...sent].filter(([, count]) => count % EVENTS !== 0).map(([key]) => key);
        const byClient = Map.groupBy(open, (key) => key.split(" ")[0]);
        most.clients = Math.max(most.clients, byClient.size);
        for (const topics of byClient.values()) {
          most.topicsOfClient = Math.max(most.topicsOfClient, topics.length);
        }
      },
    });
    const ask = (times = 1) => {
      for (let i = 0; i < times; i++) made.send(SUBSCRIBE);
    };
    return { ...made, ask };
  };
  return {
    client,
    publisher,
    replays,
    most,
    total: () => [...sent.values()].reduce((sum, count) => sum + count, 0),
    free: () => stuck.splice(0).forEach((done) => done()),
    stuck: () => stuck.length,
    moveTo: (ms: number) => void (stopwatchMs = ms),
  };
}

/** Waits for a fact, unless a connection fails. */
async function untilSent(isSo: () => boolean): Promise<void> {
  await until(() => FAILURES.length > 0 || isSo(), String(isSo));
  expect(FAILURES.splice(0)).toEqual([]);
}

const TOPICS = 7;

describe("replays", () => {
  test("of a client run one at a time, and of an address in few clients", async () => {
    const { client, replays, most, total } = crowd();
    const clients = Array.from({ length: 6 }, (_, name) => client(name));
    for (const { ask } of clients) ask(messageBurst);
    const leaves = client(clients.length);
    leaves.ask();
    leaves.send({ op: "unsubscribe", channel: "twap" });
    await untilSent(() => total() === clients.length * TOPICS * EVENTS);
    expect(most).toEqual({ topicsOfClient: 1, clients: replaysPerIp });
    // However often it was asked for, each topic is replayed once.
    expect(replays.started).toBe(clients.length * TOPICS);
  });

  test("of few clients of an address ask the providers, whoever comes and goes", async () => {
    let isStuck = true;
    const { client, publisher, replays, total, free, stuck } = crowd({ isStuck: () => isStuck });
    const asking = replaysPerIp * TOPICS;
    const first = Array.from({ length: replaysPerIp }, (_, name) => client(name));
    for (const { ask } of first) ask();
    await untilSent(() => stuck() === asking);
    for (const { connection } of first) connection.close();
    for (let name = replaysPerIp; name < 500; name++) {
      const { ask, connection } = client(name);
      ask();
      // What it asked for is asked for by now, if it ever is.
      await turn();
      connection.close();
    }
    expect(publisher.replays.waiting).toBe(0);
    isStuck = false;
    const last = client(500);
    last.ask();
    await until(() => publisher.replays.waiting === 1);
    expect([replays.started, total()]).toEqual([asking, 0]);
    free();
    await untilSent(() => total() === TOPICS * EVENTS);
    expect(replays.started).toBe(asking + TOPICS);
  });

  test("end for a client that makes no room for them", async () => {
    const { client, moveTo, total } = crowd();
    let [buffered, looks] = [1024 * 1024, 0];
    const stalled = client(0, () => {
      looks += 1;
      return buffered;
    });
    /** Asks, and waits until the replay has found no room. */
    const askInVain = async () => {
      const before = looks;
      stalled.ask();
      await untilSent(() => looks > before);
    };
    await askInVain();
    moveTo(30_000);
    stalled.connection.dropIfSlow();
    expect([stalled.ends, total()]).toEqual([[], 0]);
    buffered = 0;
    stalled.connection.drain();
    await untilSent(() => total() === TOPICS * EVENTS);
    buffered = 1024 * 1024;
    moveTo(60_000);
    await askInVain();
    moveTo(90_001);
    stalled.connection.dropIfSlow();
    expect(stalled.ends).toEqual([1013]);
    const slow = stalled.frames.filter(({ reason }) => reason === "slow_reader");
    expect(slow.map(({ fromSeq }) => fromSeq)).toEqual(Array(TOPICS).fill(HEAD_SEC + 1));
  });

  test("of many clients leave room for others after each piece", async () => {
    const { client, total } = crowd();
    const clients = [0, 1, 2].map((name) => client(name));
    for (const { ask } of clients) ask();
    const sentInTurn: Array<number> = [];
    for (let before = 0; before < clients.length * TOPICS * EVENTS; before = total()) {
      await turn();
      sentInTurn.push(total() - before);
    }
    expect(Math.max(...sentInTurn)).toBeLessThanOrEqual(2 * 64);
  });
});
