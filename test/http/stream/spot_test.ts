import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { Asset } from "../../../core/market/mod.ts";
import { makePublisher, spotEvent } from "../../../core/use_case/live/mod.ts";
import { BACKLOG_BYTES_MAX } from "../../../adapters/http/stream/stream_limits.ts";
import { tradeAt } from "../../stage/exchange_trade.ts";
import { connectInMemory, makeMemoryPublisher } from "./memory_publisher.ts";

const NOW_SEC = 1_793_880_000;
const NOW_MS = NOW_SEC * 1000;

/** A client, and the exchange that it hears of. */
function startSpot({ known }: { readonly known?: number } = {}) {
  const publisher = makePublisher();
  const streams = makeMemoryPublisher({
    headSec: NOW_SEC,
    replay: () => Effect.succeed([]),
    publisher,
    newestTrade: () => known === undefined ? undefined : tradeAt(known),
  });
  let unread = 0;
  const client = connectInMemory(streams, { buffered: () => unread });
  return {
    ...client,
    trade: (asset: Asset, atMs: number, price?: string) =>
      publisher.publishEvent(spotEvent(asset, tradeAt(atMs, price))),
    /** Leaves so many bytes unread from now on. */
    leaveUnread: (bytes: number) => {
      unread = bytes;
      if (bytes === 0) client.connection.drain();
    },
    instants: () =>
      client.frames.filter(({ type }) => type === "spot")
        .map(({ topic, at }) => [topic, Date.parse(String(at)) - NOW_MS]),
  };
}

const subscribe = (assets: ReadonlyArray<Asset>) => ({ op: "subscribe", channel: "spot", assets });

describe("the channel of newest trades", () => {
  test("sends the trades of its assets with all digits and the instant of the trade", () => {
    const { send, trade, frames } = startSpot();
    send({ ...subscribe(["btc"]), id: 1 });
    trade("btc", NOW_MS - 40, "61686.123456789012345678");
    trade("eth", NOW_MS - 30);
    const { subscribed, texts } = { subscribed: frames.at(1), texts: frames.slice(2) };
    expect(subscribed).toEqual({
      type: "subscribed",
      id: 1,
      channel: "spot",
      topics: ["spot:btc"],
    });
    expect(texts).toEqual([{
      type: "spot",
      topic: "spot:btc",
      asset: "btc",
      price: 61686.123456789012345678,
      at: new Date(NOW_MS - 40).toISOString(),
      source: "aggTrades",
    }]);
  });

  test("begins with the newest trade unless it is older than 10 s", () => {
    const [fresh, old] = [
      startSpot({ known: NOW_MS - 10_000 }),
      startSpot({ known: NOW_MS - 10_001 }),
    ];
    for (const { send } of [fresh, old]) send(subscribe(["btc"]));
    expect(fresh.instants()).toEqual([["spot:btc", -10_000]]);
    expect(old.instants()).toEqual([]);
  });

  test("sends a client that is behind the newest trade of each asset once it has read", () => {
    const { send, trade, instants, leaveUnread, connection } = startSpot();
    send(subscribe(["btc", "eth"]));
    trade("btc", NOW_MS);
    leaveUnread(1);
    for (let ms = 1; ms < 5_000; ms++) trade("btc", NOW_MS + ms);
    trade("eth", NOW_MS + 7);
    connection.drain();
    expect(instants()).toEqual([["spot:btc", 0]]);
    leaveUnread(0);
    expect(instants().slice(1)).toEqual([["spot:btc", 4_999], ["spot:eth", 7]]);
    leaveUnread(0);
    expect(instants()).toHaveLength(3);
    trade("btc", NOW_MS + 6_000);
    expect(instants().at(-1)).toEqual(["spot:btc", 6_000]);
  });

  test("tells of no gap when the client is closed for what else it did not read", () => {
    const { send, connection, frames, ends, leaveUnread, trade } = startSpot();
    send(subscribe(["btc"]));
    leaveUnread(BACKLOG_BYTES_MAX + 1);
    connection.dropIfSlow();
    trade("btc", NOW_MS);
    expect(ends).toEqual([1013]);
    expect(frames.map(({ type }) => type)).toEqual(["hello", "subscribed"]);
  });

  test("sends nothing of an asset after unsubscribed, not even what waited", () => {
    const { send, trade, leaveUnread, frames } = startSpot();
    send(subscribe(["btc", "eth"]));
    leaveUnread(1);
    trade("btc", NOW_MS);
    send({ op: "unsubscribe", channel: "spot", assets: ["btc"] });
    leaveUnread(0);
    trade("btc", NOW_MS + 1);
    trade("eth", NOW_MS + 2);
    expect(frames.slice(2).map(({ type, topic }) => topic ?? type))
      .toEqual(["unsubscribed", "spot:eth"]);
  });

  test("follows the state of the exchange as long as a topic of it is subscribed", () => {
    const { send, followed } = startSpot();
    const feeds = () => [...followed].filter((name) => name.startsWith("feed:"));
    send(subscribe(["btc", "eth"]));
    expect(feeds()).toEqual(["feed:exchange"]);
    send({ op: "unsubscribe", channel: "spot", assets: ["btc"] });
    expect(feeds()).toEqual(["feed:exchange"]);
    send({ op: "unsubscribe", channel: "spot" });
    expect([...followed]).toEqual([]);
  });

  test("has no since", () => {
    const { send, frames } = startSpot();
    send({ ...subscribe(["btc"]), since: NOW_SEC });
    expect(frames.at(-1)).toMatchObject({ type: "error", code: "bad_request" });
  });
});
