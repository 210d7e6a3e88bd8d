import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { atSec, listedGame, listedTeam } from "./season.ts";
import { startSchedule, type Wire } from "./world.ts";

const game = (number: number, league: "epl" | "mls" | "nba", kickoff: string) =>
  listedGame({
    number,
    league,
    home: listedTeam(`Home ${number}`, { id: number * 10, league }),
    away: listedTeam(`Away ${number}`, { id: number * 10 + 1, league }),
    kickoffSec: atSec(kickoff),
  });

/** Games of the world, two days of each league. */
const WORLD = [
  game(1, "epl", "2026-11-21T15:00:00Z"),
  game(2, "mls", "2026-11-21T20:00:00Z"),
  game(3, "nba", "2026-11-21T20:00:00Z"),
  game(4, "epl", "2026-11-22T15:00:00Z"),
];

let schedule = startSchedule(WORLD, "2026-11-20T18:00:00Z");
beforeEach(async () => {
  await schedule.stop();
  schedule = startSchedule(WORLD, "2026-11-20T18:00:00Z");
});
afterAll(() => schedule.stop());

const ENGLAND = "s:600~l:700";
const AMERICA = "s:600~l:770";
const event = (id: string, uid = ENGLAND, more: Wire = {}) => ({
  id,
  uid: `${uid}~e:${id}`,
  ...more,
});
const put = (league: string, date: string, events: ReadonlyArray<Wire>, more: Wire = {}) =>
  schedule.put({ sport: "soccer", league, date, body: { events, ...more } });
const ids = (league: string, date = "20261121") =>
  schedule.ids(`soccer/${league}/scoreboard?dates=${date}`);

describe("PUT /__scoreboard", () => {
  test("replaces the world on that scoreboard and day, and nowhere else", async () => {
    const body = { events: [event("90")] };
    expect(await schedule.put({ sport: "basketball", league: "nba", date: "20261121", body }))
      .toEqual({ status: 200, body: { events: 1 } });
    expect(await schedule.ids("basketball/nba/scoreboard?dates=20261121")).toEqual(["90"]);
    expect(await schedule.ids("basketball/nba/scoreboard?dates=20261122")).toEqual([]);
    expect(await ids("eng.1")).toEqual(["1"]);
  });

  test("serves the body unchanged, with any content", async () => {
    const body = { leagues: [], season: null, odd: { x: [1] }, events: [event("90"), {}] };
    await schedule.put({ sport: "soccer", league: "eng.1", date: "20261121", body });
    const served = await schedule.ask("soccer/eng.1/scoreboard?dates=20261121");
    expect(served.body).toMatchObject(body);
    expect((served.body["events"] as ReadonlyArray<unknown>).length).toBe(2);
  });

  test("for all of soccer also applies to each league, by the uid", async () => {
    await put("all", "20261121", [event("90"), event("91", AMERICA), {}, event("92", "s:600~l:5")]);
    expect(await ids("all")).toEqual(["90", "91", "92"]);
    expect(await ids("eng.1")).toEqual(["90"]);
    expect(await ids("usa.1")).toEqual(["91"]);
    expect(await ids("esp.1")).toEqual([]);
    expect(await ids("eng.1", "20261122")).toEqual(["4"]);
    const served = await schedule.ask("soccer/esp.1/scoreboard?dates=20261121");
    expect(served.body["events"]).toEqual([{}]);
  });

  test("for a league also appears in all of soccer, with the world's other leagues", async () => {
    await put("eng.1", "20261121", [event("90")]);
    expect(await ids("all")).toEqual(["90", "2"]);
    await put("all", "20261121", [event("91", AMERICA)]);
    expect(await ids("all")).toEqual(["91", "90"]);
    expect(await ids("eng.1")).toEqual(["90"]);
    expect(await ids("usa.1")).toEqual(["91"]);
  });

  test("merges with earlier recordings, a game by its id", async () => {
    await put("eng.1", "20261121", [event("90", ENGLAND, { name: "old" }), event("91")]);
    await put("eng.1", "20261121", [event("92"), event("90", ENGLAND, { name: "new" })]);
    expect(await ids("eng.1")).toEqual(["90", "91", "92"]);
    const [first] = await schedule.events("soccer/eng.1/scoreboard?dates=20261121");
    expect(first).toMatchObject({ name: "new" });
  });

  test("moves a game that is recorded on another day or scoreboard", async () => {
    await put("all", "20261121", [event("90"), event("91")]);
    await put("eng.1", "20261124", [event("90")]);
    expect(await ids("eng.1")).toEqual(["91"]);
    expect(await ids("eng.1", "20261124")).toEqual(["90"]);
    expect(await ids("all", "20261124")).toEqual(["90"]);
  });

  test("keeps a tennis tournament on each of its recorded days", async () => {
    const body = { events: [{ id: "504-2022" }] };
    for (const date of ["20261121", "20261122"]) {
      await schedule.put({ sport: "tennis", league: "wta", date, body });
    }
    for (const date of ["20261121", "20261122"]) {
      expect(await schedule.ids(`tennis/wta/scoreboard?dates=${date}`)).toEqual(["504-2022"]);
    }
  });

  test("without events means that nothing is played that day", async () => {
    await put("eng.1", "20261121", [event("90")]);
    await put("eng.1", "20261121", []);
    expect(await ids("eng.1")).toEqual([]);
    expect(await ids("all")).toEqual(["2"]);
  });

  test("applies to a month, and to requests without a day", async () => {
    await put("eng.1", "20261101", [event("89")], { odd: 1 });
    await put("eng.1", "20261120", [event("90")]);
    expect(await ids("eng.1", "202611")).toEqual(["89", "90", "1", "4"]);
    expect(await schedule.ids("soccer/eng.1/scoreboard")).toEqual(["90"]);
    const [day, month] = await Promise.all(
      ["20261101", "202611"].map((dates) => schedule.ask(`soccer/eng.1/scoreboard?dates=${dates}`)),
    );
    expect([day?.body["odd"], month?.body["odd"]]).toEqual([1, undefined]);
  });

  test("is cut at the limit like the world's", async () => {
    await put("eng.1", "20261121", Array.from({ length: 60 }, (_, at) => event(String(at + 500))));
    expect(await schedule.ids("soccer/eng.1/scoreboard?dates=20261121&limit=9")).toHaveLength(9);
    expect(await schedule.ids("soccer/eng.1/scoreboard?dates=20261121&limit=900"))
      .toHaveLength(25);
  });

  test("accepts bodies of megabytes", async () => {
    const events = [event("90", ENGLAND, { junk: "x".repeat(7 * 1024 * 1024) })];
    expect((await put("eng.1", "20261121", events)).status).toBe(200);
    expect(await ids("eng.1")).toEqual(["90"]);
  });

  const right = { sport: "soccer", league: "eng.1", date: "20261121", body: { events: [] } };
  test.each<[unknown, RegExp]>([
    [[], /Send a JSON object/],
    [{ ...right, day: "x" }, /Unknown key "day": use sport, league, date, body/],
    [{ ...right, sport: undefined }, /"sport" must be text/],
    [{ ...right, sport: "cricket" }, /Unknown sport "cricket": use football, basketball/],
    [{ ...right, league: "epl" }, /Unknown league "epl" of soccer: use eng.1, .*all/],
    [{ ...right, sport: "basketball", league: "all" }, /Unknown league "all" of basketball/],
    [{ ...right, league: "constructor" }, /Unknown league/],
    [{ ...right, date: 20_261_121 }, /"date" must be text/],
    [{ ...right, date: "202611" }, /"date" must be a day/],
    [{ ...right, date: "20260230" }, /"date" must be a day/],
    [{ ...right, date: "2026-11-21" }, /"date" must be a day/],
    [{ ...right, body: undefined }, /"body" must be a JSON object/],
    [{ ...right, body: [] }, /"body" must be a JSON object/],
    [{ ...right, body: {} }, /"body.events" must be a list/],
    [{ ...right, body: { events: [{}, 7] } }, /body.events\[1\]: Send a JSON object/],
  ])("refuses %j", async (body, why) => {
    const { status, body: refusal } = await schedule.put(body);
    expect(status).toBe(400);
    expect(refusal["error"]).toMatch(why);
    expect(await ids("eng.1")).toEqual(["1"]);
  });
});
