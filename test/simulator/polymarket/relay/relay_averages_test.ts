import { beforeEach, describe, expect, test } from "bun:test";
import { e18ToNumber, formatE18 } from "../../../../core/price/mod.ts";
import { control } from "../../kit/support.ts";
import { oraclePrices } from "./oracle_prices.ts";
import { isSnapshot, openRelay, TRIO, TWAP } from "./relay_client.ts";
import { plain, startRelayWorld } from "./relay_world.ts";

const BTC = "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8";
const relayWorld = startRelayWorld();
const { clock, world, relay, oracle, publish, open, plainFrom, put } = relayWorld;
let baseSec = 0;
beforeEach(() => void (baseSec = relayWorld.baseSec()));

describe("the averages", () => {
  test("match the oracle's to the last digit, recorded reports included", async () => {
    const client = await open("btcusd");
    const spot = Array.from({ length: 90 }, (_, i) => ({
      observationsTimestamp: baseSec + 20 + i,
      price: `${100_000 + i}123456789012345678`,
    })).filter((_, i) => i % 7 !== 3);
    await control(`${oracle.url}/__reports`, "PUT", { feedID: BTC, reports: spot });
    const lastSec = plainFrom(baseSec + 200);
    publish(lastSec);
    await client.untilSecond("btcusd", lastSec);
    const published = await oraclePrices(relayWorld, baseSec + 1);
    expect(client.seconds("btcusd")).toEqual([...published.keys()].filter((sec) => sec <= lastSec));
    for (const { payload } of client.updates()) {
      const priceE18 = published.get(payload.timestamp / 1_000) ?? 0n;
      expect(payload).toEqual({
        symbol: "btcusd",
        value: e18ToNumber(priceE18),
        full_accuracy_value: formatE18(priceE18),
        timestamp: payload.timestamp,
        window_seconds: 60,
        source: "chainlink",
      } as never);
    }
  });

  test("are in the order of the documented fields", async () => {
    const client = await open("btcusd");
    await put([{ sec: baseSec + 1, value: "78803.715261094101516288" }]);
    publish(baseSec + 1);
    await client.untilSecond("btcusd", baseSec + 1);
    const [atMs, sentMs] = [(baseSec + 1) * 1_000, clock.nowMs()];
    expect(client.texts.at(-1)).toBe(
      `{"v":1,"channel":"price.crypto.twap","seq":2,"ts":${sentMs},"payload":` +
        `{"symbol":"btcusd","value":78803.7152610941,` +
        `"full_accuracy_value":"78803.715261094101516288","timestamp":${atMs},` +
        `"window_seconds":60,"source":"chainlink"}}`,
    );
  });

  test("begin with the previous two minutes, then without a gap or duplicate", async () => {
    const client = await open("btcusd");
    const [{ payload } = { payload: undefined }] = client.all().filter(isSnapshot);
    const before = payload?.data.map(({ timestamp }) => timestamp / 1_000) ?? [];
    // What is published now is of 2.2 s ago, and the snapshot reaches two minutes back from now.
    expect(before[0]).toBeWithin(baseSec - 117, baseSec - 110);
    const lastSec = plainFrom(baseSec + 30);
    publish(lastSec);
    await client.untilSecond("btcusd", lastSec);
    const all = [...before, ...client.seconds("btcusd")];
    const published = await oraclePrices(relayWorld, before[0] ?? 0);
    expect(all).toEqual([...published.keys()].filter((sec) => sec <= lastSec));
    for (const { timestamp, full_accuracy_value } of payload?.data ?? []) {
      expect(full_accuracy_value).toBe(formatE18(published.get(timestamp / 1_000) ?? 0n));
    }
  });

  test("come 1.1 s after their second or later, all symbols of a second together", async () => {
    const sec = baseSec + 2;
    for (const symbol of ["btcusd", "ethusd"]) await put(plain(sec), symbol);
    await put([{ sec, value: "1", delayMs: 1_099 }], "solusd");
    const client = await open("btcusd", "ethusd", "solusd");
    // Once this point has arrived, the clock was read.
    clock.set(sec * 1_000 + 1_099);
    await client.untilSecond("solusd", sec);
    expect([...client.seconds("btcusd"), ...client.seconds("ethusd")]).not.toContain(sec);
    publish(sec);
    await client.untilSecond("ethusd", sec);
    expect(client.updates().slice(-2).map(({ payload }) => payload.symbol))
      .toEqual(["btcusd", "ethusd"]);
  });

  test("are numbered by connection and channel", async () => {
    const first = await open("btcusd", "ethusd");
    await first.ask({ op: "subscribe", channel: "price.crypto", filter: { symbol: "btcusd" } });
    const lastSec = plainFrom(baseSec + 20);
    publish(lastSec);
    await first.untilAll(() =>
      first.updates().filter(({ payload }) => payload.timestamp === lastSec * 1_000).length === 3
    );
    for (const channel of [TWAP, "price.crypto"]) {
      const numbers = first.all().filter((frame) => frame.seq !== undefined)
        .filter((frame) => frame.channel === channel).map(({ seq }) => seq);
      expect(numbers.length).toBeGreaterThan(15);
      expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    }
    const second = await open("btcusd");
    expect(second.all().filter(isSnapshot)[0]?.seq).toBe(1);
  });

  test("end with their subscription", async () => {
    const client = await open("btcusd", "ethusd");
    const filter = { symbol: "btcusd", window_seconds: 60 };
    await client.ask({ op: "unsubscribe", channel: TWAP, filter });
    const lastSec = plainFrom(baseSec + 20);
    publish(lastSec);
    await client.untilSecond("ethusd", lastSec);
    expect(client.seconds("btcusd")).toEqual([]);
  });

  test("of spot do not name their source", async () => {
    const client = await openRelay(relay);
    await client.ask({ op: "auth", auth: TRIO });
    await client.ask({ op: "subscribe", channel: "price.crypto", filter: { symbol: "btcusd" } });
    const lastSec = plainFrom(baseSec + 3);
    publish(lastSec);
    await client.untilSecond("btcusd", lastSec);
    for (const { payload } of client.updates()) {
      const priceE18 = world.price("btc").spotPriceE18(payload.timestamp / 1_000);
      expect(Object.keys(payload)).toEqual([
        "symbol",
        "value",
        "full_accuracy_value",
        "timestamp",
      ]);
      expect(payload.full_accuracy_value).toBe(formatE18(priceE18));
    }
  });
});
