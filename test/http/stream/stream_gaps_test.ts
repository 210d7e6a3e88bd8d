import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { connectStream, type StreamClient } from "../../stage/stream_client.ts";
import { NOON_SEC, startStreamServer } from "./stream_server.ts";

const SUBSCRIBE = { op: "subscribe", channel: "targets", assets: ["btc"], intervals: ["5min"] };
const TOPIC = "targets:btc:5min";
const at = (count: number) => NOON_SEC + count * 300;

/** What a client received of the topic: seqs, and gaps with their reason. */
function receivedBy(bot: StreamClient) {
  return bot.of(TOPIC).map(({ type, seq, fromSeq, toSeq, reason }) =>
    type === "gap" ? [fromSeq, toSeq, reason] : seq
  );
}

describe("a target that is not available", () => {
  test("is published as a gap once the next one is known, and replayed on request", async () => {
    const missing = new Set([at(1), at(2), at(4)]);
    const server = await startStreamServer({ isAnswering: (_, sec) => !missing.has(sec) });
    const bot = await connectStream(server.url);
    bot.send(SUBSCRIBE);
    await bot.roundTrip();
    server.publish("btc", at(0));
    server.publish("btc", at(3));
    await bot.next("target", 2);
    server.publish("btc", at(5));
    await bot.next("target", 3);
    const expected = [
      at(0),
      [at(1), at(2), "no_price"],
      at(3),
      [at(4), at(4), "no_price"],
      at(5),
    ];
    expect(receivedBy(bot)).toEqual(expected);
    const late = await connectStream(server.url);
    late.send({ ...SUBSCRIBE, since: at(-1) });
    await late.next("target", 3);
    expect(receivedBy(late)).toEqual(expected);
    await server.stop();
  });

  test("delays others no longer than its limit, and all stays in order", async () => {
    // The provider is asked for the missing one, and never answers.
    const server = await startStreamServer({
      untilAnswer: () => Effect.never,
      untilGivenUp: Effect.yieldNow,
    });
    const bot = await connectStream(server.url);
    bot.send(SUBSCRIBE);
    await bot.roundTrip();
    server.publish("btc", at(0));
    server.publish("btc", at(2));
    server.publish("btc", at(3));
    await bot.next("target", 3);
    expect(receivedBy(bot)).toEqual([at(0), [at(1), at(1), "not_fetched"], at(2), at(3)]);
    // A target found after it was given up is not published after later ones.
    server.publish("btc", at(1));
    server.publish("btc", at(4));
    await bot.next("target", 4);
    expect(receivedBy(bot).at(-1)).toBe(at(4));
    await server.stop();
  });
});
