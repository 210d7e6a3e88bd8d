import { afterEach, describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import { connect, type StreamState } from "../../../../../app/client/typescript/mod.ts";
import {
  collect,
  HELLO,
  HELLO_SEC,
  type Script,
  seqsOf,
  startScripted,
  topicsOf,
  value,
} from "./scripted_server.ts";
import { until } from "../../../../until.ts";

const BTC = "targets:btc:5min";
const BTC_ONLY = { assets: ["btc"], intervals: ["5min"] } as const;

const cleanups: Array<() => unknown> = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});
type Timing = NonNullable<NonNullable<Parameters<typeof connect>[1]>["timing"]>;
const follow = (url: string, timing: Timing = {}) => {
  const states: Array<StreamState> = [];
  const stream = connect(url, {
    onState: (state) => void states.push(state),
    timing: { firstRetryMs: 2, retryMsMax: 20, ...timing },
  });
  cleanups.push(stream.close);
  const reasons = () =>
    states.flatMap((state) => state.state === "reconnecting" ? [state.reason] : []);
  return { stream, states, reasons, ...collect(stream.targets(BTC_ONLY)) };
};
const start = (script: Script = {}, timing: Timing = {}) => {
  const server = startScripted(script);
  cleanups.push(server.stop);
  return { server, ...follow(server.url, timing) };
};

describe("a connection that breaks", () => {
  test("is replaced, and the new one resumes after the last event", async () => {
    const { server, received, states, stream, over } = start();
    const first = await server.subscribed(0);
    first.send(value(BTC, HELLO_SEC));
    await until(() => received.length === 1);
    first.close();
    const second = await server.subscribed(1);
    expect(second.received[0]).toMatchObject({ since: HELLO_SEC });
    for (const seq of [HELLO_SEC, HELLO_SEC + 300]) second.send(value(BTC, seq));
    await until(() => received.length === 2);
    expect(seqsOf(received)).toEqual([HELLO_SEC, HELLO_SEC + 300]);
    stream.close();
    await over;
    expect(states.map(({ state }) => state)).toEqual([
      ...["connecting", "open", "reconnecting", "open", "closed"] as const,
    ]);
    expect(states[1]).toEqual({ state: "open", connection: 1, serverTime: HELLO.serverTime });
  });

  test("is not replaced where a replay is over: the loop ends after what it received", async () => {
    const { server, received, states, over, error } = start();
    const peer = await server.subscribed(0);
    peer.send(value(BTC, HELLO_SEC));
    peer.close(4000, "The replay is over");
    await over;
    expect([seqsOf(received), error()]).toEqual([[HELLO_SEC], undefined]);
    await until(() => states.at(-1)?.state === "closed");
    expect(states.map(({ state }) => state)).toEqual(["connecting", "open", "closed"]);
  });

  test("resumes from the latest service time that it saw", async () => {
    const { server, stream, received } = start();
    const first = await server.subscribed(0);
    first.send(value(BTC, HELLO_SEC + 6_000));
    await until(() => received.length === 1);
    const late = collect(stream.targets({ ...BTC_ONLY, assets: ["eth"] }));
    await until(() => first.ops("subscribe").length === 2);
    first.close();
    const second = await server.subscribed(1);
    await until(() => second.received.length === 2);
    expect(second.received[1]).toMatchObject({ assets: ["eth"], since: HELLO_SEC + 5_700 });
    expect(late.error()).toBeUndefined();
  });

  test("includes one whose subscription failed after the service accepted it", async () => {
    let failures = 0;
    const { server, received, reasons } = start({
      message: (peer, frame) => {
        if (frame["op"] !== "subscribe" || failures++ > 0) return false;
        const { id, channel } = frame;
        peer.send({ type: "subscribed", id, channel, topics: topicsOf(frame) });
        peer.send({ type: "error", id, error: "Cannot work on it", code: "internal" });
        return true;
      },
    });
    (await server.subscribed(1)).send(value(BTC, HELLO_SEC));
    await until(() => received.length === 1);
    expect(reasons()).toEqual(["The service failed: Cannot work on it"]);
  });

  test("leaves nothing behind: neither its requests nor the owners of its topics", async () => {
    let isHeld = true;
    const { server, received, stream } = start({
      message: (_, { op }) => isHeld && op === "subscribe",
    });
    for (let count = 0; count < 15; count++) {
      collect(stream.targets({ ...BTC_ONLY, assets: [`asset${count}` as never] }));
    }
    const first = await server.subscribed(0);
    await until(() => first.received.length === 16);
    first.close();
    isHeld = false;
    const second = await server.subscribed(1);
    await until(() => second.received.length === 16);
    second.send(value(BTC, HELLO_SEC));
    await until(() => received.length === 1);
    isHeld = true;
    second.close();
    const third = await server.subscribed(2);
    await until(() => third.received.length === 16);
    third.send(value(BTC, HELLO_SEC + 300));
    const [request = {}] = third.received;
    third.send({ type: "subscribed", id: request["id"], channel: "targets", topics: [BTC] });
    third.send(value(BTC, HELLO_SEC + 600));
    await until(() => received.length === 2);
    expect(seqsOf(received)).toEqual([HELLO_SEC, HELLO_SEC + 600]);
  });

  test("is retried soon, however often connecting failed before", async () => {
    let refusals = 0;
    const { server, states, reasons, received } = start({
      refusal: () => refusals++ < 5 ? 429 : undefined,
    });
    const first = await server.subscribed(0);
    first.send(value(BTC, HELLO_SEC));
    await until(() => received.length === 1);
    first.close();
    await server.subscribed(1);
    const waits = states.flatMap((state) => state.state === "reconnecting" ? [state.retryMs] : []);
    expect(waits).toHaveLength(6);
    expect(reasons()[0]).toMatch(/^Cannot connect/);
    expect(waits[4]).toBeGreaterThan(2);
    expect(waits[5]).toBeLessThanOrEqual(2);
  });

  test("is not retried when no loop is left", async () => {
    let attempts = 0;
    const { stream, over, reasons } = start({
      refusal: () => {
        attempts++;
        return 429;
      },
    }, { firstRetryMs: 60, retryMsMax: 60 });
    await until(() => reasons().length === 1);
    stream.close();
    await over;
    // Another bot that begins later has tried for twice as long by its fourth failure.
    const other = follow("http://127.0.0.1:1", { firstRetryMs: 60, retryMsMax: 60 });
    await until(() => other.reasons().length === 5);
    expect(attempts).toBe(1);
  });

  test("resubscribes every topic of the bot, few requests at a time", async () => {
    let isHeld = false;
    const { server, stream } = start({ message: (_, { op }) => isHeld && op === "subscribe" });
    const all = collect(stream.targets({ intervals: ["15min", "1hour", "4hour", "daily"] }));
    const first = await server.subscribed(0);
    await until(() => first.received.length === 2);
    const topics = topicsOf(first.received[1] ?? {});
    for (const [index, topic] of topics.entries()) first.send(value(topic, HELLO_SEC + index));
    await until(() => all.received.length === topics.length);
    isHeld = true;
    first.close();
    const second = await server.subscribed(1);
    await until(() => second.received.length >= 16);
    for (let index = 0; index <= topics.length; index++) {
      await until(() => second.received.length > index);
      expect(second.received.length).toBeLessThanOrEqual(16 + index);
      const frame = second.received[index] ?? {};
      const { id, channel } = frame;
      second.send({ type: "subscribed", id, channel, topics: topicsOf(frame) });
    }
    const asked = second.received.slice(1).map((frame) => [topicsOf(frame), frame["since"]]);
    expect(asked).toEqual(topics.map((topic, index) => [[topic], HELLO_SEC + index]));
  });
});

describe("a faulty connection", () => {
  test.each(["{", `{"type":"target"}`])("is replaced after %s", async (text) => {
    const { server, reasons } = start();
    const peer = await server.subscribed(0);
    peer.send({ type: "something_new", seq: "?" });
    peer.send(text);
    await server.subscribed(1);
    await until(() => peer.isClosed);
    expect(reasons()).toEqual([expect.stringMatching(/^Malformed: /)]);
  });

  test("is retried less and less often when the service breaks every one", async () => {
    const { states } = start({
      message: (peer, frame) => {
        const { id, channel } = frame;
        peer.send({ type: "subscribed", id, channel, topics: topicsOf(frame) });
        peer.send("{");
        return true;
      },
    }, { retryMsMax: 1_000 });
    const waits = () =>
      states.flatMap((state) => state.state === "reconnecting" ? [state.retryMs] : []);
    await until(() => waits().length === 6);
    expect(waits()[0]).toBeLessThanOrEqual(4);
    expect(waits()[5]).toBeGreaterThanOrEqual(64);
  });

  test.each([
    ["begins with another frame than hello", [value(BTC, 300)]],
    ["says hello twice", [HELLO, HELLO]],
  ])("is one that %s", async (_, greeting) => {
    let count = 0;
    const { server, reasons, received } = start({
      hello: (peer) => {
        for (const frame of count++ === 0 ? greeting : [HELLO]) peer.send(frame);
      },
    });
    (await server.subscribed(1)).send(value(BTC, HELLO_SEC));
    await until(() => received.length === 1);
    expect(reasons()).toEqual(["Malformed: hello must come first, and once"]);
  });

  test("is one that receives nothing, not even a pong", async () => {
    const { server, reasons } = start({ message: (_, { op }) => op === "ping" }, {
      pingMs: 30,
      silenceMs: 60,
    });
    await server.subscribed(1);
    expect(server.peers[0]?.ops("ping").length).toBeGreaterThan(0);
    expect(reasons()[0]).toBe("Nothing received for 60 ms");
  });

  test("is one that does not open in time", async () => {
    const mute = createServer((socket) => void socket.on("error", () => {}));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => mute.close());
    const address = mute.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { reasons } = follow(`http://127.0.0.1:${port}`, { connectTimeoutMs: 30 });
    await until(() => reasons().length === 2);
    expect(reasons()[1]).toBe("Not connected within 30 ms");
  });
});
