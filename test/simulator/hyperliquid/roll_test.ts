import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeRecurringMarkets } from "../../../app/simulator/hyperliquid/recurring.ts";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { ms } from "../kit/support.ts";
import { binariesOf, binaryOf, startVenue2, type Venue2 } from "./venue.ts";

const MORNING = "2026-11-20T06:00:00Z";
const roll = makeRolls(1)(dayOfRoll(ms(MORNING)));
let venue: Venue2;
beforeAll(() => {
  venue = startVenue2(MORNING);
});
afterAll(() => venue.stop());

const listAt = (atMs: number) => {
  venue.clock.set(atMs);
  return venue.list();
};

describe("a rollover", () => {
  test("settles about 12 s after the expiry, and lists again some seconds later", () => {
    fc.assert(fc.property(fc.nat(), fc.integer({ min: 19_723, max: 40_000 }), (seed, day) => {
      const { expiryMs, settledMs, createdMs } = makeRolls(seed)(day);
      expect(new Date(expiryMs).toISOString()).toEndWith("T06:00:00.000Z");
      expect(settledMs - expiryMs).toBeWithin(12_000, 13_000);
      expect(createdMs - settledMs).toBeWithin(1_000, 4_001);
    }));
  });

  test("has nothing listed between the two", async () => {
    const expiries = async (atMs: number) =>
      binariesOf(await listAt(atMs)).map(({ facts }) => facts.get("expiry"));
    const [old, next] = ["20261120-0600", "20261121-0600"];
    expect(await expiries(ms(MORNING) - 1)).toEqual([old, old]);
    // An expired market stays listed until it is settled.
    expect(await expiries(ms(MORNING))).toEqual([old, old]);
    expect(await expiries(roll.settledMs - 1)).toEqual([old, old]);
    expect(await expiries(roll.settledMs)).toEqual([]);
    expect(await expiries(roll.createdMs - 1)).toEqual([]);
    expect(await expiries(roll.createdMs)).toEqual([next, next]);
    expect(await expiries(ms(MORNING) + 86_400_000 - 1)).toEqual([next, next]);
  });

  test("takes the mark price for the next target", async () => {
    const after = await listAt(roll.createdMs);
    const mids = await venue.mids();
    for (const [coin, decimals] of [["BTC", 0], ["HYPE", 3]] as const) {
      const target = binaryOf(after, coin).facts.get("targetPrice");
      expect(target).toBe(Number(mids[coin]).toFixed(decimals));
    }
  });

  test("settles the previous market and not the next one", async () => {
    const before = binaryOf(await listAt(roll.settledMs - 1), "BTC");
    expect(await venue.settled(before.outcome)).toBeNull();
    venue.clock.set(roll.settledMs);
    const settled = await venue.settled(before.outcome);
    const { facts: _, ...row } = before;
    expect(settled?.spec).toEqual(row);
    const price = Number(settled?.details.replace("price:", ""));
    const isAbove = price >= Number(before.facts.get("targetPrice"));
    expect(settled?.settleFraction).toBe(isAbove ? "1.0" : "0.0");
    const next = binaryOf(await listAt(roll.createdMs), "BTC");
    expect(next.outcome).toBeGreaterThan(before.outcome);
    expect(await venue.settled(next.outcome)).toBeNull();
  });

  test("leaves expired prices unchanged", async () => {
    const sides = async (atMs: number) => {
      const daily = (await listAt(atMs)).outcomes.filter(({ name }) =>
        name.startsWith("Recurring")
      );
      const mids = await venue.mids();
      return daily.map(({ outcome }) => mids[`#${outcome * 10}`]);
    };
    const atExpiry = await sides(ms(MORNING));
    expect(atExpiry.filter((mid) => mid !== undefined).length).toBe(5);
    expect(await sides(roll.settledMs - 1)).toEqual(atExpiry);
  });

  test("settles by the mark price at the expiry", async () => {
    venue.clock.set(ms(MORNING));
    const [{ BTC, HYPE }, listing] = [await venue.mids(), await venue.list()];
    venue.clock.set(roll.createdMs);
    const [btc, hype] = [binaryOf(listing, "BTC"), binaryOf(listing, "HYPE")];
    expect((await venue.settled(btc.outcome))?.details).toBe(`price:${BTC}`);
    expect((await venue.settled(hype.outcome))?.details).toBe(`price:${HYPE}`);
    expect([BTC, HYPE]).toEqual([
      expect.stringMatching(/^\d{5}\.\d$/),
      expect.stringMatching(/^\d{2}\.\d{4}$/),
    ]);
  });

  test("settles one bucket of a question for Yes, and the others for No", async () => {
    const { questions: [question] } = await listAt(ms(MORNING));
    venue.clock.set(roll.settledMs);
    const fractions = [];
    for (const id of [question?.fallbackOutcome ?? 0, ...question?.namedOutcomes ?? []]) {
      fractions.push((await venue.settled(id))?.settleFraction);
    }
    expect(fractions[0]).toBe("0.0");
    expect(fractions.slice(1).toSorted()).toEqual(["0.0", "0.0", "1.0"]);
    const [named = 0] = question?.namedOutcomes ?? [];
    expect(await venue.settled(named)).toMatchObject({
      question: {
        question: { settled: question?.question },
        name: "Recurring",
        description: question?.description,
      },
    });
  });
});

describe("recurring markets", () => {
  const recurring = makeRecurringMarkets(makeWorld(1));
  const now = ms("2027-06-01T12:00:00Z");

  test("have numbers that grow by irregular steps", () => {
    const first = (day: number) =>
      recurring.listing(day * 86_400_000 + 43_200_000).outcomes[0]?.outcome ?? 0;
    const days = Array.from({ length: 300 }, (_, at) => 20_400 + at);
    const steps = days.map((day) => first(day + 1) - first(day));
    expect(Math.min(...steps)).toBeGreaterThan(11);
    expect(new Set(steps).size).toBeGreaterThan(20);
  });

  test("are found by their number permanently, and by no other", () => {
    fc.assert(fc.property(fc.integer({ min: 19_724, max: dayOfRoll(now) - 1 }), (day) => {
      const { outcomes } = recurring.listing(makeRolls(1)(day).createdMs);
      const ids = outcomes.map(({ outcome }) => outcome);
      for (const row of outcomes) {
        expect(recurring.find(row.outcome, now)?.row).toEqual(row);
        expect(recurring.find(row.outcome, makeRolls(1)(day).createdMs)?.row).toEqual(row);
        expect(recurring.find(row.outcome, makeRolls(1)(day).createdMs - 1)).toBeUndefined();
      }
      const others = [...ids.map((id) => id - 1), ...ids.map((id) => id + 1)]
        .filter((id) => !ids.includes(id));
      expect(others.map((id) => recurring.find(id, now))).toEqual(others.map(() => undefined));
    }));
  });

  test("stay far below the numbers of contests", () => {
    const farthest = recurring.listing(ms("2100-01-01T12:00:00Z")).outcomes;
    // Games have nine digits, and ten outcomes each.
    expect(Math.max(...farthest.map(({ outcome }) => outcome))).toBeLessThan(4_000_000_000);
  });

  test.each([0, 1, 15, 95, 1_000, 1_262_271, 5_000_000_000])("have none numbered %d", (outcome) => {
    expect(recurring.find(outcome, now)).toBeUndefined();
  });
});
