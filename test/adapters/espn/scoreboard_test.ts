import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readEvents, writtenEvent, writtenSide, writtenStatus } from "./written_event.ts";

const fixture = async (name: string) => {
  const file = new URL(`../../fixture/espn/${name}.json`, import.meta.url).pathname;
  return (await Bun.file(file).json() as { events: ReadonlyArray<unknown> }).events;
};

describe("readScoreboard()", () => {
  test("an empty entry says nothing, and hides nothing", () => {
    const { games, troubles } = readEvents([{}, writtenEvent(), {}]);
    expect(games.map(({ eventId }) => eventId)).toEqual(["740902"]);
    expect(troubles).toEqual([]);
  });

  test("a bad entry hides no other, and each is reported", () => {
    const junk = [null, 7, "event", [], { competitions: 7 }, { competitions: [7] }, {
      id: "1",
      competitions: [{ id: "1", competitors: [null] }],
    }];
    const { games, troubles } = readEvents([...junk, writtenEvent()]);
    expect(games.length).toBe(1);
    expect(troubles.length).toBe(junk.length);
  });

  test("any entry is read or reported, and never throws", () => {
    fc.assert(fc.property(fc.array(fc.anything()), fc.anything(), (events, odd) => {
      const { games } = readEvents([...events, writtenEvent({ status: odd }), odd]);
      expect(games.map(({ eventId }) => eventId)).toContain("740902");
    }));
  });

  const guest = writtenSide("2", { homeAway: "away" });

  test("what is not needed may be missing, null or of another type", () => {
    for (const odd of [undefined, null, 7, {}, [], "", true]) {
      const team = { id: 1, displayName: "Town 1 FC", abbreviation: odd, logo: odd, location: odd };
      const competitors = [writtenSide("1", { team, order: odd, uid: odd }), guest];
      const changes = { timeValid: odd === true ? true : odd, type: odd, startDate: odd };
      const event = writtenEvent({ ...changes, competitors }, { name: odd, season: odd });
      const { games: [game], troubles } = readEvents([event]);
      expect(troubles).toEqual([]);
      expect(game).toMatchObject({
        home: { id: "soccer:espn:1", logoUrl: null, otherNames: [] },
        isKickoffConfirmed: true,
        status: "scheduled",
      });
      expect(game?.home.abbreviation).toMatch(/^FC$/);
    }
  });

  const person = (id: string) => ({ id, homeAway: "home", athlete: { displayName: `P ${id}` } });
  const noHome = /it has no home side/;
  test.each<[string, ReadonlyArray<unknown>, RegExp]>([
    ["two at home", [writtenSide("1"), writtenSide("2")], noHome],
    ["nobody at home", ["1", "2"].map((id) => writtenSide(id, { homeAway: null })), noHome],
    ["two persons at home", [person("1"), person("2")], noHome],
    ["one side", [writtenSide("1")], /1 sides/],
    ["three sides", [writtenSide("1"), guest, writtenSide("3")], /3 sides/],
    ["itself", [writtenSide("1"), writtenSide("1", { homeAway: "away" })], /plays itself/],
    [
      "a side without a number",
      [writtenSide("1", { team: { id: "x1", displayName: "X" } }), guest],
      /home side "X" has the id "x1"/,
    ],
    [
      "a side without a name",
      [writtenSide("1", { team: { id: "1" } }), guest],
      /home side has no name/,
    ],
  ])("a game of %s is not a game, and is reported", (_, competitors, why) => {
    const { games, troubles } = readEvents([writtenEvent({ competitors })]);
    expect(games).toEqual([]);
    expect(troubles).toEqual([expect.stringMatching(why)]);
    expect(troubles[0]).toContain('event 740902 "Town 2 FC at Town 1 FC"');
  });

  test.each(["9".repeat(19), "a1", "1 2", "-1", "1/2"])(
    "a game with the id %p is no game, and is told of",
    (id) => {
      const { games, troubles } = readEvents([writtenEvent({ id })]);
      expect(games).toEqual([]);
      expect(troubles).toEqual([expect.stringContaining(`it has the id "${id.slice(0, 40)}"`)]);
    },
  );

  test("sides that are not decided yet are reported, and the rest of the day is read", async () => {
    const { games, troubles } = readEvents(await fixture("nfl_playoff_sides_open"), {
      league: "nfl",
    });
    expect(games.map(({ eventId }) => eventId)).toEqual(["401772001"]);
    expect(troubles).toEqual([
      expect.stringMatching(/401772002.*home side is not known yet: "TBD"/),
      expect.stringMatching(/401772003.*away side.*"-2"/),
    ]);
  });

  test.each([
    ["TBD", false],
    ["tba", false],
    ["To Be Determined", false],
    ["Winner Match 49", false],
    ["Semifinal 1 Winner", false],
    ["Quarterfinal 2 Loser", false],
    ["Group A 2nd Place", false],
    ["Winnersdale", true],
    ["Placeham United", true],
    ["TBD Bandits", true],
  ])("whether %p is a side: %p", (displayName, isSide) => {
    const competitors = [writtenSide("1", { team: { id: "1", displayName } }), guest];
    expect(readEvents([writtenEvent({ competitors })]).games.length).toBe(isSide ? 1 : 0);
  });

  test("a competition without sides is none, as in a tournament that has no draw yet", () => {
    expect(readEvents([writtenEvent({ competitors: [] })])).toEqual({ games: [], troubles: [] });
    expect(readEvents([writtenEvent({}, { competitions: [] })]).troubles).toEqual([]);
  });

  test("of both tours' tournament each reads its own singles, of the day", async () => {
    const events = await fixture("tennis_both_tours");
    const read = (league: "atp" | "wta", day: string) => {
      const { games, troubles } = readEvents(events, { league, day });
      return [games.map(({ home, away }) => `${home.name} - ${away.name}`), troubles];
    };
    expect(read("atp", "2026-11-21")).toEqual([["Player One - Player Two"], []]);
    // At 03:00Z of the day after.
    expect(read("wta", "2026-11-21")).toEqual([["Player Three - Player Four"], []]);
    expect(read("atp", "2026-11-22")).toEqual([["Player Five - Player Six"], []]);
    expect(read("wta", "2026-11-23")).toEqual([[], []]);
  });

  test("a person has a short name instead of an abbreviation, and no logo", async () => {
    const events = await fixture("tennis_both_tours");
    const { games: [game] } = readEvents(events, { league: "atp" });
    expect(game).toMatchObject({
      home: {
        id: "tennis:espn:9001",
        abbreviation: "P. One",
        logoUrl: null,
        otherNames: ["P. One"],
      },
      away: { abbreviation: "TWO", otherNames: [] },
      status: "finished",
      score: null,
    });
  });

  test("a match of an unknown draw is reported", () => {
    const people = ["1", "2"].map((id) => ({ id, athlete: { displayName: `Person ${id}` } }));
    const event = writtenEvent({ competitors: people }, { uid: "s:850~l:851~e:1" });
    expect(readEvents([event], { league: "atp" })).toEqual({
      games: [],
      troubles: [expect.stringContaining("no known draw")],
    });
  });

  test("a game of another league is left out in silence", () => {
    const of = (uid: unknown, slug: string, league: "epl" | "wsl" | "ucl" | "nba") =>
      readEvents([writtenEvent({}, { uid, season: { slug } })], { league }).games.length;
    const [men, women] = ["2026-27-english-premier-league", "2026-27-english-womens-super-league"];
    expect(of("s:600~l:700~e:1", men, "epl")).toBe(1);
    expect(of("s:600~l:8097~e:1", women, "epl")).toBe(0);
    expect(of("s:600~l:8097~e:1", women, "wsl")).toBe(1);
    expect(of("s:600~l:700~e:1", men, "wsl")).toBe(0);
    // Numbers nobody knows here decide nothing.
    expect(of("s:600~l:775~e:1", "group-stage", "ucl")).toBe(1);
    expect(of("s:600~l:700~e:1", men, "ucl")).toBe(0);
    // Without a number the season's name may still say who plays.
    expect(of(null, women, "epl")).toBe(0);
    expect(of(null, women, "wsl")).toBe(1);
    expect(of(undefined, men, "epl")).toBe(1);
    expect(of("s:600~l:700~e:1", men, "nba")).toBe(0);
  });

  test("a game that is listed twice is one", () => {
    expect(readEvents([writtenEvent(), writtenEvent()]).games.length).toBe(1);
  });

  test("every fight of a card is a game with its own status", () => {
    const fight = (id: string, status: unknown) => ({
      ...(writtenEvent({ id, status })["competitions"] as ReadonlyArray<object>)[0],
      competitors: [`${id}1`, `${id}2`].map((id) => ({
        id,
        athlete: { displayName: `Fighter ${id}` },
      })),
    });
    const event = {
      id: "600",
      uid: "s:3301~l:3321~e:600",
      competitions: [fight("8", writtenStatus()), fight("9", undefined)],
      status: writtenStatus({ name: "STATUS_IN_PROGRESS", state: "in" }),
    };
    const { games } = readEvents([event], { league: "ufc" });
    expect(games.map(({ eventId, status }) => [eventId, status])).toEqual([
      ["8", "scheduled"],
      ["9", null],
    ]);
  });

  test("the status of its event counts for a competition that is alone and has none", () => {
    const status = writtenStatus({ name: "STATUS_POSTPONED", state: "post" });
    const { games } = readEvents([writtenEvent({ status: {} }, { status })]);
    expect(games.map(({ status }) => status)).toEqual(["postponed"]);
  });
});
