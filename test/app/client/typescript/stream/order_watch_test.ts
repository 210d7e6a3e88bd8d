import { afterEach, expect, test } from "bun:test";
import {
  type Client,
  createClient,
  type OrdersEvent,
} from "../../../../../app/client/typescript/mod.ts";
import { makeWatchOrders } from "../../../../../app/client/typescript/stream/order_watch.ts";
import {
  makeSubscription,
  type Subscription,
} from "../../../../../app/client/typescript/stream/subscription.ts";
import { turn, until } from "../../../../until.ts";
import { orderIn } from "../waited_order.ts";
import { startScripted, type WireFrame } from "./scripted_server.ts";

const [W1, W2] = ["w1", "w2"] as const;
const topicOf = (wallet: unknown) => `orders:${wallet}`;

/** Watchers, the loops that they began, and which of these have ended. */
function ground() {
  const begun: Array<Subscription> = [];
  const ended: Array<number> = [];
  const watch = makeWatchOrders((wallet) => {
    const followed = {
      channel: "orders",
      assets: [wallet],
      spans: [""],
      since: undefined,
    } as const;
    const number = begun.length;
    const one = makeSubscription(followed, { eventsMax: 9, onOver: () => void ended.push(number) });
    begun.push(one);
    return one;
  });
  const watching = (wallet: string) => {
    const taken: Array<OrdersEvent | undefined> = [];
    return { taken, ...watch(wallet, (event) => void taken.push(event)) };
  };
  return { begun, ended, watching };
}
const orderOf = (wallet: string, seq: number) =>
  ({ type: "order", topic: topicOf(wallet), seq, order: orderIn("live") }) as const;

test("those who watch a wallet share a loop, which ends with the last of them", async () => {
  const { begun, ended, watching } = ground();
  const [first, second, other] = [watching(W1), watching(W1), watching(W2)];
  expect(begun).toHaveLength(2);
  const topics = [topicOf(W1)];
  begun[0]?.subscribed({ topics, seqs: { [topicOf(W1)]: 7 } });
  expect([first, second, other].map(({ isLive }) => isLive())).toEqual([true, true, false]);
  begun[0]?.take(orderOf(W1, 8));
  await until(() => second.taken.length === 2);
  expect(first.taken).toEqual(second.taken);
  expect(first.taken.map((event) => event?.type)).toEqual(["start", "order"]);
  expect(other.taken).toEqual([]);
  first.leave();
  begun[0]?.take(orderOf(W1, 9));
  await until(() => second.taken.length === 3);
  expect([first.taken.length, ended]).toEqual([2, []]);
  second.leave();
  expect(ended).toEqual([0]);
  const third = watching(W1);
  await turn();
  expect([begun.length, third.taken, ended]).toEqual([3, [], [0]]);
  begun[2]?.subscribed({ topics, seqs: { [topicOf(W1)]: 9 } });
  await until(() => third.taken.length === 1);
});

test("who watches hears that the loop was refused; who comes then begins another", async () => {
  const { begun, watching } = ground();
  const first = watching(W1);
  begun[0]?.subscribed({ topics: [topicOf(W1)], seqs: {} });
  begun[0]?.finish(new Error("refused"));
  await until(() => first.taken.at(-1) === undefined && first.taken.length > 0);
  expect(first.isLive()).toBe(false);
  watching(W1);
  expect(begun).toHaveLength(2);
});

const cleanups: Array<() => unknown> = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A client of a service, whose orders are live and whose stream works until a test says not. */
function startClient({ askMs = 1e9 } = {}) {
  const asked: Array<string> = [];
  const service = { order: orderIn("live"), refusal: undefined as number | undefined };
  const server = startScripted({
    refusal: () => service.refusal,
    message: (peer, { op, id, channel, wallets = [] }: WireFrame) => {
      const topics = (wallets as ReadonlyArray<string>).map(topicOf);
      const seqs = Object.fromEntries(topics.map((topic) => [topic, 7]));
      peer.send({ type: `${op}d`, id, channel, topics, ...(op === "subscribe" && { seqs }) });
      return true;
    },
  });
  const client: Client = createClient(server.url, {
    apiKey: "sk_test_1",
    stream: { timing: { firstRetryMs: 2, retryMsMax: 20, askMs } },
    fetch: async (url) => {
      asked.push(new URL(url).pathname + new URL(url).search);
      return await Promise.resolve(Response.json({ ok: true, order: service.order }));
    },
  });
  cleanups.push(() => client.stream.close(), server.stop);
  return { server, client, asked, service };
}

test("a client waits for several orders of a wallet on one connection, and closes it", async () => {
  const { server, client, asked } = startClient();
  const waits = ["0x1", "0x2"].map((orderId) =>
    client.orders.waitUntil({ walletId: W1, orderId }, "confirmed")
  );
  const peer = await server.subscribed(0);
  await until(() => asked.length === 2);
  expect(asked.toSorted()).toEqual(["0x1", "0x2"].map((id) => `/api/v1/orders/${id}?walletId=w1`));
  for (const [index, order_id] of ["0x2", "0x1"].entries()) {
    const order = { ...orderIn("matched", [5, 5]), order_id };
    peer.send({ ...orderOf(W1, 8 + index), order });
  }
  expect((await Promise.all(waits)).map(({ order_id }) => order_id)).toEqual(["0x1", "0x2"]);
  await until(() => peer.isClosed);
  expect([server.peers.length, peer.ops("subscribe").length]).toEqual([1, 1]);
  expect(asked).toHaveLength(2);
});

test("a wait goes on over a broken connection, and misses nothing of it", async () => {
  const { server, client, asked } = startClient();
  const wait = client.orders.waitUntil({ walletId: W1, orderId: "0x1" }, "confirmed");
  const first = await server.subscribed(0);
  await until(() => asked.length === 1);
  first.close();
  const second = await server.subscribed(1);
  expect(second.ops("subscribe")).toMatchObject([{ wallets: [W1], since: 7, key: "sk_test_1" }]);
  second.send({ ...orderOf(W1, 8), order: orderIn("matched", [5, 5]) });
  expect((await wait).settled?.shares).toBe(5);
});

test("a wait asks while the connection is broken, and ends with an answer", async () => {
  const { server, client, asked, service } = startClient({ askMs: 2 });
  const wait = client.orders.waitUntil({ walletId: W1, orderId: "0x1" }, "confirmed");
  const peer = await server.subscribed(0);
  await until(() => asked.length > 0);
  service.refusal = 503;
  peer.close();
  await until(() => asked.length > 3);
  service.order = orderIn("matched", [5, 5]);
  expect((await wait).state).toBe("matched");
});
