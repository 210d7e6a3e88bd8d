import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeSeason } from "../../app/sandbox/season/make_season.ts";
import { listen, type RunningSimulator } from "../../app/sandbox/simulator.ts";
import { makeVenue2Simulator } from "../../app/sandbox/venue2/venue2_simulator.ts";
import { makeWorld } from "../../app/sandbox/world/world.ts";
import { parseDescription } from "../../core/venue2/mod.ts";
import { control, makeStillClock, ms } from "./support.ts";

const NOON = "2026-11-20T12:00:00Z";
const clock = makeStillClock(ms(NOON));
let venue: RunningSimulator;
beforeAll(() => {
  const parts = { season: makeSeason(1), world: makeWorld(1), clock };
  venue = listen(makeVenue2Simulator(parts), { seed: 1, clock });
});
afterAll(() => venue.stop());

interface Row {
  readonly outcome: number;
  readonly question: number;
  readonly name: string;
  readonly description: string;
  readonly sideSpecs: ReadonlyArray<{ readonly name: string }>;
  readonly fallbackOutcome: number;
  readonly namedOutcomes: ReadonlyArray<number>;
}

/** Sends a body as it is. */
async function send(body: string, init: RequestInit = {}) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${venue.url}/info`, { method: "POST", headers, body, ...init });
  return { status: response.status, text: await response.text() };
}

/** What is live at an instant, asked in a minute of its own. */
async function listAt(iso: string) {
  clock.set(ms(iso));
  const { status, text } = await send('{"type":"outcomeMeta"}');
  expect(status).toBe(200);
  return JSON.parse(text) as {
    readonly outcomes: ReadonlyArray<Row>;
    readonly questions: ReadonlyArray<Row>;
  };
}

const binariesOf = ({ outcomes }: { readonly outcomes: ReadonlyArray<Row> }) =>
  outcomes.map((row) => ({ ...row, facts: parseDescription(row.description) }))
    .filter(({ facts }) => facts.get("class") === "priceBinary");

describe("the list of outcome markets", () => {
  test("has one recurring market a series, and a new one after a gap", async () => {
    const [before, gap, after] = [
      binariesOf(await listAt("2026-11-20T05:59:59Z")),
      binariesOf(await listAt("2026-11-20T06:00:05Z")),
      binariesOf(await listAt("2026-11-20T06:00:12Z")),
    ];
    const said = (rows: typeof before, key: string) => rows.map(({ facts }) => facts.get(key));
    expect(said(before, "underlying")).toEqual(["BTC", "HYPE"]);
    expect(said(before, "expiry")).toEqual(["20261120-0600", "20261120-0600"]);
    expect(gap).toEqual([]);
    expect(said(after, "expiry")).toEqual(["20261121-0600", "20261121-0600"]);
    const later = after.every((row, at) => row.outcome > (before[at]?.outcome ?? Infinity));
    expect(later).toBe(true);
    expect(said(after, "targetPrice")[1]).toMatch(/^\d+\.\d{3}$/);
  });

  test("has buckets whose outcomes are all listed", async () => {
    const { outcomes, questions } = await listAt(NOON);
    const ids = new Set(outcomes.map(({ outcome }) => outcome));
    expect(ids.size).toBe(outcomes.length);
    for (const { fallbackOutcome, namedOutcomes } of questions) {
      expect([fallbackOutcome, ...namedOutcomes].filter((id) => !ids.has(id))).toEqual([]);
    }
    expect(questions.some(({ description }) => description.includes("class:priceBucket"))).toBe(
      true,
    );
  });

  test("has markets that a reader must get past", async () => {
    const { outcomes } = await listAt(NOON);
    expect(outcomes.some(({ sideSpecs }) => sideSpecs[0]?.name === "Tortoise")).toBe(true);
    expect(outcomes.some(({ description }) => description === "other")).toBe(true);
    expect(outcomes.some(({ description }) => description.includes("perp:xyz:SILVER"))).toBe(true);
  });

  test("names contests with their facts in the order of the alphabet", async () => {
    const { outcomes, questions } = await listAt(NOON);
    const contests = [...outcomes, ...questions]
      .filter(({ name }) => /^template:sportsContest(Winner3|Result)$/.test(name));
    expect(contests.length).toBeGreaterThan(10);
    for (const { description } of contests) {
      const keys = [...parseDescription(description).keys()];
      expect(keys).toEqual(keys.toSorted());
    }
  });
});

describe("a question to the venue", () => {
  test.each<[string, number, string, RequestInit]>([
    ["of a type that does not exist", 422, '{"type":"weather"}', {}],
    ["without a type", 422, "[]", {}],
    ["that is no JSON", 400, "{", {}],
    ["that does not say it is JSON", 415, '{"type":"outcomeMeta"}', { headers: {} }],
    ["by PUT", 405, "{}", { method: "PUT" }],
  ])("%s is answered with %d", async (_, status, body, init) => {
    const answer = await send(body, init);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toStartWith("{");
  });

  test("by GET is no question", async () => {
    expect((await fetch(`${venue.url}/info`)).status).toBe(405);
    expect((await fetch(`${venue.url}/exchange`, { method: "POST" })).status).toBe(404);
  });

  test("weighs 20 of the 1200 of a minute", async () => {
    clock.set(ms("2026-11-20T13:00:00Z"));
    expect((await control(`${venue.url}/__listing`, "PUT", { outcomes: [], questions: [] })).status)
      .toBe(200);
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push((await send('{"type":"outcomeMeta"}')).status);
    expect(statuses.indexOf(429)).toBe(60);
    clock.set(clock.nowMs() + 60_000);
    expect(await send('{"type":"outcomeMeta"}'))
      .toEqual({ status: 200, text: '{"outcomes":[],"questions":[]}' });
  });

  test.each<[string, unknown]>([
    ["an outcome without a number", { outcomes: [{ outcome: "1" }], questions: [] }],
    ["no questions", { outcomes: [] }],
    ["something else", { outcomes: [], questions: [], events: [] }],
  ])("cannot be answered with %s", async (_, body) => {
    expect((await control(`${venue.url}/__listing`, "PUT", body)).status).toBe(400);
  });
});
