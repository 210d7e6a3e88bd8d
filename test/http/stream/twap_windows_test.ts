import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { NOON_SEC, reportOf, startStreamServer, type StreamServer } from "./stream_server.ts";

const HYPE_30 = { asset: "hype", stream: "twap_30" } as const;
const subscribe = (assets: ReadonlyArray<string>, windows?: ReadonlyArray<number>) => ({
  op: "subscribe",
  channel: "twap",
  assets,
  ...(windows === undefined ? {} : { windows }),
});

describe("the channel of averages", () => {
  let server: StreamServer;
  const client = () => server.connect();
  /** The oracle publishes an average over 30 s; the clock is there already. */
  const publish30 = (asset: "btc" | "hype", sec: number, priceE18 = 30n) => {
    server.clock.moveTo(sec + 1);
    server.emit({
      kind: "report",
      asset,
      report: { ...reportOf(asset, sec), stream: "twap_30", priceE18 },
    });
  };
  /** Nothing older is awaited. */
  const skipTo = (asset: "btc" | "hype", stream: "twap_30" | "twap_60", sec: number) =>
    server.emit({ kind: "lost_reports", asset, stream, fromSec: 0, toSec: sec });
  beforeAll(async () => void (server = await startStreamServer()));
  afterAll(() => server.stop());
  afterEach(() => server.leave());

  test("is of 60 s unless windows are named, each a topic of its own", async () => {
    const bot = await client();
    bot.send({ ...subscribe(["btc"]), id: 1 });
    expect(await bot.next("subscribed")).toMatchObject({ topics: ["twap:btc:60"] });
    bot.send({ ...subscribe(["btc", "eth"], [60, 30, 60]), id: 2 });
    expect(await bot.next("subscribed", 2)).toMatchObject({
      topics: ["twap:btc:30", "twap:btc:60", "twap:eth:30", "twap:eth:60"],
    });
  });

  test("publishes both averages of a second, each to its subscribers", async () => {
    const sec = NOON_SEC + 10;
    const both = await client();
    const thirty = await client();
    both.send(subscribe(["btc"], [30, 60]));
    thirty.send(subscribe(["btc"], [30]));
    await both.roundTrip();
    await thirty.roundTrip();
    skipTo("btc", "twap_30", sec - 1);
    skipTo("btc", "twap_60", sec - 1);
    publish30("btc", sec, 30n * 10n ** 18n);
    server.publish("btc", sec);
    await both.next("twap", 2);
    const [average] = both.of("twap:btc:30").filter(({ type }) => type === "twap");
    expect(average).toMatchObject({
      asset: "btc",
      symbol: "btc/usd",
      source: "oracle_twap",
      observedAt: new Date(sec * 1000).toISOString(),
      seq: sec,
      windowSeconds: 30,
      value: "30",
      valueE18: "30000000000000000000",
    });
    expect(both.of("twap:btc:60").at(-1)).toMatchObject({ seq: sec, windowSeconds: 60 });
    await thirty.roundTrip();
    expect(thirty.of("twap:btc:30").at(-1)).toEqual(both.of("twap:btc:30").at(-1));
    expect(thirty.of("twap:btc:60")).toEqual([]);
  });

  describe("of which the oracle has no feed", () => {
    const sec = NOON_SEC + 100;

    test("sends one gap to each subscriber, and none of the other window", async () => {
      const early = await client();
      early.send(subscribe(["hype"], [30]));
      await early.roundTrip();
      expect(early.of("twap:hype:30")).toEqual([]);
      server.clock.moveTo(sec);
      for (let times = 0; times < 2; times++) server.emit({ kind: "missing_feed", ...HYPE_30 });
      await early.roundTrip();
      const gap = { type: "gap", reason: "no_feed" };
      expect(early.of("twap:hype:30")).toMatchObject([{ ...gap, toSeq: sec }]);
      const late = await client();
      server.clock.moveTo(sec + 10);
      late.send(subscribe(["hype"], [30, 60]));
      await late.roundTrip();
      expect(late.of("twap:hype:30")).toMatchObject([{ ...gap, toSeq: sec + 10 }]);
      expect(late.of("twap:hype:60").filter(({ reason }) => reason === "no_feed")).toEqual([]);
    });

    test("continues after since without a hole or a duplicate, even from the future", async () => {
      const bot = await client();
      // The published gap is replayed, and then what follows it.
      for (const [since, gaps] of [[-5, 2], [0, 1], [3, 1], [10, 1], [40, 1]] as const) {
        const before = bot.of("twap:hype:30").length;
        bot.send({ ...subscribe(["hype"], [30]), since: sec + since });
        await bot.next("gap", before + gaps);
        await bot.roundTrip();
        const received = bot.of("twap:hype:30").slice(before);
        expect(received).toHaveLength(gaps);
        let seen = sec + since;
        for (const { reason, fromSeq, toSeq } of received) {
          expect({ reason, fromSeq }).toEqual({ reason: "no_feed", fromSeq: seen + 1 });
          expect(toSeq).toBeGreaterThan(seen);
          seen = Number(toSeq);
        }
        expect(seen).toBe(Math.max(sec + since + 1, sec + 10));
      }
    });

    test("goes live when the oracle has one, and publishes nothing twice", async () => {
      const bot = await client();
      bot.send(subscribe(["hype"], [30]));
      await bot.roundTrip();
      const gapSec = Number(bot.of("twap:hype:30")[0]?.["toSeq"]);
      // What the feed's connection sends when it is opened, and what it fetches of the past.
      skipTo("hype", "twap_30", gapSec - 3);
      for (let at = gapSec - 2; at <= gapSec + 3; at++) publish30("hype", at);
      await bot.next("twap", 3);
      expect(bot.of("twap:hype:30").map(({ seq, toSeq }) => seq ?? toSeq)).toEqual(
        [0, 1, 2, 3].map((offset) => gapSec + offset),
      );
      const late = await client();
      late.send(subscribe(["hype"], [30]));
      await late.roundTrip();
      expect(late.of("twap:hype:30")).toMatchObject([{ type: "twap", seq: gapSec + 3 }]);
    });
  });
});
