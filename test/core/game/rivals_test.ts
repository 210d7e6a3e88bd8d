/** Several games of a platform that claim one game of the schedule. @module */
import { describe, expect, test } from "bun:test";
import { type Game, type PlatformGame } from "../../../core/game/mod.ts";
import { at, gaveUp, makeGame, makePlatformGame, makeTeam, match, named } from "./made_games.ts";

const home = makeTeam("mlb", "Chicago Cubs");
const away = makeTeam("mlb", "Cincinnati Reds");
const KICKOFF = "2026-09-20T17:00:00Z";
const game = (id: string, kickoff: string, rest: Partial<Game> = {}) =>
  makeGame({ id, home, away, kickoff, ...rest });
const list = (key: string, kickoff: string, rest: Partial<PlatformGame> = {}) =>
  makePlatformGame({
    key,
    league: "mlb",
    home: named(home.name),
    away: named(away.name),
    kickoff: at(kickoff),
    ...rest,
  });

function say(listed: ReadonlyArray<PlatformGame>, games: ReadonlyArray<Game>) {
  return match({ league: "mlb", games, listed }).map(({ link, maybe }) =>
    [link?.confidence ?? "none", ...maybe].join(" ")
  );
}

describe("of two games of one platform", () => {
  const one = [game("1", KICKOFF)];
  test("keeps the more certain one and sends the other to review", () =>
    expect(say([list("a", KICKOFF), list("b", "2026-09-20T18:00:00Z")], one))
      .toEqual(["exact", "review"]));
  test("keeps neither if both are anchored", () =>
    expect(say([list("a", "2026-09-20T17:30:00Z"), list("b", "2026-09-20T18:00:00Z")], one))
      .toEqual(["review", "review"]));
  test("keeps both if they are exact and the teams have no other game nearby", () =>
    expect(say([list("a", KICKOFF), list("b", "2026-09-20T17:05:00Z")], one))
      .toEqual(["exact", "exact"]));
  test("one of two exact links is the other game of a doubleheader", () =>
    expect(
      say([list("a", KICKOFF), list("b", KICKOFF)], [...one, game("2", "2026-09-20T20:40:00Z")]),
    ).toEqual(["review", "review"]));
  test("a game days away is another game next to a certain one", () =>
    expect(say([list("a", KICKOFF), list("b", "2026-09-22T17:00:00Z")], one))
      .toEqual(["exact", "none espn:1"]));
  test("prefers the one that is listed again after a move", () => {
    const moved = game("1", "2026-09-21T20:00:00Z", { previousKickoffs: [gaveUp(KICKOFF)] });
    expect(say([list("a", KICKOFF), list("b", "2026-09-21T20:00:00Z")], [moved]))
      .toEqual(["review", "exact"]);
  });
});

test("a rival for the same game is the reason for a review", () => {
  const listed = [list("a", KICKOFF), list("b", "2026-09-20T18:00:00Z")];
  expect(match({ league: "mlb", games: [game("1", KICKOFF)], listed })[1]?.why)
    .toBe("Another game of the platform is linked to the same game");
});

test("games of different platforms are no rivals", () => {
  const listed = [list("a", "2026-09-20T18:00:00Z"), list("a", KICKOFF, { source: "sx_bet" })];
  expect(say(listed, [game("1", KICKOFF)])).toEqual(["high", "exact"]);
});
