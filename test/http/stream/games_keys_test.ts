import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { makeStrangerCount } from "../../../adapters/http/edge/limit/stranger_count.ts";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { KEY_KNOWN_MS } from "../../../core/use_case/account/mod.ts";
import { gameOf } from "../../core/game/arbitrary_game.ts";
import { keyedServer, randomKey } from "../account/keyed_server.ts";
import { NOW_MS } from "../edge/test_server.ts";
import type { StreamClient } from "../../stage/stream_client.ts";
import { startStreamServer } from "./stream_server.ts";

/** Unknown keys that an address may send in a minute. */
const UNKNOWN_MAX = 12;

let keys: Awaited<ReturnType<typeof keyedServer>>;
let server: Awaited<ReturnType<typeof startStreamServer>>;
let bot: StreamClient;
beforeEach(async () => {
  keys = await keyedServer();
  const countStranger = makeStrangerCount({
    run: (effect) => Effect.runSyncExit(effect as Effect.Effect<never, never>),
    quotaStore: makeProcessQuotaStore(),
    keyedQuota: Option.some({ requests: UNKNOWN_MAX, windowSec: 60 }),
    nowMs: () => NOW_MS,
  });
  server = await startStreamServer({ checkKey: keys.checkKey, countStranger });
  await server.refreshGames();
  bot = await server.connect();
});
afterEach(() => server.stop());

const LIVE = "sk_live_";
const subscribe = (key: unknown, more = {}) => ({
  op: "subscribe",
  channel: "games",
  key,
  leagues: ["nba"],
  ...more,
});
const change = async (status: "live" | "finished") => {
  await server.writeGames([
    { game: gameOf("1", { league: "nba", status }), platforms: [], maybeOn: [] },
  ]);
  await server.refreshGames();
};
/** Holds up every lookup of a key, until what is returned is called. */
function holdStore(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  keys.state.storeHeld = promise;
  return resolve;
}
/** What was answered to messages with an id, in order. */
const answers = () =>
  bot.frames.filter(({ type }) => type !== "pong" && type !== "hello" && type !== "game")
    .map(({ type, id, code }) => [id, code ?? type]);

describe("games without a good key", () => {
  test("are refused with the messages of requests, and the socket stays open", async () => {
    const trading = await keys.issue(["trade"]);
    const revoked = await keys.issue(["read"]);
    await keys.runPromise(keys.store.revokeKey(revoked.id, NOW_MS));
    const unknown = randomKey();
    const broken = `${unknown.slice(0, -1)}${unknown.endsWith("A") ? "B" : "A"}`;
    const refused: ReadonlyArray<readonly [unknown, string, string]> = [
      [undefined, "unauthorized", "field key"],
      ["", "unauthorized", "field key"],
      ["not a key", "unauthorized", "field key"],
      [broken, "unauthorized", "complete"],
      [unknown, "unauthorized", "not revoked"],
      [revoked.text, "unauthorized", "not revoked"],
      [randomKey("test"), "unauthorized", LIVE],
      [trading.text, "forbidden", "with read"],
    ];
    for (const [id, [key, code, hint]] of refused.entries()) {
      bot.send({ ...subscribe(key), id });
      const error = await bot.next("error", id + 1);
      expect(error).toMatchObject({ id, code });
      expect(error["hint"]).toContain(hint);
    }
    const frames = bot.raw.join();
    for (const [key] of refused) {
      if (String(key).length > 10) expect(frames).not.toContain(`${key}`);
    }
    await change("live");
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "game")).toEqual([]);
    bot.send(subscribe((await keys.issue(["read"])).text));
    await bot.next("subscribed");
    await change("finished");
    await bot.next("game");
  });
});

describe("a key that was good on a connection", () => {
  test("need not be sent again, there", async () => {
    const { text } = await keys.issue(["read"]);
    bot.send(subscribe(text));
    bot.send({ ...subscribe(undefined, { leagues: ["nhl"] }), id: "again" });
    expect(await bot.next("subscribed", 2)).toMatchObject({ id: "again" });
    // One that is refused does not take its place.
    bot.send({ ...subscribe(randomKey()), id: "bad" });
    await bot.next("error");
    bot.send({ ...subscribe(undefined), id: "good" });
    expect(await bot.next("subscribed", 3)).toMatchObject({ id: "good" });
    const other = await server.connect();
    other.send(subscribe(undefined));
    expect(await other.next("error")).toMatchObject({ code: "unauthorized" });
  });

  test("opens no subscription once it is revoked, and its old ones continue", async () => {
    const { id, text } = await keys.issue(["read"]);
    bot.send(subscribe(text));
    await bot.next("subscribed");
    await keys.runPromise(keys.store.revokeKey(id, NOW_MS));
    keys.state.machineMs += KEY_KNOWN_MS + 1;
    for (const key of [undefined, text]) {
      bot.send(subscribe(key, { leagues: ["nhl"] }));
    }
    await bot.next("error", 2);
    expect(answers().map(([, code]) => code))
      .toEqual(["subscribed", "unauthorized", "unauthorized"]);
    await change("live");
    await bot.next("game");
    bot.send({ op: "unsubscribe", channel: "games" });
    await bot.next("unsubscribed");
  });
});

describe("a key that takes long to check", () => {
  test("holds up messages about games, in their order, and no others", async () => {
    const { text } = await keys.issue(["read"]);
    const release = holdStore();
    bot.send({ ...subscribe(text), id: 1 });
    bot.send({ ...subscribe(randomKey()), id: 2 });
    bot.send({ op: "unsubscribe", channel: "games", leagues: ["nba"], id: 3 });
    bot.send({ op: "subscribe", channel: "twap", assets: ["btc"], id: 4 });
    await bot.roundTrip();
    expect(answers()).toEqual([[4, "subscribed"]]);
    release();
    await bot.next("unsubscribed");
    expect(answers().slice(1)).toEqual([[1, "subscribed"], [2, "unauthorized"], [
      3,
      "unsubscribed",
    ]]);
    await change("live");
    await bot.roundTrip();
    expect(bot.frames.filter(({ type }) => type === "game")).toEqual([]);
  });

  test("is looked up one at a time and not too often, and good ones go on", async () => {
    const { text } = await keys.issue(["read"]);
    bot.send({ ...subscribe(text), id: "good" });
    await bot.next("subscribed");
    const release = holdStore();
    const before = keys.state.lookups;
    for (let id = 0; id < 50; id++) bot.send({ ...subscribe(randomKey()), id });
    await bot.roundTrip();
    expect(keys.state.lookups).toBe(before + 1);
    release();
    await bot.next("error", 50);
    const codes = Map.groupBy(answers().slice(1), ([, code]) => code);
    expect(codes.get("unauthorized")?.length).toBe(UNKNOWN_MAX);
    expect(codes.get("rate_limited")?.length).toBe(50 - UNKNOWN_MAX);
    expect(keys.state.lookups).toBe(before + UNKNOWN_MAX);
    const error = bot.frames.findLast(({ code }) => code === "rate_limited");
    expect(error).toMatchObject({ error: `Rate limit exceeded: ${UNKNOWN_MAX} requests per 60 s` });
    keys.state.machineMs = KEY_KNOWN_MS;
    bot.send({ ...subscribe(text), id: "again" });
    await bot.next("subscribed", 2);
  });
});
