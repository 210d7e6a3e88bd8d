import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Deferred, Effect } from "effect";
import type { Asset } from "../../../core/market/mod.ts";
import { makePublisher } from "../../../core/use_case/live/mod.ts";
import { gapsBefore, makeMemoryPublisher } from "./memory_publisher.ts";
import type { StreamClient } from "../../stage/stream_client.ts";
import { NOON_SEC, startStreamServer, type StreamServer } from "./stream_server.ts";

const fiveMinutes = (...assets: ReadonlyArray<Asset>) => ({
  channel: "targets",
  assets,
  intervals: ["5min"],
});
const HOUR_AGO = NOON_SEC - 3_600;

/** Answers about ether come when a test lets them. */
let answer = Deferred.makeUnsafe<void>();
/** When a missed target is given up. */
let givenUp = Deferred.makeUnsafe<void>();
const untilAnswer = (asset: Asset) => asset === "eth" ? Deferred.await(answer) : Effect.void;
let server: StreamServer;
const client = () => server.connect();
beforeEach(async () => {
  [answer, givenUp] = [Deferred.makeUnsafe(), Deferred.makeUnsafe()];
  const untilGivenUp = Effect.suspend(() => Deferred.await(givenUp));
  server = await startStreamServer({ untilAnswer, untilGivenUp });
  server.publish("eth", NOON_SEC);
  server.publish("btc", NOON_SEC);
});
const stop = async () => {
  Deferred.doneUnsafe(answer, Effect.void);
  await server.stop();
};
afterEach(stop);

const seqsOf = (bot: StreamClient, topic: string) =>
  bot.of(topic).map(({ seq }) => (Number(seq) - NOON_SEC) / 300);

describe("a replay that takes long", () => {
  test("holds up neither another topic nor another message", async () => {
    const bot = await client();
    bot.send({ op: "subscribe", id: 1, ...fiveMinutes("eth", "btc"), since: NOON_SEC - 900 });
    bot.send({ op: "subscribe", id: 2, ...fiveMinutes("sol"), since: NOON_SEC - 900 });
    bot.send({ op: "subscribe", id: 3, channel: "twap", assets: ["btc"] });
    await bot.next("subscribed", 3);
    await bot.next("target", 5);
    server.publish("btc", NOON_SEC + 300);
    await bot.next("target", 6);
    expect(seqsOf(bot, "targets:btc:5min")).toEqual([-2, -1, 0, 1]);
    expect(bot.of("targets:eth:5min")).toEqual([]);
    Deferred.doneUnsafe(answer, Effect.void);
    await bot.next("target", 9);
    expect(seqsOf(bot, "targets:eth:5min")).toEqual([-2, -1, 0]);
  });

  test("ends when the topic is given up", async () => {
    const bot = await client();
    bot.send({ op: "subscribe", ...fiveMinutes("eth"), since: HOUR_AGO });
    bot.send({ op: "unsubscribe", ...fiveMinutes("eth") });
    await bot.next("unsubscribed");
    Deferred.doneUnsafe(answer, Effect.void);
    await Effect.runPromise(server.stream.replay("targets:eth:5min", HOUR_AGO));
    await bot.roundTrip();
    expect(bot.of("targets:eth:5min")).toEqual([]);
  });

  test("gives way to what is asked for later", async () => {
    const bot = await client();
    for (const since of [HOUR_AGO, HOUR_AGO + 1_800, NOON_SEC - 600]) {
      bot.send({ op: "subscribe", ...fiveMinutes("eth"), since });
    }
    await bot.next("subscribed", 3);
    Deferred.doneUnsafe(answer, Effect.void);
    await bot.next("target", 2);
    await bot.roundTrip();
    expect(seqsOf(bot, "targets:eth:5min")).toEqual([-1, 0]);
    answer = Deferred.makeUnsafe();
    bot.send({ op: "subscribe", ...fiveMinutes("eth"), since: NOON_SEC - 86_400 });
    bot.send({ op: "unsubscribe", ...fiveMinutes("eth") });
    bot.send({ op: "subscribe", ...fiveMinutes("eth") });
    await bot.next("target", 3);
    server.publish("eth", NOON_SEC + 300);
    await bot.next("target", 4);
    Deferred.doneUnsafe(answer, Effect.void);
    await Effect.runPromise(server.stream.replay("targets:eth:5min", NOON_SEC - 86_400));
    await bot.roundTrip();
    expect(seqsOf(bot, "targets:eth:5min")).toEqual([-1, 0, 0, 1]);
  });
});

describe("a gap", () => {
  test("is not sent for what arrived while it was requested", async () => {
    const bot = await client();
    bot.send({ op: "subscribe", ...fiveMinutes("eth") });
    await bot.next("target");
    server.publish("eth", NOON_SEC + 4 * 300);
    // The answer is waited for now, and meanwhile some of it is published late.
    server.publish("eth", NOON_SEC + 300);
    server.publish("eth", NOON_SEC + 3 * 300);
    await bot.next("target", 2);
    Deferred.doneUnsafe(givenUp, Effect.void);
    await bot.next("target", 4);
    await bot.roundTrip();
    expect(
      bot.of("targets:eth:5min").map(({ seq, fromSeq, toSeq, reason }) => [
        ...(reason === undefined ? [seq] : [fromSeq, toSeq])
          .map((sec) => (Number(sec) - NOON_SEC) / 300),
        ...(reason === undefined ? [] : [reason]),
      ]),
    ).toEqual([[0], [1], [2, 2, "not_fetched"], [3], [4]]);
  });

  test("starts after what a client from another replica has seen, and is replayed", async () => {
    await stop();
    const missing = new Set([2, 3].map((window) => NOON_SEC + window * 300));
    server = await startStreamServer({ isAnswering: (_, sec) => !missing.has(sec) });
    server.publish("btc", NOON_SEC);
    const bot = await client();
    server.clock.moveTo(NOON_SEC + 310);
    bot.send({ op: "subscribe", ...fiveMinutes("btc"), since: NOON_SEC + 300 });
    await bot.roundTrip();
    server.publish("btc", NOON_SEC + 4 * 300);
    await bot.next("target");
    const gap = {
      fromSeq: NOON_SEC + 2 * 300,
      toSeq: NOON_SEC + 3 * 300,
      reason: "no_price",
    };
    expect(await bot.next("gap")).toMatchObject(gap);
    const late = await client();
    late.send({ op: "subscribe", ...fiveMinutes("btc"), since: NOON_SEC });
    expect(await late.next("gap")).toMatchObject(gap);
  });
});

test("A replay of averages that are not all known begins once, and not for who has left", () => {
  const topic = "twap:bnb:60";
  let isKnown = false;
  const events = makePublisher();
  const publish = () => gapsBefore(NOON_SEC, { topic, count: 1 }).forEach(events.publishEvent);
  const publisher = makeMemoryPublisher({
    headSec: NOON_SEC,
    replay: () => Effect.succeed([]),
    isReplayable: () => isKnown,
    publisher: events,
  });
  const replayed: Array<string> = [];
  const wait = (name: string) => {
    const replay = () => void replayed.push(name);
    const early = { catchUp: () => {}, corrected: () => {}, replay };
    publisher.replayTo(early, { topic, since: NOON_SEC - 9 });
    return early;
  };
  wait("stays");
  publisher.forget(topic, wait("leaves"));
  publish();
  expect(replayed).toEqual([]);
  isKnown = true;
  publish();
  publish();
  expect(replayed).toEqual(["stays"]);
});
