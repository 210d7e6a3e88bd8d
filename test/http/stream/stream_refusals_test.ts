import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { connect as connectTcp } from "node:net";
import { Effect, Metric } from "effect";
import fc from "fast-check";
import { until } from "../../until.ts";
import { connectInMemory, FAILURES, makeMemoryPublisher } from "./memory_publisher.ts";
import { handshake, stalledClient, UPGRADE } from "./stalled_client.ts";
import { hastyStopwatch, NOON_SEC, startStreamServer, type StreamServer } from "./stream_server.ts";

let server: StreamServer;
const client = (headers?: Record<string, string>) => server.connect(headers);
/** What the server does every half a second, now. */
const ticks = new Set<() => void>();
const every = (tick: () => void) => {
  ticks.add(tick);
  return () => void ticks.delete(tick);
};
beforeAll(async () =>
  void (server = await startStreamServer({ trustProxy: 1, stopwatchMs: hastyStopwatch(), every }))
);
afterAll(() => server.stop());
afterEach(async () => {
  server.leave();
  await until(() => server.endpoint.connections === 0);
  expect(ticks.size).toBe(0);
});

describe("a message that cannot be used", () => {
  test("gets its id back", async () => {
    const bot = await client();
    bot.send({ op: "subscribe", id: "mine", channel: "nope" });
    expect(await bot.next("error")).toEqual({
      type: "error",
      id: "mine",
      code: "bad_request",
      error: 'Cannot use channel "nope"',
      hint: expect.stringContaining(
        "Use one of windows, targets, twap, spot, games, orders, such as {",
      ),
    });
    await bot.roundTrip();
  });

  test("never ends the connection, whatever text it is", () => {
    const message = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.record({
        op: fc.constantFrom("subscribe", "unsubscribe", "ping", "x"),
        channel: fc.oneof(fc.constantFrom("targets", "twap", "__proto__"), fc.json()),
        assets: fc.oneof(fc.array(fc.constantFrom("btc", "ETH", "toString")), fc.json()),
        since: fc.oneof(fc.integer(), fc.double(), fc.string()),
        id: fc.jsonValue(),
      }, { requiredKeys: [] }).map((frame) => JSON.stringify(frame)),
    );
    const publisher = makeMemoryPublisher({
      headSec: NOON_SEC,
      replay: () => Effect.succeed([]),
      stopwatchMs: hastyStopwatch(),
    });
    const { connection, frames, ends } = connectInMemory(publisher);
    fc.assert(fc.property(message, (message) => {
      const before = frames.length;
      connection.message(undefined, message);
      expect([ends, FAILURES]).toEqual([[], []]);
      expect(frames.length).toBeGreaterThan(before);
    }));
  });

  test("ends the connection when it is far over the limit, and only that one", async () => {
    const [big, other] = [await client(), await client()];
    big.send("x".repeat(100_000));
    expect((await big.closed())?.code).toBeGreaterThanOrEqual(1002);
    await other.roundTrip();
  });
});

describe("a connection", () => {
  test("needs a handshake", async () => {
    const response = await fetch(`${server.url}/api/v1/stream`);
    expect(response.status).toBe(426);
    expect(response.headers.get("upgrade")).toBe("websocket");
    expect(response.headers.get("x-request-id")).not.toBeNull();
    expect(await response.json()).toMatchObject({ code: "bad_request" });
  });

  test("takes no parameters: subscriptions are sent in messages", async () => {
    const response = await fetch(`${server.url}/api/v1/stream?since=1`, { headers: UPGRADE });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "bad_request" });
  });

  test("gets the headers of every answer with its handshake", async () => {
    const port = server.port;
    const text = await new Promise<string>((resolve) => {
      const socket = connectTcp(port, "127.0.0.1", () =>
        socket.write(
          handshake("X-Request-Id: mine"),
        ));
      socket.once("data", (data) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    expect(text).toStartWith("HTTP/1.1 101");
    expect(text.toLowerCase()).toContain("x-request-id: mine");
    expect(text.toLowerCase()).toContain("x-sandbox: true");
  });

  test("is one of at most 20 of an address, and makes room when it ends", async () => {
    const headers = { "x-forwarded-for": "203.0.113.7" };
    const made = await Promise.all(Array.from({ length: 20 }, () => client(headers)));
    const refused = await fetch(`${server.url}/api/v1/stream`, {
      headers: { ...headers, ...UPGRADE },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    expect(await refused.json()).toMatchObject({ code: "rate_limited" });
    const elsewhere = await client({ "x-forwarded-for": "203.0.113.8" });
    await elsewhere.roundTrip();
    made[0]?.close();
    await until(() => server.endpoint.connections === 20);
    await (await client(headers)).roundTrip();
  });
});

/** How many clients were disconnected for that, of all servers of this process. */
function slowReaders(): number {
  const all = Effect.runSync(Metric.snapshot);
  const state = all.find(({ id }) => id === "strikeline_stream_slow_readers_total")?.state;
  return (state as Metric.CounterState<number>).count;
}

describe("a reader that does not read", () => {
  test("receives slow_reader, is disconnected with 1013, and delays no other client", async () => {
    const reader = await client();
    const socket = await stalledClient(server.port, {
      op: "subscribe",
      channel: "twap",
      assets: ["doge"],
    });
    const before = server.stream.headOf("twap:doge:60");
    const slowBefore = slowReaders();
    const sec = NOON_SEC + 1_000;
    server.emit({
      kind: "lost_reports",
      asset: "doge",
      stream: "twap_60",
      fromSec: before + 1,
      toSec: sec,
    });
    reader.send({ op: "subscribe", channel: "twap", assets: ["doge"] });
    await reader.roundTrip();
    let at = sec;
    // Until it is more than the buffers of both sockets hold.
    while (server.endpoint.connections > 1) {
      for (let i = 0; i < 2_000; i++) server.publish("doge", ++at);
      await reader.roundTrip();
      for (const tick of ticks) tick();
    }
    expect(slowReaders() - slowBefore).toBe(1);
    await reader.next("twap", at - sec);
    const rest = await socket.readAll();
    const text = rest.toString("latin1");
    expect(text).toContain('"reason":"slow_reader"');
    // The last frame is a close: opcode 8 with the status 1013.
    expect(rest.includes(Buffer.from([1013 >> 8, 1013 & 255]))).toBe(true);
    expect(text.lastIndexOf("slow_reader")).toBeGreaterThan(text.lastIndexOf('"type":"twap"'));
  }, 300_000);
});
