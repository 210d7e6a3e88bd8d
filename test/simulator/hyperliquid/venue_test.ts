import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { parseDescription } from "../../../core/venue2/mod.ts";
import { ms } from "../kit/support.ts";
import { binaryOf, startVenue2, type Venue2 } from "./venue.ts";

const MORNING = "2026-11-20T06:00:00Z";
const roll = makeRolls(1)(dayOfRoll(ms(MORNING)));
let venue: Venue2;
beforeEach(() => {
  venue = startVenue2(MORNING);
});
afterEach(() => venue.stop());

/** Returns the slug of a binary market that expires in November at six. */
const slugOf = ({ facts }: ReturnType<typeof binaryOf>) =>
  `${facts.get("underlying")?.toLowerCase()}-above-${facts.get("targetPrice")?.replace(".", "")}` +
  `-nov-${facts.get("expiry")?.slice(6, 8)}-0600`;

describe("the simulated secondary venue", () => {
  test("lists a market until it is settled, and the next one some seconds later", async () => {
    const expiries = async (atMs: number) => {
      venue.clock.set(atMs);
      return (await venue.list()).outcomes
        .map(({ description }) => parseDescription(description))
        .filter((facts) => facts.get("class") === "priceBinary")
        .map((facts) => facts.get("expiry"));
    };
    const [old, next] = ["20261120-0600", "20261121-0600"];
    for (const atMs of [ms(MORNING) - 1, ms(MORNING), roll.settledMs - 1]) {
      expect(await expiries(atMs)).toEqual([old, old]);
    }
    expect(roll.settledMs - ms(MORNING)).toBeWithin(12_000, 13_000);
    expect(await expiries(roll.settledMs)).toEqual([]);
    expect(await expiries(roll.createdMs - 1)).toEqual([]);
    expect(await expiries(roll.createdMs)).toEqual([next, next]);
    expect(await expiries(ms(MORNING) + 86_400_000 - 1)).toEqual([next, next]);
  });

  test("settles by the mark price at the expiry, and shows it on the market's page", async () => {
    const [old, { BTC }] = [binaryOf(await venue.list(), "BTC"), await venue.mids()];
    expect((await venue.page(slugOf(old))).text).toContain("<dd>listed</dd>");
    venue.clock.set(roll.createdMs);
    const fraction = Number(BTC) >= Number(old.facts.get("targetPrice")) ? "1.0" : "0.0";
    expect((await venue.page(slugOf(old))).text)
      .toContain(`<dd>settled: ${fraction} (price:${BTC})</dd>`);
    const next = binaryOf(await venue.list(), "BTC");
    expect(next.facts.get("targetPrice")).toBe(Number((await venue.mids())["BTC"]).toFixed(0));
  });

  test("lists what a reader must tolerate", async () => {
    const { outcomes, questions } = await venue.list();
    const descriptions = outcomes.map(({ description }) => description);
    expect(descriptions).toContain("other");
    expect(descriptions.some((text) => text.includes("perp:xyz:SILVER"))).toBe(true);
    expect([...binaryOf({ outcomes, questions }, "HYPE").facts.keys()])
      .toEqual(["period", "class", "markSource", "targetPrice", "expiry", "underlying"]);
    const mids = await venue.mids();
    for (const { namedOutcomes, fallbackOutcome } of questions) {
      expect(`#${fallbackOutcome * 10}` in mids).toBe(false);
      const sum = namedOutcomes.reduce((sum, id) => sum + Number(mids[`#${id * 10}`]), 0);
      expect(sum).toBeCloseTo(1, 1);
    }
  });
});

describe("what is put at the simulated secondary venue", () => {
  const row = (outcome: number, more: object = {}) => ({
    outcome,
    name: "Recurring",
    description: "class:priceBinary|underlying:BTC|expiry:20261121-0600|targetPrice:1|period:1d",
    sideSpecs: [{ name: "Yes" }, { name: "No" }],
    ...more,
  });
  const settlement = { outcome: 1, settleFraction: "1.0", details: "price:2" };

  test("replaces the listing verbatim, with the world's prices according to its rows", async () => {
    const outcomes = [
      row(1),
      row(2, { sideSpecs: [{ name: "No" }, { name: "Yes" }] }),
      row(3, { description: "class:priceBinary|underlying:PEPE|expiry:20261121-0600" }),
      { outcome: 5, odd: [null] },
    ];
    const listing = { outcomes, questions: [{ question: 1 }] };
    expect(await venue.put("listing", listing)).toBe(200);
    expect(await venue.list() as unknown).toEqual(listing);
    const mids = await venue.mids();
    expect(Object.keys(mids).filter((coin) => coin.startsWith("#")))
      .toEqual(["#10", "#11", "#20", "#21"]);
    // Bitcoin is far above 1 dollar.
    expect(Number(mids["#10"])).toBeGreaterThan(0.99);
    expect(Number(mids["#21"])).toBeGreaterThan(0.99);
  });

  test("settles an outcome early: it and its prices are gone", async () => {
    await venue.put("listing", { outcomes: [row(1), row(2)], questions: [] });
    await venue.put("mids", { "#10": "0.45", "#20": "0.5" });
    expect(await venue.put("settled", settlement)).toBe(200);
    expect((await venue.list()).outcomes.map(({ outcome }) => outcome)).toEqual([2]);
    expect(Object.keys(await venue.mids()).filter((coin) => coin.startsWith("#")))
      .toEqual(["#20"]);
    expect(await venue.put("settled", { ...settlement, outcome: 94 })).toBe(400);
  });

  test("replaces outcomes' prices, merges with earlier ones, and null removes one", async () => {
    const { SOL } = await venue.mids();
    await venue.put("mids", { "#10": "0.45", "#11": "0.55", BTC: "81000.5" });
    await venue.put("mids", { "#11": null, "#21": "0.001", ETH: null });
    expect(await venue.mids()).toMatchObject({
      "#10": "0.45",
      "#21": "0.001",
      BTC: "81000.5",
      SOL,
    });
    expect(Object.keys(await venue.mids()).filter((coin) => /^#|ETH/.test(coin)))
      .toEqual(["#10", "#21"]);
  });

  test.each<["listing" | "mids" | "settled", unknown]>([
    ["listing", { outcomes: [{ outcome: "1" }], questions: [] }],
    ["listing", { outcomes: [] }],
    ["listing", { outcomes: [], questions: [], events: [] }],
    ["mids", []],
    ["mids", { "10": "0.45" }],
    ["mids", { "#12": "0.45" }],
    ["mids", { "#10": 0.45 }],
    ["mids", { "#10": "45%" }],
    ["settled", { ...settlement, outcome: 0.5 }],
    ["settled", { ...settlement, settleFraction: "1.1" }],
    ["settled", { ...settlement, details: null }],
    ["settled", { ...settlement, price: "1" }],
  ])("as %s is refused as %j", async (what, body) => {
    await venue.put("listing", { outcomes: [row(1)], questions: [] });
    expect(await venue.put(what, body)).toBe(400);
    expect((await venue.list()).outcomes).toHaveLength(1);
  });

  test("is written as text on a page, and a page of nothing is a 404 for people", async () => {
    const description =
      "class:priceBinary|underlying:A<b>|expiry:20261121-0600|targetPrice:5|period:1d";
    await venue.put("listing", { outcomes: [row(8, { description })], questions: [] });
    const { status, text } = await venue.page("ab-above-5-nov-21-0600");
    expect(status).toBe(200);
    expect(text).toContain("A&lt;b&gt;");
    for (const slug of ["btc-above-1-may-26-0600", "nothing", "%ff", "%3Cscript%3E"]) {
      const missing = await venue.page(slug);
      expect(missing.status).toBe(404);
      expect(missing.text).not.toContain("<script>");
    }
  });
});
