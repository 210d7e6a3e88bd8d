import { afterEach, describe, expect, test } from "bun:test";
import { connect, createClient, StreamRejected } from "../../../../../app/client/typescript/mod.ts";
import { until } from "../../../../until.ts";
import { collect, type Peer, startScripted, type WireFrame } from "./scripted_server.ts";

const KEY = "sk_test_1";
const W1 = "5f0c1c9e-6f0e-4a53-9d5a-0f5f6d1b7c12";
const W2 = "5f0c1c9e-6f0e-4a53-9d5a-0f5f6d1b7c13";
const topicOf = (wallet: unknown) => `orders:${wallet}`;
const order = (wallet: string, seq: number) => ({
  ...{ type: "order", topic: topicOf(wallet), seq },
  order: { order_id: "0x1", state: "live", notional_usdc: 0.1 },
});
const fill = (wallet: string, seq: number) => ({
  ...{ type: "fill", topic: topicOf(wallet), seq },
  fill: { order_id: "0x1", state: "matched", shares: 5 },
});

const cleanups: Array<() => unknown> = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A server whose wallets have changed seven times, and a stream. `refuse` may answer instead. */
function start(refuse: (frame: WireFrame) => object | undefined = () => undefined) {
  const server = startScripted({
    message: (peer, frame) => {
      if (frame["op"] !== "subscribe" || frame["channel"] !== "orders") return false;
      const { id, channel } = frame;
      const topics = (frame["wallets"] as ReadonlyArray<string>).map(topicOf);
      const seqs = Object.fromEntries(topics.map((topic) => [topic, 7]));
      peer.send({ id, ...(refuse(frame) ?? { type: "subscribed", channel, topics, seqs }) });
      return true;
    },
  });
  const stream = connect(server.url, { timing: { firstRetryMs: 2, retryMsMax: 20 } });
  cleanups.push(stream.close, server.stop);
  return { server, stream };
}
const asked = (peer: Peer) =>
  peer.ops("subscribe").map(({ wallets, since, key }) => [wallets, since, key]);

describe("a loop over orders", () => {
  test("begins with a start, and yields orders and fills as they are on the wire", async () => {
    const { server, stream } = start();
    const { received } = collect(stream.orders({ key: KEY, wallets: [W1.toUpperCase(), W2] }));
    const peer = await server.subscribed(0);
    expect(peer.received).toEqual([
      { op: "subscribe", id: 1, channel: "orders", key: KEY, wallets: [W1, W2] },
    ]);
    const gap = { type: "gap", topic: topicOf(W2), fromSeq: 8, toSeq: 9, reason: "replay_limit" };
    for (const frame of [fill(W1, 8), order(W1, 9), gap, order(W2, 10)]) peer.send(frame);
    await until(() => received.length === 5);
    const topics = [topicOf(W1), topicOf(W2)];
    const seqs = { [topicOf(W1)]: 7, [topicOf(W2)]: 7 };
    expect(received).toEqual(
      [{ type: "start", topics, seqs }, fill(W1, 8), order(W1, 9), gap, order(W2, 10)] as never,
    );
  });

  test("resumes each wallet after its own last event, or after the start", async () => {
    const { server, stream } = start();
    const { received } = collect(stream.orders({ key: KEY, wallets: [W1, W2] }));
    const first = await server.subscribed(0);
    first.send(order(W2, 8));
    await until(() => received.length === 2);
    first.close();
    const second = await server.subscribed(1);
    await until(() => second.ops("subscribe").length === 2);
    expect(asked(second)).toEqual([[[W1], 7, KEY], [[W2], 8, KEY]]);
    for (const frame of [order(W2, 8), order(W1, 8), order(W2, 9)]) second.send(frame);
    await until(() => received.length === 4);
    expect(received.slice(2)).toEqual([order(W1, 8), order(W2, 9)] as never);
    second.close();
    const third = await server.subscribed(2);
    await until(() => third.ops("subscribe").length === 2);
    expect(asked(third)).toEqual([[[W1], 8, KEY], [[W2], 9, KEY]]);
  });

  test("begins after a given seq, without a start", async () => {
    const { server, stream } = start();
    const { received } = collect(stream.orders({ key: KEY, wallets: [W1], since: 3 }));
    const peer = await server.subscribed(0);
    expect(asked(peer)).toEqual([[[W1], 3, KEY]]);
    peer.send(order(W1, 4));
    await until(() => received.length === 1);
    expect(received).toEqual([order(W1, 4)] as never);
  });

  test("whose key ends while it runs throws, and one with another key goes on", async () => {
    const ended = new Set<unknown>();
    const error = { type: "error", error: "Cannot use this key", code: "unauthorized" };
    const { server, stream } = start(({ key }) => ended.has(key) ? error : undefined);
    const [mine, other] = [
      collect(stream.orders({ key: KEY, wallets: [W1] })),
      collect(stream.orders({ key: "sk_test_2", wallets: [W2] })),
    ];
    await until(() => mine.received.length + other.received.length === 2);
    const peer = await server.subscribed(0);
    ended.add(KEY);
    // The service says so without an id, and does not say whose.
    peer.send(error);
    await mine.over;
    expect(mine.error()).toBeInstanceOf(StreamRejected);
    expect(asked(peer).slice(2)).toEqual([[[W1], 7, KEY], [[W2], 7, "sk_test_2"]]);
    peer.send(order(W2, 8));
    await until(() => other.received.length === 2);
    expect(server.peers).toHaveLength(1);
  });

  test("of a client takes its key, and its parser for what has digits", async () => {
    const { server } = start();
    const parse = (text: string) =>
      JSON.parse(text.replaceAll(/":(\d[\d.]*)/g, (_, number: string) => `":"${number}"`));
    const { stream } = createClient(server.url, { apiKey: KEY, parse });
    cleanups.push(stream.close);
    const { received } = collect(stream.orders({ wallets: [W1] }));
    const peer = await server.subscribed(0);
    expect(asked(peer)).toEqual([[[W1], undefined, KEY]]);
    peer.send(order(W1, 8));
    await until(() => received.length === 2);
    expect(received[1]).toMatchObject({ seq: 8, order: { notional_usdc: "0.1" } });
  });

  test("needs a key and wallets, not too many", () => {
    const { stream } = start();
    const refused = (options: object) => {
      expect(() => stream.orders({ key: KEY, wallets: [W1], ...options })).toThrow(TypeError);
    };
    for (const key of ["", undefined]) refused({ key });
    for (const wallets of [[], undefined, Array(81).fill(W1)]) refused({ wallets });
    refused({ since: 1.5 });
  });
});
