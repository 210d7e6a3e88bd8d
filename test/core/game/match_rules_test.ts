/** The rules of matching, one case each. @module */
import { describe, expect, test } from "bun:test";
import { type Game, makeNameTable, type PlatformGame } from "../../../core/game/mod.ts";
import {
  at,
  coded,
  gaveUp,
  makeGame,
  makePlatformGame,
  makeTeam,
  match,
  named,
  onDay,
} from "./made_games.ts";

const cubs = makeTeam("mlb", "Chicago Cubs", { abbreviation: "CHC", otherNames: ["Chicago"] });
const sox = makeTeam("mlb", "Chicago White Sox", { abbreviation: "CHW", otherNames: ["Chicago"] });
const reds = makeTeam("mlb", "Cincinnati Reds", { abbreviation: "CIN", otherNames: ["Reds"] });
const KICKOFF = "2026-09-20T17:00:00Z";
const game = (id: string, kickoff: string, rest: Partial<Game> = {}) =>
  makeGame({ id, home: cubs, away: reds, kickoff, ...rest });
const list = (rest: Partial<PlatformGame> = {}) =>
  makePlatformGame({
    league: "mlb",
    home: named("Chicago Cubs"),
    away: named("Reds"),
    kickoff: at(KICKOFF),
    ...rest,
  });

/** `exact 1` or `none`, then the other games it may be. */
function say(
  listed: PlatformGame,
  games: ReadonlyArray<Game>,
  times: { readonly now?: string; readonly seen?: string; readonly since?: string } = {},
): string {
  const teams = [cubs, sox, reds];
  const [found] = match({ league: "mlb", games, listed: [listed], teams, ...times });
  const link = found?.link == null
    ? "none"
    : `${found.link.confidence} ${found.link.gameId.slice(5)}${
      found.link.isSwapped ? " swapped" : ""
    }`;
  const isSure = found?.link?.confidence === "exact" || found?.link?.confidence === "high";
  expect(found?.why === null).toBe(isSure);
  return [link, ...(found?.maybe ?? []).map((id) => id.slice(5)).toSorted()].join(", ");
}

const swapped = { home: named("Reds"), away: named("Chicago Cubs") };
const noNumber = "2026-09-20";
const one = [game("1", KICKOFF)];
const doubleheader = [game("1", KICKOFF), game("2", "2026-09-20T20:40:00Z")];
const series = [game("1", KICKOFF), game("2", "2026-09-21T17:00:00Z")];

describe("a platform's game", () => {
  test.each<readonly [string, PlatformGame, ReadonlyArray<Game>, string]>([
    ["at the kickoff", list(), one, "exact 1"],
    ["15 min late", list({ kickoff: at("2026-09-20T17:15:00Z") }), one, "exact 1"],
    ["15 min early", list({ kickoff: at("2026-09-20T16:45:00Z") }), one, "exact 1"],
    ["15 min 1 s late", list({ kickoff: at("2026-09-20T17:15:01Z") }), one, "high 1"],
    ["3 h late", list({ kickoff: at("2026-09-20T20:00:00Z") }), one, "high 1"],
    ["3 h 1 s late", list({ kickoff: at("2026-09-20T20:00:01Z") }), one, "review 1"],
    ["18 h off", list({ kickoff: at("2026-09-21T11:00:00Z") }), one, "review 1"],
    ["18 h 1 s off", list({ kickoff: at("2026-09-21T11:00:01Z") }), one, "none, 1"],
    ["6 days off", list({ kickoff: at("2026-09-26T17:00:00Z") }), one, "none, 1"],
    ["8 days off", list({ kickoff: at("2026-09-28T17:00:00Z") }), one, "none"],
    ["with its sides swapped", list(swapped), one, "high 1 swapped"],
    [
      "with its sides swapped and 1 h late",
      list({ ...swapped, kickoff: at("2026-09-20T18:00:00Z") }),
      one,
      "high 1 swapped",
    ],
    ["of a cancelled game", list(), [game("1", KICKOFF, { status: "cancelled" })], "exact 1"],
    ["of other teams", list({ away: named("Chicago White Sox") }), one, "none"],
    ["of a team against itself", list({ away: named("Chicago Cubs") }), one, "none"],
  ])("%s", (_, listed, games, expected) => expect(say(listed, games)).toBe(expected));
});

describe("a platform that keeps a kickoff that was given up", () => {
  const moved = game("1", "2026-09-23T17:00:00Z", { previousKickoffs: [gaveUp(KICKOFF)] });
  test("is anchored by it", () => expect(say(list(), [moved])).toBe("high 1"));
  test("is anchored by it within 3 h", () =>
    expect(say(list({ kickoff: at("2026-09-20T20:00:00Z") }), [moved])).toBe("high 1"));
  test("may mean another game that is played then", () =>
    expect(say(list(), [moved, game("2", KICKOFF)])).toBe("review 1, 2"));
  test("may mean another game within 18 h", () =>
    expect(say(list(), [moved, game("2", "2026-09-21T11:00:00Z")])).toBe("review 1, 2"));
  test("cannot mean another game 18 h and 1 s away", () =>
    expect(say(list(), [moved, game("2", "2026-09-21T11:00:01Z")])).toBe("high 1"));
  test("is anchored by its day", () =>
    expect(say(list({ kickoff: onDay(noNumber) }), [moved])).toBe("high 1"));
  test("may mean any game within a week where nothing is known of that, and none is near", () => {
    const nearest = game("1", "2026-09-20T00:00:00Z");
    const [inAWeek, later] = ["2026-09-27T17:00:00Z", "2026-09-27T17:00:01Z"];
    expect(say(list(), [nearest, game("2", inAWeek), game("3", later)])).toBe("review 1, 2");
  });
});

describe("a platform that lists a postponed game", () => {
  const listed = list({ kickoff: onDay("2026-09-20") });
  const closed = list({ kickoff: onDay("2026-09-20"), isOpen: false });
  const postponed = game("1", KICKOFF, { status: "postponed" });
  const played = game("1", KICKOFF, { status: "finished" });
  const dayAfter = game("2", "2026-09-21T22:00:00Z", { status: "finished" });
  const later = game("3", "2027-04-08T04:00:00Z");
  const tooLate = game("4", "2027-04-08T17:00:01Z");
  const before = game("0", "2026-09-10T17:00:00Z");
  const others = [before, later, tooLate];
  test.each<readonly [string, PlatformGame, ReadonlyArray<Game>, string]>([
    ["may mean any later game", listed, [postponed], "high 1, 3"],
    ["may mean it and any later game, by its minute", list(), [postponed], "exact 1, 3"],
    ["means what was played", listed, [played], "high 1"],
    ["suggests any later game if there is none at that time", listed, [], "none, 3"],
    ["may mean any later game beside a remote one", list(), [dayAfter], "none, 2, 3"],
    ["means what was put off once nothing is traded", closed, [postponed], "high 1"],
    ["means nothing once nothing is traded", closed, [], "none"],
  ])("%s", (_, listed, games, expected) => {
    expect(say(listed, [...games, ...others], { now: "2026-09-20T20:00:00Z" })).toBe(expected);
  });

  test("means the postponed game once it is no longer listed", () => {
    const now = "2026-10-20T00:00:00Z";
    expect(say(listed, [postponed, later], { now, seen: "2026-10-19T00:00:00Z" }))
      .toBe("high 1, 3");
    expect(say(listed, [postponed, later], { now, seen: "2026-10-18T23:59:59Z" })).toBe("high 1");
  });

  test("suggests any later game if one of a doubleheader was postponed", () => {
    const second = game("2", "2026-09-20T22:00:00Z", { status: "postponed" });
    expect(say(listed, [played, second, later])).toBe("review 1, 2, 3");
  });

  test("is not matched in a period whose games were not all read", () => {
    const times = { now: "2026-10-04T00:00:00Z" };
    const games = [dayAfter, later];
    expect(say(list(), games, { ...times, since: "2026-09-13T17:00:00Z" })).toBe("none, 2, 3");
    expect(say(list(), games, { ...times, since: "2026-09-13T17:00:01Z" })).toBe("none, 2, 3");
    const gone = list({ isOpen: false });
    expect(say(gone, games, { ...times, since: "2026-09-13T17:00:00Z" })).toBe("none, 2");
    expect(say(gone, games, { ...times, since: "2026-09-13T17:00:01Z" })).toBe("none");
    const stranger = list({ isOpen: false, away: named("Northbridge Rovers") });
    expect(say(stranger, [played], { ...times, since: "2026-09-13T17:00:00Z" })).toBe("review 1");
    expect(say(stranger, [played], { ...times, since: "2026-09-13T17:00:01Z" })).toBe("none");
  });
});

describe("of a doubleheader", () => {
  test.each<readonly [string, PlatformGame, string]>([
    ["the first is identified by its minute", list(), "exact 1"],
    [
      "the second is identified by its minute",
      list({ kickoff: at("2026-09-20T20:45:00Z") }),
      "exact 2",
    ],
    [
      "neither is identified between the two",
      list({ kickoff: at("2026-09-20T19:00:00Z") }),
      "review 2, 1",
    ],
    ["the first is identified by number", list({ kickoff: onDay(noNumber, 1) }), "high 1"],
    ["the second is identified by number", list({ kickoff: onDay(noNumber, 2) }), "high 2"],
    ["a third is doubtful", list({ kickoff: onDay(noNumber, 3) }), "review 1, 2"],
    ["neither is identified by the day", list({ kickoff: onDay(noNumber) }), "review 1, 2"],
    [
      "neither is identified without a kickoff",
      list({ kickoff: { kind: "unknown" } }),
      "review 1, 2",
    ],
  ])("%s", (_, listed, expected) => expect(say(listed, doubleheader)).toBe(expected));

  test("numbers are ignored if both begin at the same time", () => {
    const together = [game("1", KICKOFF), game("2", KICKOFF)];
    expect(say(list({ kickoff: onDay(noNumber, 2) }), together)).toBe("review 1, 2");
    expect(say(list(), together)).toBe("review 1, 2");
  });

  test("numbers are ignored if a game of the day was moved", () => {
    const moved = game("3", "2026-09-22T17:00:00Z", { previousKickoffs: [gaveUp(KICKOFF)] });
    expect(say(list({ kickoff: onDay(noNumber, 2) }), [...doubleheader, moved]))
      .toBe("review 1, 2, 3");
  });

  test("the second is the later one, whatever the games are called", () => {
    const games = [game("2", KICKOFF), game("1", "2026-09-20T20:40:00Z")];
    expect(say(list({ kickoff: onDay(noNumber, 2) }), games)).toBe("high 1");
  });

  test("a second game that the schedule lacks is doubtful", () =>
    expect(say(list({ kickoff: onDay(noNumber, 2) }), one)).toBe("review 1"));
  test("a number is ignored on a day with one game of a series", () =>
    expect(say(list({ kickoff: onDay(noNumber, 1) }), series)).toBe("review 1, 2"));
  test("a game that is played is preferred to a cancelled one", () => {
    const off = game("1", KICKOFF, { status: "cancelled" });
    expect(say(list(), [off, game("2", KICKOFF)])).toBe("review 2, 1");
  });
  test("the first is the only one", () =>
    expect(say(list({ kickoff: onDay(noNumber, 1) }), one)).toBe("high 1"));
});

describe("without a kickoff", () => {
  test("the only game within a week is the match", () =>
    expect(say(list({ kickoff: { kind: "unknown" } }), one)).toBe("high 1"));
  test("a week from now is near", () =>
    expect(say(list({ kickoff: { kind: "unknown" } }), [game("1", "2026-09-27T00:00:00Z")]))
      .toBe("high 1"));
  test("more than a week from now it is doubtful", () =>
    expect(say(list({ kickoff: { kind: "unknown" } }), [game("1", "2026-09-27T00:00:01Z")]))
      .toBe("review 1"));
  test("a game further away is suggested besides the only near one", () =>
    expect(say(list({ kickoff: { kind: "unknown" } }), [...one, game("2", "2026-09-28T00:00:00Z")]))
      .toBe("high 1, 2"));
  test("a game one day away is a match", () =>
    expect(say(list({ kickoff: onDay("2026-09-21") }), one)).toBe("high 1"));
  test("two days off is another, perhaps", () =>
    expect(say(list({ kickoff: onDay("2026-09-22") }), one)).toBe("review 1"));
  test("eight days off is another, before or after", () => {
    const off = ["2026-09-12", "2026-09-28"].map((day) => list({ kickoff: onDay(day) }));
    expect(off.map((listed) => say(listed, one))).toEqual(["none, 1", "none"]);
  });
  test("a series is doubtful", () =>
    expect(say(list({ kickoff: onDay(noNumber) }), series)).toBe("review 1, 2"));
  test("a night game is on the Eastern day before", () =>
    expect(say(list({ kickoff: onDay("2026-09-18") }), [game("1", "2026-09-20T03:59:00Z")]))
      .toBe("high 1"));
});

describe("a side that is not known for certain", () => {
  const unknown = named("Northbridge Rovers");
  test("leaves the other's only game for review", () =>
    expect(say(list({ away: unknown }), one)).toBe("review 1"));
  test("is on the other side of the known one", () =>
    expect(say(list({ home: unknown, away: named("Chicago Cubs") }), one)).toBe(
      "review 1 swapped",
    ));
  test("excludes games on another day", () => {
    expect(say(list({ away: unknown, kickoff: onDay(noNumber) }), one)).toBe("review 1");
    expect(say(list({ away: unknown, kickoff: onDay("2026-09-21") }), one)).toBe("none");
  });
  test("excludes games 3 h away", () =>
    expect(say(list({ away: unknown, kickoff: at("2026-09-20T20:00:01Z") }), one)).toBe("none"));
  test("links no game if there are two", () => {
    const other = makeGame({ id: "2", home: sox, away: cubs, kickoff: "2026-09-20T19:00:00Z" });
    expect(say(list({ away: unknown }), [...one, other])).toBe("none, 1, 2");
  });
  test("is not found by its code", () =>
    expect(say(list({ away: { names: ["Northbridge Rovers"], codes: ["CIN"] } }), one))
      .toBe("review 1"));
  test("of two suggests both games, and links neither", () =>
    expect(say(list({ home: unknown, away: unknown }), doubleheader)).toBe("none, 1"));
  test("of two may be games within 15 min alone", () => {
    const kickoffs = ["2026-09-20T16:44:59Z", "2026-09-20T16:45:00Z", "2026-09-20T17:15:00Z"];
    const games = [...kickoffs, "2026-09-20T17:15:01Z"].map((at, id) => game(`${id}`, at));
    expect(say(list({ home: unknown, away: unknown }), games)).toBe("none, 1, 2");
  });
  test("of two may be any game of the day, if only the day is known", () =>
    expect(say(list({ home: unknown, away: unknown, kickoff: onDay(noNumber) }), series))
      .toBe("none, 1"));
  test("of two suggests any game within a week if the day is unknown", () => {
    const far = game("3", "2026-10-20T17:00:00Z");
    const listed = list({ home: unknown, away: unknown, kickoff: { kind: "unknown" } });
    expect(say(listed, [...series, far])).toBe("none, 1, 2");
  });
  test("of one town is never picked", () =>
    expect(say(list({ home: named("Chicago") }), one)).toBe("review 1"));
  test("is picked by its code", () =>
    expect(say(list({ home: { names: ["Chicago"], codes: ["chc"] } }), one)).toBe("exact 1"));
  test("is found by a code where there are no names", () =>
    expect(say(list({ home: coded("CHC") }), one)).toBe("exact 1"));
  test("with contradicting names may be either", () =>
    expect(say(list({ home: named("Chicago Cubs", "Chicago White Sox") }), one)).toBe("review 1"));
  test("keeps its name against a code", () =>
    expect(say(list({ home: { names: ["Chicago Cubs"], codes: ["CHW"] } }), one)).toBe("exact 1"));
});

test("a side that is another club contradicts, and may be a name that we lack", () => {
  const table = makeNameTable([{ scope: { leagues: ["mlb"] }, names: ["Tokyo Giants", "Tokyo"] }]);
  const [found] = match({
    league: "mlb",
    games: one,
    listed: [list({ away: named("Tokyo") })],
    table,
  });
  expect(found).toMatchObject({ link: null, maybe: ["espn:1"] });
});

test("the reason quotes the unknown names", () => {
  const [found] = match({
    league: "mlb",
    games: one,
    listed: [list({ away: named("Northbridge") })],
  });
  expect(found?.why).toBe('Knows no team "Northbridge" in mlb');
});
