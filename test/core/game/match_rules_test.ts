/** The rules of matching, one case each. @module */
import { describe, expect, test } from "bun:test";
import { type Game, makeNameTable, type PlatformGame } from "../../../core/game/mod.ts";
import {
  at,
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

/** What is listed, among which games of the schedule, is said to be what. */
function cases(
  all: ReadonlyArray<readonly [string, PlatformGame, ReadonlyArray<Game>, string]>,
): void {
  test.each([...all])("%s", (_, listed, games, said) => expect(say(listed, games)).toBe(said));
}

const swapped = { home: named("Reds"), away: named("Chicago Cubs") };
const noNumber = "2026-09-20";
const one = [game("1", KICKOFF)];
const doubleheader = [game("1", KICKOFF), game("2", "2026-09-20T20:40:00Z")];
const series = [game("1", KICKOFF), game("2", "2026-09-21T17:00:00Z")];
const listedAt = (iso: string, rest: Partial<PlatformGame> = {}) =>
  list({ kickoff: at(iso), ...rest });
const listedOn = (...[day, number]: Parameters<typeof onDay>) =>
  list({ kickoff: onDay(day, number) });
const undated = list({ kickoff: { kind: "unknown" } });

describe("a platform's game", () => {
  cases([
    ["at the kickoff", list(), one, "exact 1"],
    ["15 min late", listedAt("2026-09-20T17:15:00Z"), one, "exact 1"],
    ["15 min early", listedAt("2026-09-20T16:45:00Z"), one, "exact 1"],
    ["15 min 1 s late", listedAt("2026-09-20T17:15:01Z"), one, "high 1"],
    ["3 h late", listedAt("2026-09-20T20:00:00Z"), one, "high 1"],
    ["3 h 1 s late", listedAt("2026-09-20T20:00:01Z"), one, "review 1"],
    ["18 h off", listedAt("2026-09-21T11:00:00Z"), one, "review 1"],
    ["18 h 1 s off", listedAt("2026-09-21T11:00:01Z"), one, "none, 1"],
    ["6 days off", listedAt("2026-09-26T17:00:00Z"), one, "none, 1"],
    ["8 days off", listedAt("2026-09-28T17:00:00Z"), one, "none"],
    ["with its sides swapped", list(swapped), one, "high 1 swapped"],
    [
      "with swapped sides, 1 h late",
      listedAt("2026-09-20T18:00:00Z", swapped),
      one,
      "high 1 swapped",
    ],
    ["of a cancelled game", list(), [game("1", KICKOFF, { status: "cancelled" })], "exact 1"],
    ["of other teams", list({ away: named("Chicago White Sox") }), one, "none"],
    ["of a team against itself", list({ away: named("Chicago Cubs") }), one, "none"],
  ]);
});

describe("a platform that keeps a kickoff that was given up", () => {
  const moved = game("1", "2026-09-23T17:00:00Z", { previousKickoffs: [gaveUp(KICKOFF)] });
  const other = game("2", KICKOFF);
  const in18h = (sec: number) => [moved, game("2", `2026-09-21T11:00:0${sec}Z`)];
  cases([
    ["is anchored by it", list(), [moved], "high 1"],
    ["is anchored by it within 3 h", listedAt("2026-09-20T20:00:00Z"), [moved], "high 1"],
    ["may mean another game that is played then", list(), [moved, other], "review 1, 2"],
    ["may mean another game within 18 h", list(), in18h(0), "review 1, 2"],
    ["cannot mean another game 18 h and 1 s away", list(), in18h(1), "high 1"],
    ["is anchored by its day", listedOn(noNumber), [moved], "high 1"],
  ]);
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
  const late = listedAt("2026-09-20T20:45:00Z");
  const between = listedAt("2026-09-20T19:00:00Z");
  const together = [game("1", KICKOFF), game("2", KICKOFF)];
  const moved = game("3", "2026-09-22T17:00:00Z", { previousKickoffs: [gaveUp(KICKOFF)] });
  const renumbered = [game("2", KICKOFF), game("1", "2026-09-20T20:40:00Z")];
  const oneOff = [game("1", KICKOFF, { status: "cancelled" }), game("2", KICKOFF)];
  cases([
    ["the first is identified by its minute", list(), doubleheader, "exact 1"],
    ["the second is identified by its minute", late, doubleheader, "exact 2"],
    ["neither is identified between the two", between, doubleheader, "review 2, 1"],
    ["the first is identified by number", listedOn(noNumber, 1), doubleheader, "high 1"],
    ["the second is identified by number", listedOn(noNumber, 2), doubleheader, "high 2"],
    ["a third is doubtful", listedOn(noNumber, 3), doubleheader, "review 1, 2"],
    ["neither is identified by the day", listedOn(noNumber), doubleheader, "review 1, 2"],
    ["neither is identified without a kickoff", undated, doubleheader, "review 1, 2"],
    ["numbers are ignored if both begin at once", listedOn(noNumber, 2), together, "review 1, 2"],
    ["neither is identified by a minute of both", list(), together, "review 1, 2"],
    [
      "numbers are ignored if a game of the day was moved",
      listedOn(noNumber, 2),
      [...doubleheader, moved],
      "review 1, 2, 3",
    ],
    ["the second is the later one, by any name", listedOn(noNumber, 2), renumbered, "high 1"],
    ["a second that the schedule lacks is doubtful", listedOn(noNumber, 2), one, "review 1"],
    ["a number is ignored in a series", listedOn(noNumber, 1), series, "review 1, 2"],
    ["a game that is played is preferred to a cancelled one", list(), oneOff, "review 2, 1"],
    ["the first is the only one", listedOn(noNumber, 1), one, "high 1"],
  ]);
});

describe("without a kickoff", () => {
  const nextWeek = (sec: number) => [game("1", `2026-09-27T00:00:0${sec}Z`)];
  const far = [...one, game("2", "2026-09-28T00:00:00Z")];
  const atNight = [game("1", "2026-09-20T03:59:00Z")];
  cases([
    ["the only game within a week is the match", undated, one, "high 1"],
    ["a week from now is near", undated, nextWeek(0), "high 1"],
    ["more than a week from now it is doubtful", undated, nextWeek(1), "review 1"],
    ["a game further away is suggested besides the only near one", undated, far, "high 1, 2"],
    ["a game one day away is a match", listedOn("2026-09-21"), one, "high 1"],
    ["two days off is another, perhaps", listedOn("2026-09-22"), one, "review 1"],
    ["eight days before it is another", listedOn("2026-09-12"), one, "none, 1"],
    ["eight days after it is another", listedOn("2026-09-28"), one, "none"],
    ["a series is doubtful", listedOn(noNumber), series, "review 1, 2"],
    ["a night game is on the Eastern day before", listedOn("2026-09-18"), atNight, "high 1"],
  ]);
});

describe("a side that is not known for certain", () => {
  const unknown = named("Northbridge Rovers");
  const away = (rest: Partial<PlatformGame> = {}) => list({ away: unknown, ...rest });
  const both = (rest: Partial<PlatformGame> = {}) => away({ home: unknown, ...rest });
  const home = (names: ReadonlyArray<string>, ...codes: ReadonlyArray<string>) =>
    list({ home: { names, codes } });
  const beside = list({ ...swapped, home: unknown });
  const coded = { names: ["Northbridge Rovers"], codes: ["CIN"] };
  const second = makeGame({ id: "2", home: sox, away: cubs, kickoff: "2026-09-20T19:00:00Z" });
  const near = ["16:44:59", "16:45:00", "17:15:00", "17:15:01"]
    .map((time, id) => game(`${id}`, `2026-09-20T${time}Z`));
  const thatDay = both({ kickoff: onDay(noNumber) });
  const someDay = both({ kickoff: { kind: "unknown" } });
  const month = [...series, game("3", "2026-10-20T17:00:00Z")];
  cases([
    ["leaves the other's only game for review", away(), one, "review 1"],
    ["is on the other side of the known one", beside, one, "review 1 swapped"],
    ["keeps games of the day", away({ kickoff: onDay(noNumber) }), one, "review 1"],
    ["excludes games on another day", away({ kickoff: onDay("2026-09-21") }), one, "none"],
    ["excludes games 3 h away", away({ kickoff: at("2026-09-20T20:00:01Z") }), one, "none"],
    ["links no game if there are two", away(), [...one, second], "none, 1, 2"],
    ["is not found by its code", away({ away: coded }), one, "review 1"],
    ["of two suggests both games, and links neither", both(), doubleheader, "none, 1"],
    ["of two may be games within 15 min alone", both(), near, "none, 1, 2"],
    ["of two may be any of the day, if only that is known", thatDay, series, "none, 1"],
    ["of two may be any within a week if the day is unknown", someDay, month, "none, 1, 2"],
    ["of one town is never picked", home(["Chicago"]), one, "review 1"],
    ["is picked by its code", home(["Chicago"], "chc"), one, "exact 1"],
    ["is found by a code where there are no names", home([], "CHC"), one, "exact 1"],
    ["may be either of two names", home(["Chicago Cubs", "Chicago White Sox"]), one, "review 1"],
    ["keeps its name against a code", home(["Chicago Cubs"], "CHW"), one, "exact 1"],
  ]);
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
