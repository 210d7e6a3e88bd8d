/** Names of persons and of colleges, which follow rules of their own. @module */
import { describe, expect, test } from "bun:test";
import {
  findSide,
  indexTeams,
  KNOWN_NAMES,
  type LeagueCode,
  makeNameTable,
  type Team,
} from "../../../core/game/mod.ts";
import { at, makeGame, makePlatformGame, makeTeam, match, named } from "./made_games.ts";

const find = (league: LeagueCode, teams: ReadonlyArray<Team>, label: string) => {
  const found = findSide(
    indexTeams({ league, teams, table: makeNameTable(KNOWN_NAMES) }),
    named(label),
  );
  return found.kind === "one" ? found.team.name : found.kind;
};

describe("a player", () => {
  const players = ["Carlos Alcaraz", "Alexander Zverev", "Mischa Zverev", "Botic van de Zandschulp"]
    .map((name) => makeTeam("atp", name));
  test.each([
    ["Carlos Alcaraz", "Carlos Alcaraz"],
    ["C. Alcaraz", "Carlos Alcaraz"],
    ["Alcaraz C.", "Carlos Alcaraz"],
    ["Alcaraz", "Carlos Alcaraz"],
    ["Alcaraz, Carlos", "Carlos Alcaraz"],
    ["A. Zverev", "Alexander Zverev"],
    ["Zverev", "several"],
    ["van de Zandschulp", "Botic van de Zandschulp"],
    ["Zandschulp", "Botic van de Zandschulp"],
    ["Carlos", "unknown"],
  ])("is %s: %s", (label, name) => expect(find("atp", players, label)).toBe(name));
});

test("persons have no home side, so that the other order is as sure", () => {
  const [home, away] = [makeTeam("ufc", "Sergey Morozov"), makeTeam("ufc", "Journey Newson")];
  const games = [makeGame({ id: "1", home, away, kickoff: "2026-09-20T21:00:00Z" })];
  const listed = makePlatformGame({
    league: "ufc",
    home: named("Newson"),
    away: named("Morozov"),
    kickoff: at("2026-09-20T21:00:00Z"),
  });
  expect(match({ league: "ufc", games, listed: [listed] })[0]?.link)
    .toEqual({ gameId: "espn:1", confidence: "exact", isSwapped: true });
});

describe("a college", () => {
  const college = (location: string, nickname: string) =>
    makeTeam("ncaab", `${location} ${nickname}`, { otherNames: [location, nickname] });
  const colleges = [
    college("UConn", "Huskies"),
    college("Michigan State", "Spartans"),
    college("Miami", "Hurricanes"),
    college("Miami (OH)", "RedHawks"),
    college("Ole Miss", "Rebels"),
    college("Saint Mary's", "Gaels"),
    college("Stephen F. Austin", "Lumberjacks"),
    college("Texas A&M", "Aggies"),
    college("Mississippi State", "Bulldogs"),
  ];
  test.each([
    ["UConn", "UConn Huskies"],
    ["Connecticut", "UConn Huskies"],
    ["Connecticut Huskies", "UConn Huskies"],
    ["Michigan St.", "Michigan State Spartans"],
    ["Michigan State", "Michigan State Spartans"],
    ["Michigan", "unknown"],
    ["Miami (FL)", "Miami Hurricanes"],
    ["Miami (OH)", "Miami (OH) RedHawks"],
    ["Miami Ohio", "Miami (OH) RedHawks"],
    ["Mississippi", "Ole Miss Rebels"],
    ["Miss St.", "Mississippi State Bulldogs"],
    ["St. Mary's", "Saint Mary's Gaels"],
    ["Stephen F. Austin", "Stephen F. Austin Lumberjacks"],
    ["Texas A&M", "Texas A&M Aggies"],
    ["Bulldogs", "unknown"],
    ["Huskies", "unknown"],
  ])("is %s: %s", (label, name) => expect(find("ncaab", colleges, label)).toBe(name));
});

test("a team that appears twice is one team with both names", () => {
  const once = makeTeam("nba", "Golden State Warriors");
  const twice = [once, { ...once, name: "GS Warriors", otherNames: ["Dubs"] }];
  expect(["Golden State Warriors", "GS Warriors", "Dubs"].map((label) => find("nba", twice, label)))
    .toEqual(Array(3).fill("Golden State Warriors"));
});
