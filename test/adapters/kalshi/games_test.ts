import { describe, expect, test } from "bun:test";
import { sortGames } from "../../../adapters/kalshi/games.ts";
import { seriesOf } from "../../../adapters/kalshi/league_series.ts";
import { readRows } from "../../../adapters/kalshi/listed_rows.ts";
import type { LeagueCode, PlatformGame } from "../../../core/game/mod.ts";
import { ms } from "../../simulator/kit/support.ts";
import type { Row } from "./kalshi_world.ts";

/** Sorts what is listed of a league. */
function sort(league: LeagueCode, events: ReadonlyArray<Row>, milestones: ReadonlyArray<Row> = []) {
  const series = seriesOf(league);
  if (series === undefined) throw new Error(`${league} has no series`);
  return sortGames(readRows({ events, milestones }), { league, series });
}

/** An event with these markets, by their codes and labels. */
const eventOf = (ticker: string, title: string, labels: Readonly<Record<string, string>>): Row => ({
  event_ticker: ticker,
  title,
  markets: Object.entries(labels).map(([code, label]) => ({
    ticker: `${ticker}-${code}`,
    yes_sub_title: label,
  })),
});

/** The only game of what is listed. */
function theGame(...listed: Parameters<typeof sort>): PlatformGame {
  const { games: [game, ...others], unread } = sort(...listed);
  if (game === undefined) throw new Error(JSON.stringify(unread));
  expect({ others, unread }).toEqual({ others: [], unread: [] });
  return game;
}

const NFL = "KXNFLGAME-26SEP20INDKC";
const [COLTS, CHIEFS] = ["fe5f8219-fef4", "64f72720-2e4a"];

const nflEvent = (changes: Row = {}): Row => ({
  event_ticker: NFL,
  title: "IND Colts vs KC Chiefs",
  markets: [
    {
      ticker: `${NFL}-KC`,
      title: "Kansas City wins",
      yes_sub_title: "Kansas City",
      custom_strike: { football_team: CHIEFS },
    },
    {
      ticker: `${NFL}-IND`,
      title: "Indianapolis wins",
      yes_sub_title: "Indianapolis",
      custom_strike: { football_team: COLTS },
      occurrence_datetime: "2026-09-21T03:20:00Z",
      expected_expiration_time: "2026-09-21T03:20:00Z",
      close_time: "2026-09-23T00:20:00Z",
    },
  ],
  ...changes,
});
const nflMilestone = (changes: Row = {}): Row => ({
  id: "8b80ca1a",
  title: "IND Colts at KC Chiefs",
  start_date: "2026-09-21T00:20:00Z",
  primary_event_tickers: [NFL, "KXNFLSPREAD-26SEP20INDKC", "KXNFL1HWINNER-26SEP20INDKC"],
  details: { home_team_id: CHIEFS, away_team_id: COLTS, main_game_event_ticker: NFL },
  ...changes,
});

const COLTS_SIDE = { names: ["Indianapolis", "IND Colts", "Colts"], codes: ["IND"] };
const CHIEFS_SIDE = { names: ["Kansas City", "KC Chiefs", "Chiefs"], codes: ["KC"] };
const EASTERN_DAY = { kind: "day", day: { year: 2026, month: 9, day: 20 }, gameNumber: null };

describe("a game of Kalshi's", () => {
  test("is its milestone with all events, those that were not read included", () => {
    const spread = { event_ticker: "KXNFLSPREAD-26SEP20INDKC", title: "Spread", markets: [] };
    expect<unknown>(theGame("nfl", [spread, nflEvent()], [nflMilestone()])).toEqual({
      source: "kalshi",
      key: NFL,
      league: "nfl",
      kickoff: { kind: "at", sec: ms("2026-09-21T00:20:00Z") / 1000 },
      home: CHIEFS_SIDE,
      away: COLTS_SIDE,
      isOpen: true,
      events: [
        { id: NFL, title: "IND Colts vs KC Chiefs", markets: [`${NFL}-KC`, `${NFL}-IND`] },
        { id: "KXNFLSPREAD-26SEP20INDKC", title: "Spread", markets: [] },
        { id: "KXNFL1HWINNER-26SEP20INDKC", title: "IND Colts at KC Chiefs", markets: [] },
      ],
    });
  });

  test.each<[ReadonlyArray<string | null>, boolean]>([
    [["active", "active"], true],
    [["finalized", "inactive"], true],
    [["initialized", null], true],
    [["closed", "finalized"], false],
    [["determined", "settled"], false],
    [["disputed", "amended"], false],
    [[], false],
  ])("with markets that are %p is open: %p", (statuses, isOpen) => {
    const rows = statuses.map((status, at) => ({ ticker: `${NFL}-${at}`, status }));
    const spread = { event_ticker: "KXNFLSPREAD-26SEP20INDKC", title: "Spread", markets: rows };
    expect(theGame("nfl", [nflEvent({ markets: null }), spread]).isOpen).toBe(isOpen);
  });

  test("is known by its ticker alone: the Eastern day, the guest first", () => {
    const game = theGame("nfl", [nflEvent()]);
    expect<unknown>(game.kickoff).toEqual(EASTERN_DAY);
    expect([game.home, game.away]).toEqual([CHIEFS_SIDE, COLTS_SIDE]);
  });

  test.each([
    ["whatever the ticker says", COLTS, CHIEFS, [COLTS_SIDE, CHIEFS_SIDE]],
    ["though only one side's id is known", "unknown", CHIEFS, [COLTS_SIDE, CHIEFS_SIDE]],
  ])("has the sides of its milestone, %s", (_, home, away, sides) => {
    const details = { home_team_id: home, away_team_id: away, main_game_event_ticker: NFL };
    const game = theGame("nfl", [nflEvent()], [nflMilestone({ details })]);
    expect([game.home, game.away]).toEqual(sides);
  });

  test("was moved: the start is the milestone's, the ticker stays", () => {
    const moved = nflMilestone({ start_date: "2026-09-22T23:00:00.5+02:00" });
    const game = theGame("nfl", [nflEvent()], [moved]);
    expect<unknown>(game.kickoff).toEqual({ kind: "at", sec: ms("2026-09-22T21:00:00Z") / 1000 });
    expect(game.key).toBe(NFL);
  });

  test.each<[string, ReadonlyArray<Row>]>([
    ["has no date", [nflMilestone({ start_date: null })]],
    ["has a date that does not exist", [nflMilestone({ start_date: "2026-02-30T00:00:00Z" })]],
    ["has a date without a zone", [nflMilestone({ start_date: "2026-09-21T00:20:00" })]],
    ["contradicts another", [
      nflMilestone(),
      nflMilestone({ id: "other", start_date: "2026-09-21T01:20:00Z" }),
    ]],
  ])("begins on the ticker's day where the milestone %s", (_, milestones) => {
    expect<unknown>(theGame("nfl", [nflEvent()], milestones).kickoff).toEqual(EASTERN_DAY);
  });

  test("is joined by the ticker's tail where there is no milestone", () => {
    const events = ["KXNFLTOTAL", "KXNFLGAME", "KXNFLSPREAD"].map((series) => ({
      ...nflEvent(),
      event_ticker: `${series}-26SEP20INDKC`,
    }));
    const game = theGame("nfl", events);
    expect(game.key).toBe(NFL);
    expect(game.events.map(({ id }) => id.split("-")[0]))
      .toEqual(["KXNFLGAME", "KXNFLTOTAL", "KXNFLSPREAD"]);
  });

  test("is known though its main event is not listed any more", () => {
    const spread = {
      event_ticker: "KXNFLSPREAD-26SEP20INDKC",
      title: "Indianapolis vs Kansas City: Spread",
    };
    const game = theGame("nfl", [spread]);
    expect([game.key, game.home.names, game.away.names])
      .toEqual([NFL, ["Kansas City"], ["Indianapolis"]]);
  });

  test("was settled and has lost its markets", () => {
    const game = theGame("nfl", [nflEvent({ markets: undefined })], [nflMilestone()]);
    expect([game.home, game.away]).toEqual([
      { names: ["KC Chiefs"], codes: [] },
      { names: ["IND Colts"], codes: [] },
    ]);
  });

  test("is not joined by a milestone of another league or of several games", () => {
    const others = [
      nflMilestone({ id: "x", primary_event_tickers: ["KXMLBGAME-26SEP20A"], details: null }),
      nflMilestone({ id: "y", primary_event_tickers: [NFL, "KXNFLGAME-26SEP20X"], details: null }),
    ];
    expect<unknown>(theGame("nfl", [nflEvent()], others).kickoff).toEqual(EASTERN_DAY);
  });

  const soccer = (title = "Celtic vs Kairat Almaty"): Row =>
    eventOf("KXUCLGAME-26AUG19CELKAI", title, {
      TIE: "Reg Time: Tie",
      KAI: "Reg Time: Kairat",
      CEL: "Reg Time: Celtic",
    });

  test("of soccer has the host first, a tie that is no side, and a regular time", () => {
    const game = theGame("ucl", [soccer()]);
    expect([game.home, game.away]).toEqual([
      { names: ["Celtic"], codes: ["CEL"] },
      { names: ["Kairat", "Kairat Almaty"], codes: ["KAI"] },
    ]);
  });

  test("uses no name from a title that may mean the other side", () => {
    const bare = nflEvent({ title: "Horses vs Chiefs" });
    const turned = { home_team_id: COLTS, away_team_id: CHIEFS, main_game_event_ticker: NFL };
    const milestone = nflMilestone({ title: "Horses at Chiefs", details: turned });
    const { home, away } = theGame("nfl", [bare], [milestone]);
    // What follows the ticker is certain; who plays at whose place is not.
    expect([home.names, away.names]).toEqual([["Indianapolis", "Horses"], [
      "Kansas City",
      "Chiefs",
    ]]);
    const { home: host } = theGame("nfl", [nflEvent({ title: "" })], [milestone]);
    expect(host.names).toEqual(["Indianapolis"]);
  });

  test("distinguishes clubs of one city whose codes begin alike", () => {
    const labels = { LA: "Los Angeles R", LAC: "Los Angeles C" };
    for (const title of ["LA Rams vs LA Chargers", "LAC Chargers vs LA Rams"]) {
      const { home, away } = theGame("nfl", [eventOf("KXNFLGAME-26SEP20LALAC", title, labels)]);
      expect([away.names[1], home.names[1]?.split(" ").at(-1)]).toEqual(["LA Rams", "Chargers"]);
    }
    const clubs = { LA: "Los Angeles G", LAF: "Los Angeles F" };
    const { home, away } = theGame("mls", [
      eventOf("KXMLSGAME-26SEP20LALAF", "LA FC at LA Galaxy", clubs),
    ]);
    expect([home.names[1], away.names[1]]).toEqual(["LA Galaxy", "LA FC"]);
  });

  test("has titles' names on the side that the markets have them on", () => {
    const turned = theGame("ucl", [soccer("Kairat vs Celtic Glasgow")]);
    expect(turned.home.names).toEqual(["Celtic", "Celtic Glasgow"]);
    const at = theGame("ucl", [soccer("Almaty at Glasgow")]);
    expect([at.home.names, at.away.names]).toEqual([["Celtic", "Glasgow"], ["Kairat", "Almaty"]]);
  });

  test.each<[string, ReadonlyArray<Row>, ReadonlyArray<Row>]>([
    ["a ticker of other codes", [
      eventOf(NFL, "IND Colts vs KC Chiefs", { LA: "", CHI: "" }),
    ], []],
    ["no sides at all", [{ event_ticker: NFL, title: "Who wins?" }], []],
    ["a season's winner", [{ event_ticker: "KXNFLGAME-26", title: "Champion" }], []],
    ["one side twice", [nflEvent()], [
      nflMilestone({ details: { home_team_id: COLTS, away_team_id: COLTS } }),
    ]],
    ["three sides", [eventOf(NFL, "Race", { A: "A", B: "B", C: "C" })], []],
    ["no ticker", [{ title: "Boston vs Detroit" }], []],
    ["a market without a ticker", [nflEvent({ markets: [{ yes_sub_title: "KC" }] })], []],
    ["a broken milestone", [], [{ title: "no id" }]],
  ])("is left unread where it has %s", (_, events, milestones) => {
    const { games, unread } = sort("nfl", events, milestones);
    expect([games, unread.length]).toEqual([[], 1]);
    expect(unread[0]?.why).not.toBe("");
  });

  test("is named where it cannot be read", () => {
    const { unread } = sort("nfl", [{ event_ticker: NFL, title: 7, id: "other" }], [
      { id: "8b80ca1a", title: "IND Colts at KC Chiefs", start_date: 7 },
    ]);
    expect(unread.map(({ id, title }) => [id, title])).toEqual([
      [NFL, ""],
      ["8b80ca1a", "IND Colts at KC Chiefs"],
    ]);
  });

  test("of other codes may be identified by its ids, without the titles' order", () => {
    const ticker = "KXNFLGAME-26SEP20LACHI";
    const markets = [["KC", CHIEFS], ["IND", COLTS]].map(([code, id]) => ({
      ticker: `${ticker}-${code}`,
      yes_sub_title: `Label ${code}`,
      custom_strike: { football_team: id },
    }));
    const game = theGame("nfl", [{ event_ticker: ticker, title: "X vs Y", markets }], [
      nflMilestone({
        title: "",
        primary_event_tickers: [ticker],
        details: { home_team_id: CHIEFS, away_team_id: COLTS },
      }),
    ]);
    expect([game.home.names, game.away.names]).toEqual([["Label KC"], ["Label IND"]]);
  });
});
