import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { type StreamClient } from "../binance/stream_client.ts";
import { ms } from "../kit/support.ts";
import { binaryOf, startVenue2, type Venue2 } from "./venue.ts";

const NOON = "2026-11-20T12:00:00Z";
let venue: Venue2;
const opened: StreamClient[] = [];
beforeAll(() => {
  venue = startVenue2(NOON);
});
beforeEach(() => {
  while (opened.length > 0) opened.pop()?.close();
  // Only this many sockets may be opened per minute.
  venue.clock.set(venue.clock.nowMs() + 60_000);
});
afterAll(() => venue.stop());

const open = async (of: Venue2 = venue) => {
  const socket = await of.socket();
  opened.push(socket);
  return socket;
};
const subscription = (method: string, subscription: object) => ({ method, subscription });
const framesOf = (socket: StreamClient) => socket.texts.map((text) => JSON.parse(text));

/** Subscribes, and waits for the answer. */
async function subscribe(socket: StreamClient, wanted: object) {
  const before = socket.texts.length;
  socket.send(subscription("subscribe", wanted));
  const isAnswer = ({ channel }: { readonly channel?: unknown }) =>
    channel === "subscriptionResponse" || channel === "error";
  return (await socket.until((frames) => frames.slice(before).some(isAnswer)))
    .slice(before).find(isAnswer);
}

/** Waits for frames of a channel, and returns their data. */
async function dataOf(socket: StreamClient, channel: string, count: number) {
  const frames = await socket.until((all) =>
    all.filter((frame) => frame["channel"] === channel).length >= count
  );
  return frames.filter((frame) => frame["channel"] === channel).map(({ data }) => data);
}

describe("a socket of the venue", () => {
  test.each<[string, unknown, object]>([
    ["a ping", { method: "ping" }, { channel: "pong" }],
    ["what is no JSON", "{", {
      channel: "error",
      data: "Error parsing JSON into valid websocket request: {",
    }],
    ["an unknown method", { method: "dance" }, {
      channel: "error",
      data: 'Error parsing JSON into valid websocket request: {"method":"dance"}',
    }],
    ["an unknown subscription", subscription("subscribe", { type: "weather" }), {
      channel: "error",
      data: 'Invalid subscription {"type":"weather"}',
    }],
    ["prices of another exchange", subscription("subscribe", { type: "allMids", dex: "xyz" }), {
      channel: "error",
      data: 'Invalid subscription {"type":"allMids","dex":"xyz"}',
    }],
    ["a book of no coin", subscription("subscribe", { type: "l2Book" }), {
      channel: "error",
      data: 'Invalid subscription {"type":"l2Book"}',
    }],
    ["an end of what never began", subscription("unsubscribe", { type: "allMids" }), {
      channel: "error",
      data: 'Already unsubscribed: {"type":"allMids"}',
    }],
    ["a subscription", subscription("subscribe", { type: "outcomeMetaUpdates" }), {
      channel: "subscriptionResponse",
      data: { method: "subscribe", subscription: { type: "outcomeMetaUpdates" } },
    }],
  ])("answers %s", async (_, message, answer) => {
    const socket = await open();
    socket.send(message);
    expect((await socket.until((frames) => frames.length > 0))[0]).toEqual({ ...answer });
  });

  test("refuses duplicates in any spelling", async () => {
    const socket = await open();
    await subscribe(socket, { type: "allMids" });
    expect(await subscribe(socket, { type: "allMids", dex: "" })).toEqual({
      channel: "error",
      data: 'Already subscribed: {"type":"allMids","dex":""}',
    });
    await subscribe(socket, { type: "l2Book", coin: "BTC" });
    const again = { coin: "BTC", type: "l2Book", nSigFigs: null, mantissa: null };
    expect((await subscribe(socket, again))?.["data"]).toStartWith("Already subscribed: {");
    expect((await subscribe(socket, { ...again, coin: "ETH" }))?.["channel"])
      .toBe("subscriptionResponse");
  });

  test("may subscribe again after an unsubscribe", async () => {
    const socket = await open();
    for (const method of ["subscribe", "unsubscribe", "subscribe"]) {
      socket.send(subscription(method, { type: "outcomeMetaUpdates" }));
    }
    const answers = await dataOf(socket, "subscriptionResponse", 3);
    expect(answers.map((data) => (data as { readonly method: string }).method))
      .toEqual(["subscribe", "unsubscribe", "subscribe"]);
  });

  test("is on one path only", async () => {
    const upgrade = { headers: { upgrade: "websocket" } };
    expect((await fetch(`${venue.url}/ws/v2`, upgrade)).status).toBe(404);
  });
});

describe("a request on a socket", () => {
  const post = (id: unknown, type: string, payload: object) => ({
    method: "post",
    id,
    request: { type, payload },
  });

  test("is answered as over HTTP", async () => {
    const socket = await open();
    socket.send(post(7, "info", { type: "outcomeMeta" }));
    const [data] = await dataOf(socket, "post", 1);
    const payload = { type: "outcomeMeta", data: await venue.list() };
    expect(data).toEqual({ id: 7, response: { type: "info", payload } });
  });

  test("is refused as over HTTP", async () => {
    const socket = await open();
    socket.send(post(1, "info", { type: "weather" }));
    socket.send(post(2, "action", { type: "order" }));
    const answers = await dataOf(socket, "post", 2);
    expect(answers).toEqual([
      {
        id: 1,
        response: {
          type: "error",
          payload: "422 Failed to deserialize the JSON body into the target type",
        },
      },
      { id: 2, response: { type: "error", payload: expect.stringMatching(/^422 /) } },
    ]);
    socket.send(post("3", "info", { type: "allMids" }));
    expect((await dataOf(socket, "error", 1))[0]).toStartWith("Error parsing JSON");
  });

  test("weighs as much as over HTTP", async () => {
    const socket = await open();
    for (let id = 0; id < 59; id++) socket.send(post(id, "info", { type: "outcomeMeta" }));
    await dataOf(socket, "post", 59);
    expect((await venue.send('{"type":"outcomeMeta"}')).status).toBe(200);
    socket.send(post(60, "info", { type: "allMids" }));
    expect((await dataOf(socket, "post", 60)).at(-1)).toEqual({
      id: 60,
      response: { type: "error", payload: "429 Too Many Requests" },
    });
  });
});

describe("changes of the listing", () => {
  test("publishes the removal of the old markets, and then the new ones", async () => {
    const of = startVenue2("2026-11-20T05:59:59Z");
    const { settledMs, createdMs } = makeRolls(1)(dayOfRoll(ms(NOON)));
    const before = await of.list();
    const socket = await open(of);
    await subscribe(socket, { type: "outcomeMetaUpdates" });
    of.clock.set(settledMs - 1);
    await Bun.sleep(120);
    expect(framesOf(socket).length).toBe(1);
    of.clock.set(settledMs);
    const [ended] = await dataOf(socket, "outcomeMetaUpdates", 1);
    of.clock.set(createdMs);
    const [, begun] = await dataOf(socket, "outcomeMetaUpdates", 2);
    const after = await of.list();
    const daily = ({ description, name }: { description: string; name: string }) =>
      name.startsWith("Recurring") || description.includes("class:");
    expect(ended).toEqual([
      ...before.outcomes.filter(daily).map(({ outcome }) => ({ outcomeSettled: outcome })),
      ...before.questions.filter(daily).map(({ question }) => ({ questionSettled: question })),
    ]);
    expect(begun).toEqual([
      ...after.outcomes.filter(daily).map((row) => ({ outcomeCreated: row })),
      ...after.questions.filter(daily).map((row) => ({ questionUpdated: row })),
    ]);
    await of.stop();
  });

  test("publishes a skipped rollover in one step", async () => {
    const of = startVenue2("2026-11-20T05:59:59Z");
    const before = binaryOf(await of.list(), "BTC").outcome;
    const socket = await open(of);
    await subscribe(socket, { type: "outcomeMetaUpdates" });
    of.at("2026-11-20T07:00:00Z");
    const [updates] = await dataOf(socket, "outcomeMetaUpdates", 1);
    const { facts: _, ...created } = binaryOf(await of.list(), "BTC");
    expect(updates).toContainEqual({ outcomeSettled: before });
    expect(updates).toContainEqual({ outcomeCreated: created });
    await of.stop();
  });

  test("publishes a replaced listing where it differs", async () => {
    const of = startVenue2(NOON);
    const row = { outcome: 10, name: "Recurring", description: "other", sideSpecs: [] };
    const question = { question: 3, namedOutcomes: [10, 11], settledNamedOutcomes: [] };
    const rows = [row, { ...row, outcome: 11 }];
    await of.put("listing", { outcomes: rows, questions: [question] });
    const socket = await open(of);
    await subscribe(socket, { type: "outcomeMetaUpdates" });
    await of.put("listing", { outcomes: rows, questions: [question] });
    await of.put("listing", {
      outcomes: [...rows, { ...row, outcome: 12 }],
      questions: [question],
    });
    const result = { outcome: 11, settleFraction: "1.0", details: "price:1" };
    expect(await dataOf(socket, "outcomeMetaUpdates", 1))
      .toEqual([[{ outcomeCreated: { ...row, outcome: 12 } }]]);
    expect((await of.put("settled", result)).status).toBe(200);
    const [, settled] = await dataOf(socket, "outcomeMetaUpdates", 2);
    expect(settled).toEqual([
      { outcomeSettled: 11 },
      { questionUpdated: { ...question, settledNamedOutcomes: [11] } },
    ]);
    await of.stop();
  });
});

describe("prices on a socket", () => {
  test("come immediately, with every second of the clock, and after overrides", async () => {
    const of = startVenue2(NOON);
    const socket = await open(of);
    await subscribe(socket, { type: "allMids" });
    const at = await of.mids();
    expect((await dataOf(socket, "allMids", 1))[0]).toEqual({ mids: at });
    of.clock.set(ms(NOON) + 999);
    await Bun.sleep(120);
    expect(framesOf(socket).length).toBe(2);
    of.clock.set(ms(NOON) + 1_000);
    const [, second] = await dataOf(socket, "allMids", 2);
    expect(second).toEqual({ mids: await of.mids() });
    expect(second).not.toEqual({ mids: at });
    await of.put("mids", { "#10": "0.45" });
    const [, , third] = await dataOf(socket, "allMids", 3);
    expect(third).toMatchObject({ mids: { "#10": "0.45" } });
    await Bun.sleep(120);
    expect(framesOf(socket).length).toBe(4);
    await of.stop();
  });

  test("come when the listing changes, while the clock stands still", async () => {
    const of = startVenue2(NOON);
    const socket = await open(of);
    await subscribe(socket, { type: "allMids" });
    await of.put("listing", { outcomes: [], questions: [] });
    const [, second] = await dataOf(socket, "allMids", 2);
    expect(second).toEqual({ mids: await of.mids() });
    await of.stop();
  });

  test("stop with the subscription", async () => {
    const socket = await open();
    await subscribe(socket, { type: "allMids" });
    await dataOf(socket, "allMids", 1);
    socket.send(subscription("unsubscribe", { type: "allMids" }));
    await dataOf(socket, "subscriptionResponse", 2);
    venue.clock.set(venue.clock.nowMs() + 5_000);
    await Bun.sleep(120);
    expect(framesOf(socket).length).toBe(3);
  });

  test("of one coin come as its book, and not if it has none", async () => {
    const socket = await open();
    await subscribe(socket, { type: "l2Book", coin: "#99999990" });
    await subscribe(socket, { type: "l2Book", coin: "BTC" });
    const book = await venue.ask({ type: "l2Book", coin: "BTC" });
    expect(await dataOf(socket, "l2Book", 1)).toEqual([book]);
    venue.clock.set(venue.clock.nowMs() + 1_000);
    const [, next] = await dataOf(socket, "l2Book", 2);
    expect(next).toEqual(await venue.ask({ type: "l2Book", coin: "BTC" }));
  });
});
