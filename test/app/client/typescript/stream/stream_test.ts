import { afterEach, describe, expect, test } from "bun:test";
import {
  connect,
  StreamOverrun,
  StreamRejected,
} from "../../../../../app/client/typescript/mod.ts";
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
const ETH = "targets:eth:5min";
const options = (asset: "btc" | "eth") => ({ assets: [asset], intervals: ["5min"] }) as const;

const cleanups: Array<() => unknown> = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});
const start = (script: Script = {}, more: Parameters<typeof connect>[1] = {}) => {
  const server = startScripted(script);
  const timing = { firstRetryMs: 2, retryMsMax: 20, ...more.timing };
  const stream = connect(server.url, { ...more, timing });
  cleanups.push(stream.close, server.stop);
  return { server, stream };
};

describe("a loop", () => {
  test("yields events with the fields they have on the wire", async () => {
    const { server, stream } = start();
    const { received } = collect(stream.targets(options("btc")));
    const peer = await server.subscribed(0);
    expect(peer.received).toEqual([
      { op: "subscribe", id: 1, channel: "targets", assets: ["btc"], intervals: ["5min"] },
    ]);
    const gap = { type: "gap", topic: BTC, fromSeq: 300, toSeq: 600, reason: "no_price" };
    const feed = { type: "feed", provider: "oracle", state: "down", since: "2026-01-01T00:00:00Z" };
    const events = [{ ...value(BTC, 0), new_field: 1 }, gap, feed];
    for (const event of events) peer.send(event);
    await until(() => received.length === 3);
    expect(received).toEqual(events as never);
  });

  test("requests all intervals of all assets by default", async () => {
    const { server, stream } = start();
    collect(stream.targets({ assets: null, intervals: null, since: null } as never));
    collect(stream.twap({ since: 5 }));
    const peer = await server.subscribed(0);
    await until(() => peer.received.length === 2);
    const intervals = ["5min", "15min", "1hour", "4hour", "daily"];
    expect(peer.received).toEqual([
      { op: "subscribe", id: 1, channel: "targets", intervals },
      { op: "subscribe", id: 2, channel: "twap", windows: [60], since: 5 },
    ]);
  });

  test("unsubscribes when it ends, and the last one closes the connection", async () => {
    const { server, stream } = start();
    const first = stream.targets(options("btc"))[Symbol.asyncIterator]();
    const second = stream.targets({ intervals: ["daily"] })[Symbol.asyncIterator]();
    const peer = await server.subscribed(0);
    await until(() => peer.received.length === 2);
    await first.return?.();
    await until(() => peer.received.length === 3);
    expect(peer.received[2]).toEqual({
      ...{ op: "unsubscribe", id: 3, channel: "targets" },
      ...{ assets: ["btc"], intervals: ["5min"] },
    });
    expect(peer.isClosed).toBe(false);
    await second.return?.();
    await until(() => peer.isClosed);
    expect(server.peers.length).toBe(1);
    collect(stream.targets(options("btc")));
    await server.subscribed(1);
  });

  test("does not get the events of the loop before it", async () => {
    const silent = new Set<unknown>();
    const { server, stream } = start({
      message: (_, { op, id }) => op === "subscribe" && Number(id) > 2 && silent.add(id) !== null,
    });
    const iterator = stream.targets(options("btc"))[Symbol.asyncIterator]();
    collect(stream.targets(options("eth")));
    const peer = await server.subscribed(0);
    await until(() => peer.received.length === 2);
    await iterator.return?.();
    const { received } = collect(stream.targets(options("btc")));
    await until(() => silent.size === 1);
    peer.send(value(BTC, 300));
    peer.send({ type: "subscribed", id: 4, channel: "targets", topics: [BTC] });
    peer.send(value(BTC, 600));
    await until(() => received.length > 0);
    expect(seqsOf(received)).toEqual([600]);
  });

  test("shares a connection with others, unless they follow the same topic", async () => {
    const { server, stream } = start();
    const [btc, eth] = [
      collect(stream.targets(options("btc"))),
      collect(stream.targets(options("eth"))),
    ];
    collect(stream.twap());
    const all = collect(stream.targets({ intervals: ["5min"], since: HELLO_SEC }));
    const [first, second] = [await server.subscribed(0), await server.subscribed(1)];
    await until(() => first.received.length === 3);
    first.send(value(BTC, 300));
    first.send(value(ETH, 600));
    second.send(value(BTC, HELLO_SEC + 300));
    await until(() => btc.received.length + eth.received.length + all.received.length === 3);
    expect([btc, eth, all].map(({ received }) => seqsOf(received))).toEqual([
      [300],
      [600],
      [HELLO_SEC + 300],
    ]);
    expect(server.peers.length).toBe(2);
  });

  test("ends with its signal, or with the stream", async () => {
    const { server, stream } = start();
    const abort = new AbortController();
    const first = collect(stream.targets({ ...options("btc"), signal: abort.signal }));
    const second = collect(stream.twap());
    const peer = await server.subscribed(0);
    await until(() => peer.received.length === 2);
    abort.abort();
    await first.over;
    await until(() => peer.ops("unsubscribe").length === 1);
    await collect(stream.targets({ signal: abort.signal })).over;
    stream.close();
    await second.over;
    await until(() => peer.isClosed);
    await collect(stream.targets()).over;
    expect(first.error() ?? second.error()).toBeUndefined();
    expect(server.peers.length).toBe(1);
  });

  test("removes its listener from the signal", async () => {
    const { stream } = start();
    const { signal } = new AbortController();
    const released: Array<string> = [];
    signal.removeEventListener = (type: string) => void released.push(type);
    await stream.targets({ signal })[Symbol.asyncIterator]().return?.();
    expect(released).toEqual(["abort"]);
  });

  test("can end and begin again any number of times on one connection", async () => {
    const { server, stream } = start();
    collect(stream.twap());
    const peer = await server.subscribed(0);
    for (let count = 0; count < 40; count++) {
      await stream.targets(options("btc"))[Symbol.asyncIterator]().return?.();
    }
    const { received } = collect(stream.targets(options("btc")));
    await until(() => peer.ops("subscribe").length === 42);
    peer.send(value(BTC, 300));
    await until(() => received.length === 1);
    expect(server.peers.length).toBe(1);
  });

  test("gets the states of its own providers, and a recovery that it missed", async () => {
    let isDown = true;
    const down = { type: "feed", provider: "oracle", state: "down", since: "2026-01-01T00:00:00Z" };
    const { server, stream } = start({
      message: (peer, frame) => {
        const { op, id, channel } = frame;
        if (op !== "subscribe") return false;
        peer.send({ type: "subscribed", id, channel, topics: topicsOf(frame) });
        if (isDown) peer.send(down);
        return true;
      },
    });
    const oracle = collect(stream.targets(options("btc")));
    const exchange = collect(stream.targets({ intervals: ["daily"] }));
    const first = await server.subscribed(0);
    await until(() => oracle.received.length === 1);
    first.close();
    const second = await server.subscribed(1);
    second.send(value(BTC, HELLO_SEC));
    await until(() => oracle.received.length === 2);
    isDown = false;
    second.close();
    const third = await server.subscribed(2);
    third.send(value(BTC, HELLO_SEC + 300));
    await until(() => oracle.received.length === 4);
    const healthy = { ...down, state: "healthy", since: HELLO.serverTime };
    expect(oracle.received.map((event) => event.type === "target" ? event.seq : event)).toEqual(
      [down, HELLO_SEC, healthy, HELLO_SEC + 300] as never,
    );
    expect(exchange.received).toEqual([]);
  });

  test("throws the service's error, and only that loop does", async () => {
    const refusal = { error: 'Cannot use assets "gold"', code: "bad_request", hint: "Use btc" };
    const { server, stream } = start({
      message: (peer, { id, assets }) => {
        if (String(assets) !== "gold") return false;
        peer.send({ type: "error", id: 77, ...refusal });
        peer.send({ type: "error", ...refusal });
        peer.send({ type: "error", id, ...refusal });
        return true;
      },
    });
    const good = collect(stream.targets(options("btc")));
    const bad = collect(stream.twap({ assets: ["gold" as never] }));
    await bad.over;
    expect(bad.error()).toBeInstanceOf(StreamRejected);
    expect(bad.error()).toMatchObject({ ...refusal, message: 'Cannot use assets "gold": Use btc' });
    const peer = await server.subscribed(0);
    peer.send(value(BTC, 300));
    await until(() => good.received.length === 1);
    expect(server.peers.length).toBe(1);
  });

  test("throws when the service uses another protocol version", async () => {
    const hello = { type: "hello", protocol: 2, serverTime: "2026-01-01T00:00:00Z" };
    const { stream } = start({ hello: (peer) => peer.send(hello) });
    const { over, error } = collect(stream.targets());
    await over;
    expect(error()).toMatchObject({ name: "StreamRejected", code: "protocol" });
  });

  test("throws when it is too slow, after the buffered events, with the last seqs", async () => {
    const { server, stream } = start({}, { eventsMax: 3 });
    const iterator = stream.targets({ assets: ["btc", "eth"], intervals: ["5min"] })
      [Symbol.asyncIterator]();
    collect(stream.twap());
    const peer = await server.subscribed(0);
    for (const seq of [300, 600]) peer.send(value(BTC, seq));
    for (const seq of [300, 600, 900]) peer.send(value(ETH, seq));
    await until(() => peer.ops("unsubscribe").length === 1);
    const received = [await iterator.next(), await iterator.next(), await iterator.next()];
    const seqs = seqsOf(received.map(({ value }) => value as { type: string }));
    expect(seqs).toEqual([300, 600, 300]);
    const error = await iterator.next().catch((error) => error);
    expect(error).toBeInstanceOf(StreamOverrun);
    expect(error.lastSeqs).toEqual({ [BTC]: 600, [ETH]: 300 });
    expect((await iterator.next()).done).toBe(true);
  });

  test("refuses options that make no sense", () => {
    const { stream } = start();
    expect(() => stream.targets({ assets: [] })).toThrow("Cannot follow an empty list of assets");
    expect(() => stream.twap({ windows: [] })).toThrow("Cannot follow an empty list of windows");
    const none = { key: "sk_x", leagues: [] };
    expect(() => stream.games(none)).toThrow("Cannot follow an empty list of leagues");
    expect(() => stream.games({ key: "" })).toThrow("without a key");
    expect(() => stream.games(undefined as never)).toThrow();
    expect(() => stream.targets({ since: 1.5 })).toThrow("Cannot begin after 1.5");
  });
});
