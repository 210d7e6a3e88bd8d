import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { connect as connectTcp } from "node:net";
import { Effect, Metric } from "effect";
import fc from "fast-check";
import { connectStream, type StreamClient } from "../../stage/stream_client.ts";
import { until } from "../../until.ts";
import { handshake, stalledClient } from "./stalled_client.ts";
import { hastyStopwatch, NOON_SEC, startStreamServer, type StreamServer } from "./stream_server.ts";

let server: StreamServer;
const open: Array<StreamClient> = [];
const client = async (headers: Record<string, string> = {}) => {
  const made = await connectStream(server.url, headers);
  open.push(made);
  return made;
};
beforeAll(async () =>
  void (server = await startStreamServer({ trustProxy: 1, stopwatchMs: hastyStopwatch() }))
);
afterAll(() => server.stop());
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  await until(() => server.endpoint.connections === 0);
});

/** A message, the text of its error, and what its hint names. */
const REFUSED: ReadonlyArray<readonly [message: unknown, error: string, hint: string]> = [
  ["{", "Cannot read the message as JSON", "Send a JSON object"],
  ["[]", "Cannot read the message as JSON", "Send a JSON object"],
  ["null", "Cannot read the message as JSON", "Send a JSON object"],
  ["12", "Cannot read the message as JSON", "Send a JSON object"],
  [{}, 'Cannot use op ""', "Use one of subscribe, unsubscribe, ping"],
  [{ op: "subscibe" }, 'Cannot use op "subscibe"', "Did you mean subscribe?"],
  [{ op: 7 }, 'Cannot use op "7"', "Use one of"],
  [{ op: "subscribe" }, 'Cannot use channel ""', "Use one of targets, twap, games"],
  [{ op: "subscribe", channel: "game" }, 'Cannot use channel "game"', "Did you mean games?"],
  [{ op: "subscribe", channel: "targets", key: "sk_x" }, 'Cannot use key "key"', "takes"],
  [{ op: "subscribe", channel: "games", key: 12 }, 'Cannot use key "(not shown)"', "as text"],
  [{ op: "subscribe", channel: "games", leagues: [] }, 'Cannot use leagues "[]"', "leave leagues"],
  [{ op: "subscribe", channel: "games", leagues: ["xyz"] }, 'Cannot use league "xyz"', "nba"],
  [{ op: "subscribe", channel: "games", league: "nba" }, 'Cannot use key "league"', "leagues?"],
  [{ op: "subscribe", channel: "games", since: -1 }, 'Cannot use since "-1"', "whole number"],
  [{ op: "subscribe", channel: "games", since: 0.5 }, 'Cannot use since "0.5"', "whole number"],
  [{ op: "subscribe", channel: "games", since: "5" }, 'Cannot use since "5"', "whole number"],
  [{ op: "subscribe", channel: "games", since: 2 ** 53 }, "Cannot use since", "whole number"],
  [{ op: "unsubscribe", channel: "games", since: 1 }, 'Cannot use key "since"', "takes"],
  [{ op: "subscribe", channel: "targets", asset: "btc" }, 'Cannot use key "asset"', "assets?"],
  [{ op: "subscribe", channel: "targets", windows: [60] }, 'Cannot use key "windows"', "takes"],
  [
    { op: "subscribe", channel: "targets", assets: [] },
    'Cannot use assets "[]"',
    "leave assets out",
  ],
  [{ op: "subscribe", channel: "targets", assets: "btc" }, 'Cannot use assets "btc"', "list"],
  [
    { op: "subscribe", channel: "targets", assets: ["gold"] },
    'Cannot use assets "gold"',
    "btc, eth",
  ],
  [{ op: "subscribe", channel: "targets", assets: [1] }, 'Cannot use assets "1"', "text"],
  [
    { op: "subscribe", channel: "targets", intervals: ["6min"] },
    'Cannot use intervals "6min"',
    "5min",
  ],
  [{ op: "subscribe", channel: "targets", intervals: ["constructor"] }, "intervals", "5min"],
  [
    { op: "subscribe", channel: "targets", since: "soon" },
    'Cannot use since "soon"',
    "unix seconds",
  ],
  [{ op: "subscribe", channel: "targets", since: [] }, 'Cannot use since "[]"', "unix seconds"],
  [{ op: "subscribe", channel: "targets", since: -1 }, 'Cannot use since "-1"', "unix seconds"],
  [
    { op: "subscribe", channel: "targets", since: NOON_SEC * 1e6 },
    `Cannot use since "${NOON_SEC * 1e6}"`,
    "microseconds",
  ],
  [{ op: "subscribe", channel: "targets", since: 1.5e9 + 0.5 }, "Cannot use since", "unix seconds"],
  [
    { op: "subscribe", channel: "targets", since: NOON_SEC + 9e6 },
    "Cannot use since",
    "has passed",
  ],
  [{ op: "subscribe", channel: "twap", windows: [45] }, 'Cannot use windows "[45]"', "[30, 60]"],
  [{ op: "subscribe", channel: "twap", windows: [60, 61] }, "Cannot use windows", "[30, 60]"],
  [{ op: "subscribe", channel: "twap", windows: "60" }, 'Cannot use windows "60"', "[30, 60]"],
  [{ op: "subscribe", channel: "twap", windows: [] }, 'Cannot use windows "[]"', "[30, 60]"],
  [{ op: "unsubscribe", channel: "twap", since: 1 }, 'Cannot use key "since"', "takes"],
  [{ op: "ping", extra: 1 }, 'Cannot use key "extra"', "op, id"],
  [{ op: "ping", id: {} }, 'Cannot use id "{}"', "Send a number"],
  [{ op: "ping", id: "x".repeat(129) }, "Cannot use id", "128 characters"],
  [{ op: "ping", id: "x".repeat(5_000) }, "Cannot read a message of 50", "at most 4096 bytes"],
];

describe("a message that cannot be used", () => {
  test.each(REFUSED.map(([message, error, hint]) => [error, hint, message] as const))(
    "is answered by: %s (%s)",
    async (error, hint, message) => {
      const bot = await client();
      bot.send(message);
      const answer = await bot.next("error");
      expect(answer).toMatchObject({ code: "bad_request" });
      expect(answer["error"]).toContain(error);
      expect(answer["hint"]).toContain(hint);
      await bot.roundTrip();
    },
  );

  test("gets its id back", async () => {
    const bot = await client();
    bot.send({ op: "subscribe", id: "mine", channel: "nope" });
    expect(await bot.next("error")).toMatchObject({ id: "mine" });
  });

  test("may be bytes", async () => {
    const bot = await client();
    bot.send(new Uint8Array([1, 2, 3]));
    expect(await bot.next("error")).toMatchObject({ error: "Cannot read a binary message" });
    await bot.roundTrip();
  });

  test("never ends the connection, whatever text it is", async () => {
    const bot = await client();
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.record({
        op: fc.constantFrom("subscribe", "unsubscribe", "ping", "x"),
        channel: fc.oneof(fc.constantFrom("targets", "twap", "__proto__"), fc.anything()),
        assets: fc.oneof(fc.array(fc.constantFrom("btc", "ETH", "toString")), fc.anything()),
        since: fc.oneof(fc.integer(), fc.double(), fc.string()),
        id: fc.anything(),
      }, { requiredKeys: [] }).map((frame) => {
        try {
          return JSON.stringify(frame) ?? "";
        } catch {
          return "";
        }
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 10 }), async (texts) => {
        for (const one of texts) bot.send(one);
        await bot.roundTrip();
      }),
      { numRuns: 50 },
    );
    expect(server.endpoint.connections).toBe(1);
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
    const upgrade = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const response = await fetch(`${server.url}/api/v1/stream?since=1`, { headers: upgrade });
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
    const upgrade = {
      ...headers,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const refused = await fetch(`${server.url}/api/v1/stream`, { headers: upgrade });
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
      server.endpoint.dropSlowReaders();
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
