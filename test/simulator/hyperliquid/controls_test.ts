import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { startVenue2, type Venue2 } from "./venue.ts";

let venue: Venue2;
beforeEach(() => {
  venue = startVenue2("2026-11-20T12:00:00Z");
});
afterEach(() => venue.stop());

const row = (outcome: number, more: object = {}) => ({
  outcome,
  name: "Recurring",
  description: "class:priceBinary|underlying:BTC|expiry:20261121-0600|targetPrice:1|period:1d",
  sideSpecs: [{ name: "Yes" }, { name: "No" }],
  ...more,
});
const settle = (outcome: number, more: object = {}) =>
  venue.put("settled", { outcome, settleFraction: "1.0", details: "price:2", ...more });

describe("overridden prices", () => {
  test("replace all outcomes' prices, and keep the perpetuals'", async () => {
    const world = await venue.mids();
    expect((await venue.put("mids", { "#10": "0.45", BTC: "81000.5" })).body).toEqual({ mids: 2 });
    const perps = Object.entries(world).filter(([coin]) => !coin.startsWith("#"));
    expect(await venue.mids()).toEqual({
      ...Object.fromEntries(perps),
      BTC: "81000.5",
      "#10": "0.45",
    });
  });

  test("merge with earlier ones, and are removed by null", async () => {
    await venue.put("mids", { "#10": "0.45", "#11": "0.55" });
    await venue.put("mids", { "#11": null, "#21": "0.001", ETH: null });
    const { "#10": a, "#11": b, "#21": c, ETH, SOL } = await venue.mids();
    expect([a, b, c, ETH]).toEqual(["0.45", undefined, "0.001", undefined]);
    expect(SOL).toBeDefined();
    expect(await venue.ask({ type: "l2Book", coin: "#11" })).toBeNull();
  });

  test("may be empty", async () => {
    await venue.put("mids", {});
    expect(Object.keys(await venue.mids()).filter((coin) => coin.startsWith("#"))).toEqual([]);
  });

  test("are in the middle of their books", async () => {
    await venue.put("mids", { "#10": "0.45", "#20": "0.001", "#30": "0.9990" });
    for (const [coin, price] of [["#10", 0.45], ["#20", 0.001], ["#30", 0.999]] as const) {
      const book = await venue.ask<{ levels: Array<Array<{ px: string }>> }>({
        type: "l2Book",
        coin,
      });
      const [bid = NaN, ask = NaN] = book.levels.map(([best]) => Number(best?.px));
      expect((bid + ask) / 2).toBeCloseTo(price, 8);
    }
  });

  test.each<[unknown, string]>([
    [[], "Send a JSON object"],
    [{ "10": "0.45" }, `"10" is not a coin: use "#950" for a side of outcome 95, or "BTC"`],
    [{ "#12": "0.45" }, `"#12" is not a coin: use "#950" for a side of outcome 95, or "BTC"`],
    [{ "#10": 0.45 }, `The price of "#10" must be a decimal in a string, or null`],
    [{ "#10": "45%" }, `The price of "#10" must be a decimal in a string, or null`],
    [{ "#10": "-0.1" }, `The price of "#10" must be a decimal in a string, or null`],
  ])("cannot be %j", async (body, error) => {
    const before = await venue.mids();
    expect(await venue.put("mids", body)).toEqual({ status: 400, body: { error } });
    expect(await venue.mids()).toEqual(before);
  });
});

describe("an early settlement", () => {
  test("ends a market of the world before its time", async () => {
    const { outcomes: [first, ...rest] } = await venue.list();
    expect((await settle(first?.outcome ?? 0)).status).toBe(200);
    expect((await venue.list()).outcomes).toEqual(rest);
    expect(await venue.settled(first?.outcome ?? 0)).toEqual({
      spec: first as never,
      settleFraction: "1.0",
      details: "price:2",
    });
  });

  test("answers with the row as last listed", async () => {
    await venue.put("listing", { outcomes: [row(95, { old: true })], questions: [] });
    await venue.put("listing", { outcomes: [row(95), row(96)], questions: [] });
    await settle(95, { settleFraction: "0.0" });
    expect(await venue.list()).toEqual({ outcomes: [row(96)], questions: [] } as never);
    expect(await venue.settled(95)).toMatchObject({ spec: row(95), settleFraction: "0.0" });
    expect(await venue.settled(96)).toBeNull();
    await venue.put("listing", { outcomes: [row(95, { newer: true })], questions: [] });
    await settle(95);
    expect(await venue.settled(95)).toMatchObject({
      spec: row(95, { newer: true }),
      settleFraction: "1.0",
    });
  });

  test("stays if the outcome is listed again", async () => {
    const listing = { outcomes: [row(95)], questions: [] };
    await venue.put("listing", listing);
    await settle(95);
    await venue.put("listing", listing);
    expect(await venue.list()).toEqual(listing as never);
    expect((await venue.settled(95))?.details).toBe("price:2");
  });

  test("is possible for a removed outcome, and not for an unknown one", async () => {
    await venue.put("listing", { outcomes: [row(95)], questions: [] });
    await venue.put("listing", { outcomes: [], questions: [] });
    expect((await settle(95)).status).toBe(200);
    expect((await venue.settled(95))?.spec).toEqual(row(95) as never);
    expect(await settle(94)).toEqual({
      status: 400,
      body: { error: "No outcome 94 was ever listed" },
    });
  });

  test("names the outcome's question", async () => {
    const { questions: [question] } = await venue.list();
    const [outcome = 0] = question?.namedOutcomes ?? [];
    await settle(outcome);
    expect(await venue.settled(outcome)).toMatchObject({
      question: {
        question: { active: question?.question },
        name: question?.name,
        description: question?.description,
      },
    });
    expect((await venue.list()).questions[0])
      .toEqual({ ...question, settledNamedOutcomes: [outcome] } as never);
  });

  test("removes the overrides of its prices", async () => {
    await venue.put("listing", { outcomes: [row(1), row(2)], questions: [] });
    await venue.put("mids", { "#10": "0.45", "#11": "0.55", "#20": "0.5" });
    await settle(1);
    const coins = Object.keys(await venue.mids()).filter((coin) => coin.startsWith("#"));
    expect(coins).toEqual(["#20"]);
  });

  test.each<[string, object]>([
    ["no outcome", { outcome: undefined }],
    ["half an outcome", { outcome: 0.5 }],
    ["a number for a fraction", { settleFraction: 1 }],
    ["more than everything", { settleFraction: "1.1" }],
    ["no details", { details: null }],
    ["something else", { price: "1" }],
  ])("cannot have %s", async (_, more) => {
    const { outcomes: [first] } = await venue.list();
    expect((await settle(first?.outcome ?? 0, more)).status).toBe(400);
    expect((await venue.list()).outcomes[0]).toEqual(first as never);
  });
});

describe("a replaced listing", () => {
  test("gets the world's prices, according to its rows", async () => {
    const rows = [
      row(1),
      row(2, { sideSpecs: [{ name: "No" }, { name: "Yes" }] }),
      row(3, { description: "class:priceBinary|underlying:PEPE|expiry:20261121-0600" }),
      row(4, { description: null, sideSpecs: null }),
      { outcome: 5 },
    ];
    await venue.put("listing", { outcomes: rows, questions: [{ question: 1 }] });
    const mids = await venue.mids();
    const coins = Object.keys(mids).filter((coin) => coin.startsWith("#"));
    expect(coins).toEqual(["#10", "#11", "#20", "#21"]);
    // Bitcoin is far above 1 dollar.
    expect([mids["#10"], mids["#21"]].map(Number).every((yes) => yes > 0.99)).toBe(true);
  });

  test("keeps its prices after an expiry, even at the target", async () => {
    const { BTC } = await venue.mids();
    const facts = `class:priceBinary|underlying:BTC|expiry:20261120-1200|targetPrice:${BTC}`;
    await venue.put("listing", { outcomes: [row(1, { description: facts })], questions: [] });
    const atExpiry = (await venue.mids())["#10"];
    expect(Number(atExpiry)).toBeWithin(0.2, 0.8);
    for (const later of [1_000, 20_000, 59_000]) {
      venue.at("2026-11-20T12:00:00Z");
      venue.clock.set(venue.clock.nowMs() + later);
      expect((await venue.mids())["#10"]).toBe(atExpiry);
    }
  });

  test("does not settle what has only expired", async () => {
    const [past] = (await venue.list()).outcomes;
    await venue.put("listing", { outcomes: [], questions: [] });
    const { expiryMs, settledMs } = makeRolls(1)(dayOfRoll(venue.clock.nowMs()) + 1);
    for (const atMs of [expiryMs - 1, expiryMs, settledMs - 1]) {
      venue.clock.set(atMs);
      expect(await venue.settled(past?.outcome ?? 0)).toBeNull();
    }
    venue.clock.set(settledMs);
    expect(await venue.settled(past?.outcome ?? 0)).not.toBeNull();
  });

  test("neither restores nor hides what the world has settled", async () => {
    const [past] = (await venue.list()).outcomes;
    venue.at("2026-11-21T12:00:00Z");
    await venue.put("listing", { outcomes: [], questions: [] });
    expect(await venue.settled(past?.outcome ?? 0)).not.toBeNull();
    await venue.put("listing", { outcomes: [past], questions: [] });
    expect(await venue.settled(past?.outcome ?? 0)).toBeNull();
  });
});
