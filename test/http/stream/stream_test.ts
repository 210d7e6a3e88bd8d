import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { NOON_SEC, startStreamServer, type StreamServer } from "./stream_server.ts";

const TOPIC = "targets:btc:5min";
const SUBSCRIBE = { op: "subscribe", channel: "targets", assets: ["btc"], intervals: ["5min"] };

describe("GET /api/v1/stream", () => {
  let server: StreamServer;
  const client = () => server.connect();
  beforeAll(async () => void (server = await startStreamServer()));
  afterAll(() => server.stop());
  afterEach(() => server.leave());

  test("sends hello with its limits", async () => {
    const { frames } = await client();
    expect(frames[0]).toMatchObject({
      type: "hello",
      protocol: 1,
      limits: {
        connectionsPerIp: 20,
        messageBytes: 4096,
        topics: 200,
        replayWindows: 288,
        replayGames: 2000,
      },
    });
    expect(frames[0]?.["serverTime"]).toMatch(/^2026-11-05T12:.*Z$/);
  });

  test("pushes a target when its report comes, with everything a bot needs", async () => {
    const bot = await client();
    bot.send({ ...SUBSCRIBE, id: 7 });
    expect(await bot.next("subscribed")).toEqual({
      type: "subscribed",
      id: 7,
      channel: "targets",
      topics: [TOPIC],
    });
    server.publish("btc", NOON_SEC);
    const target = await bot.next("target");
    expect(target).toMatchObject({
      type: "target",
      topic: TOPIC,
      seq: NOON_SEC,
      asset: "btc",
      marketType: "5min",
      provider: "oracle",
      source: "oracle_twap",
      price: 1796.88,
      windowStart: NOON_SEC,
      windowStartIso: "2026-11-05T12:00:00.000Z",
      windowEnd: NOON_SEC + 300,
      slug: `btc-updown-5m-${NOON_SEC}`,
      url: `https://venue.example/event/btc-updown-5m-${NOON_SEC}`,
    });
    expect(Object.keys(target)[0]).toBe("type");
    const delayMs = Date.parse(String(target["publishedAt"])) - NOON_SEC * 1000;
    expect(target["delayMs"]).toBe(delayMs);
    expect(await server.ask([])).toEqual([]);
  });

  test("gives the current target first, then each once, the same bytes to everyone", async () => {
    const [first, second] = [await client(), await client()];
    first.send(SUBSCRIBE);
    await first.next("target");
    second.send(SUBSCRIBE);
    await second.next("target");
    server.publish("btc", NOON_SEC + 300);
    server.publish("btc", NOON_SEC + 300);
    server.publish("btc", NOON_SEC + 600);
    await first.next("target", 3);
    await second.next("target", 3);
    expect(first.of(TOPIC).map(({ seq }) => seq)).toEqual([
      NOON_SEC,
      NOON_SEC + 300,
      NOON_SEC + 600,
    ]);
    const targets = (raw: ReadonlyArray<string>) => raw.filter((text) => text.includes('"seq"'));
    expect(targets(second.raw)).toEqual(targets(first.raw));
  });

  test("stops on unsubscribe, and starts again", async () => {
    const bot = await client();
    const xrp = { channel: "targets", assets: ["xrp"], intervals: ["5min"] };
    bot.send({ op: "subscribe", ...xrp });
    await bot.roundTrip();
    bot.send({ op: "unsubscribe", id: "u", ...xrp });
    expect(await bot.next("unsubscribed")).toEqual({
      type: "unsubscribed",
      id: "u",
      channel: "targets",
      topics: ["targets:xrp:5min"],
    });
    server.publish("xrp", NOON_SEC + 2700);
    await bot.roundTrip();
    expect(bot.of("targets:xrp:5min")).toEqual([]);
    bot.send({ op: "subscribe", ...xrp });
    await bot.next("target");
  });

  test("publishes a provider's state when it changes, and first if it is unhealthy", async () => {
    const bot = await client();
    bot.send(SUBSCRIBE);
    await bot.roundTrip();
    server.emit({ kind: "stream_state", provider: "oracle", isUp: true });
    server.emit({ kind: "stream_state", provider: "oracle", isUp: false });
    server.emit({ kind: "stream_state", provider: "exchange", isUp: false });
    await bot.next("feed", 2);
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "feed").map(({ state }) => state)).toEqual([
      "healthy",
      "degraded",
    ]);
    const late = await client();
    late.send(SUBSCRIBE);
    expect(await late.next("feed")).toMatchObject({ provider: "oracle", state: "degraded" });
    server.emit({ kind: "stream_state", provider: "oracle", isUp: true });
    expect(await late.next("feed", 2)).toMatchObject({ state: "healthy" });
  });
});
