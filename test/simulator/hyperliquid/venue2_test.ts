import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { parseDescription } from "../../../core/venue2/mod.ts";
import { startVenue2, type Venue2 } from "./venue.ts";

const NOON = "2026-11-20T12:00:00Z";
let venue: Venue2;
beforeAll(() => {
  venue = startVenue2(NOON, { season: makeSeason(1) });
});
afterAll(() => venue.stop());

/** Returns the live listing at an instant, in a separate minute. */
const listAt = (iso: string) => {
  venue.at(iso);
  return venue.list();
};

describe("the list of outcome markets", () => {
  test("has buckets whose outcomes are all listed", async () => {
    const { outcomes, questions } = await listAt(NOON);
    const ids = new Set(outcomes.map(({ outcome }) => outcome));
    expect(ids.size).toBe(outcomes.length);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
    for (const { fallbackOutcome, namedOutcomes } of questions) {
      expect([fallbackOutcome, ...namedOutcomes].filter((id) => !ids.has(id))).toEqual([]);
    }
    expect(questions.some(({ description }) => description.includes("class:priceBucket"))).toBe(
      true,
    );
  });

  test("has markets that a reader must tolerate", async () => {
    const { outcomes } = await listAt(NOON);
    expect(outcomes.some(({ sideSpecs }) => sideSpecs[0]?.name === "Tortoise")).toBe(true);
    expect(outcomes.some(({ description }) => description === "other")).toBe(true);
    expect(outcomes.some(({ description }) => description.includes("perp:xyz:SILVER"))).toBe(true);
  });

  test("has a recurring market with an unknown key, in an unusual order", async () => {
    const { outcomes } = await listAt(NOON);
    const keys = outcomes.map(({ description }) => [...parseDescription(description).keys()])
      .filter((keys) => keys.includes("class") && keys.includes("targetPrice"));
    expect(keys).toEqual([
      ["class", "underlying", "expiry", "targetPrice", "period"],
      ["period", "class", "markSource", "targetPrice", "expiry", "underlying"],
    ]);
  });

  test("names contests with their facts in alphabetical order", async () => {
    const { outcomes, questions } = await listAt(NOON);
    const contests = [...outcomes, ...questions]
      .filter(({ name }) => /^template:sportsContest(Winner3|Result)$/.test(name));
    expect(contests.length).toBeGreaterThan(10);
    for (const { description } of contests) {
      const keys = [...parseDescription(description).keys()];
      expect(keys).toEqual(keys.toSorted());
    }
  });

  test("follows published templates", async () => {
    const { outcomes, questions } = await listAt(NOON);
    const templates = await venue.ask<
      ReadonlyArray<{ readonly id: string; readonly keywords: ReadonlyArray<[string, string]> }>
    >({ type: "outcomeTemplates" });
    const keywords = new Map(templates.map((template) => [
      `template:${template.id}`,
      template.keywords.map(([keyword]) => keyword),
    ]));
    const filled = [...outcomes, ...questions].filter(({ name }) => name.startsWith("template:"));
    for (const { name, description } of filled) {
      const keys = parseDescription(description).keys();
      expect([...keys].filter((key) => keywords.get(name)?.includes(key) !== true)).toEqual([]);
    }
    expect(new Set(filled.map(({ name }) => name)).size).toBe(keywords.size);
  });

  test("serves a replacement verbatim", async () => {
    const put = await startVenue2(NOON);
    const listing = { outcomes: [{ outcome: 7, odd: [null] }], questions: [{ question: 0 }] };
    expect((await put.put("listing", listing)).body).toEqual({ outcomes: 1, questions: 1 });
    expect((await put.send('{"type":"outcomeMeta"}')).text).toBe(JSON.stringify(listing));
    await put.stop();
  });

  test.each<[string, unknown]>([
    ["an outcome without a number", { outcomes: [{ outcome: "1" }], questions: [] }],
    ["no questions", { outcomes: [] }],
    ["something else", { outcomes: [], questions: [], events: [] }],
  ])("cannot be %s", async (_, body) => {
    expect((await venue.put("listing", body)).status).toBe(400);
  });
});
