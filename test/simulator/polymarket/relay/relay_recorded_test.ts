import { beforeEach, describe, expect, test } from "bun:test";
import { control } from "../../kit/support.ts";
import { oraclePrices } from "./oracle_prices.ts";
import { isSnapshot } from "./relay_client.ts";
import { plain, startRelayWorld } from "./relay_world.ts";

const relayWorld = startRelayWorld();
const { clock, relay, publish, open, plainFrom, put } = relayWorld;
let baseSec = 0;
beforeEach(() => void (baseSec = relayWorld.baseSec()));

describe("recorded points", () => {
  test("apply to their span only, where a missing second has no value", async () => {
    const [fromSec, toSec] = [baseSec + 10, baseSec + 16];
    await put(plain(fromSec, fromSec + 1, fromSec + 4, toSec));
    const client = await open("btcusd");
    const lastSec = plainFrom(baseSec + 40);
    publish(lastSec);
    await client.untilSecond("btcusd", lastSec);
    const published = [...(await oraclePrices(relayWorld, baseSec + 1)).keys()].filter((sec) =>
      sec <= lastSec
    );
    expect(client.seconds("btcusd")).toEqual([
      ...published.filter((sec) => sec < fromSec),
      ...[fromSec, fromSec + 1, fromSec + 4, toSec],
      ...published.filter((sec) => sec > toSec),
    ]);
    const recorded = client.updates().filter(({ payload }) =>
      payload.timestamp === fromSec * 1_000
    );
    expect(recorded[0]?.payload.full_accuracy_value).toBe(`${fromSec}.5`);
  });

  test("merge with earlier ones, and appear in snapshots", async () => {
    await put(plain(baseSec - 10, baseSec - 4));
    await put([...plain(baseSec - 7), { sec: baseSec - 4, value: "7" }]);
    const client = await open("btcusd");
    const data = client.all().filter(isSnapshot)[0]?.payload.data ?? [];
    const within = data.filter(({ timestamp }) => timestamp >= (baseSec - 10) * 1_000)
      .filter(({ timestamp }) => timestamp <= (baseSec - 4) * 1_000);
    expect(within.map((point) => [point.timestamp / 1_000 - baseSec, point.full_accuracy_value]))
      .toEqual([[-10, `${baseSec - 10}.5`], [-7, `${baseSec - 7}.5`], [-4, "7"]]);
  });

  test("may come late, out of order; a snapshot before that lacks them", async () => {
    const [lateSec, onTimeSec] = [baseSec + 1, baseSec + 2];
    await put([{ sec: lateSec, value: "5", delayMs: 30_000 }, ...plain(onTimeSec, onTimeSec + 60)]);
    const client = await open("btcusd");
    publish(onTimeSec + 20);
    await client.untilSecond("btcusd", onTimeSec);
    const between = await open("btcusd");
    const seen = between.all().filter(isSnapshot)[0]?.payload.data ?? [];
    expect(seen.map(({ timestamp }) => timestamp / 1_000)).toContain(onTimeSec);
    expect(seen.map(({ timestamp }) => timestamp / 1_000)).not.toContain(lateSec);
    clock.set(lateSec * 1_000 + 30_000);
    await client.untilSecond("btcusd", lateSec);
    expect(client.seconds("btcusd")).toEqual([onTimeSec, lateSec]);
  });

  test("correct a second that was already sent", async () => {
    const sec = baseSec + 1;
    await put([{ sec, value: "5" }, { sec: sec + 100, value: "6" }]);
    const client = await open("btcusd");
    publish(sec);
    await client.untilSecond("btcusd", sec);
    await put([{ sec, value: "5.000000000000000001", delayMs: 20_000 }]);
    clock.set(sec * 1_000 + 20_000);
    await client.untilAll(() => client.updates().length === 2);
    expect(client.updates().map(({ payload }) => payload.full_accuracy_value))
      .toEqual(["5", "5.000000000000000001"]);
  });

  test("are not sent if they were due before they were recorded", async () => {
    const sec = baseSec + 1;
    await put(plain(sec, sec + 50));
    const client = await open("btcusd");
    publish(sec + 20);
    await client.untilSecond("btcusd", sec);
    await put(plain(sec + 10));
    publish(sec + 50);
    await client.untilSecond("btcusd", sec + 50);
    expect(client.seconds("btcusd")).toEqual([sec, sec + 50]);
  });

  test.each([
    [{ symbol: "zecusd", points: [] }, '"symbol" must be one of'],
    [{ symbol: "btcusd" }, '"points" must be a list'],
    [{ symbol: "btcusd", points: [1] }, "points[0]: Send a JSON object"],
    [{ symbol: "btcusd", points: [{ full_accuracy_value: "1" }] }, '"timestamp"'],
    [{ symbol: "btcusd", points: [{ timestamp: 1_500, full_accuracy_value: "1" }] }, '"timestamp"'],
    [{ symbol: "btcusd", points: [{ timestamp: 1_000, full_accuracy_value: 1 }] }, "text"],
    [{ symbol: "btcusd", points: [{ timestamp: 1_000, full_accuracy_value: "1e3" }] }, "text"],
    [{ symbol: "btcusd", points: [{ timestamp: 1_000, full_accuracy_value: "0" }] }, "above 0"],
    [
      { symbol: "btcusd", points: [{ timestamp: 1_000, full_accuracy_value: "1", delay_ms: -1 }] },
      '"delay_ms"',
    ],
  ])("%j are refused", async (body, error) => {
    const refused = await control(`${relay.url}/__points`, "PUT", body);
    expect(refused.status).toBe(400);
    expect(refused.body["error"]).toContain(error);
  });
});

describe("lost updates", () => {
  const lose = async (trouble: () => Promise<unknown>) => {
    const seconds = [1, 2, 3, 4, 5].map((i) => baseSec + i);
    await put(plain(...seconds));
    const client = await open("btcusd");
    await trouble();
    for (const sec of seconds) publish(sec);
    await client.untilSecond("btcusd", baseSec + 5);
    return client.updates().map(({ seq, dropped, payload }) => [
      payload.timestamp / 1_000 - baseSec,
      seq,
      dropped,
    ]);
  };

  test("on the way: their number is missing", async () => {
    const fault = { match: "GET /ws", kind: "lost_reply", times: 2 };
    expect(await lose(() => control(`${relay.url}/__faults`, "POST", fault)))
      .toEqual([[3, 4, undefined], [4, 5, undefined], [5, 6, undefined]]);
  });

  test("by the relay: their number is missing, and the next one says so", async () => {
    expect(await lose(() => control(`${relay.url}/__drop`, "POST", { frames: 3 })))
      .toEqual([[4, 5, 3], [5, 6, undefined]]);
  });

  test("by the relay, before they were numbered: the next one alone says so", async () => {
    expect(await lose(() => control(`${relay.url}/__drop`, "POST", { frames: 3, dense: true })))
      .toEqual([[4, 2, 3], [5, 3, undefined]]);
  });
});
