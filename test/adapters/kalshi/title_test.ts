import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { parseTitle } from "../../../adapters/kalshi/title.ts";

describe("a title", () => {
  test.each<[title: string, first: string, link: string, second: string]>([
    ["IND Colts vs KC Chiefs", "IND Colts", "vs", "KC Chiefs"],
    ["Boston at Detroit", "Boston", "at", "Detroit"],
    ["Game 5: New York at San Antonio", "New York", "at", "San Antonio"],
    ["St. Louis vs. Chicago C", "St. Louis", "vs", "Chicago C"],
    ["Seattle at Denver: Total Points", "Seattle", "at", "Denver"],
    ["Incarnate Word at Stephen F. Austin", "Incarnate Word", "at", "Stephen F. Austin"],
    ["A's vs Los Angeles A", "A's", "vs", "Los Angeles A"],
    ["Atlanta @ Athens", "Atlanta", "at", "Athens"],
    ["Mensik v Fonseca", "Mensik", "vs", "Fonseca"],
    ["Manchester City  vs  West Ham", "Manchester City", "vs", "West Ham"],
  ])("%s names two sides", (title, first, link, second) => {
    expect<unknown>(parseTitle(title)).toEqual(Option.some({ first, link, second }));
  });

  test.each([
    "Pro Football Champion",
    "Who will win?",
    "Boston vs Detroit vs Miami",
    "Boston at Detroit: Miami at Chicago",
    "vs Detroit",
    "Boston vs",
    "Boston-Detroit",
    "Vsetin at",
    "",
  ])("%p names no two sides", (title) => {
    expect(parseTitle(title)).toEqual(Option.none());
  });
});
