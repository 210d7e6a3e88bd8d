import { describe, expect, test } from "bun:test";
import { readGames } from "../../../../adapters/polymarket/games/read_games.ts";
import { LEAGUE_FACTS, type LeagueCode } from "../../../../core/game/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import type { Written } from "../gamma/gamma_sample.ts";

const GAME: Written = {
  id: "827222",
  slug: "nfl-ind-kc-2026-09-21",
  title: "Colts vs. Chiefs",
  startTime: "2026-09-21T00:20:00Z",
  eventDate: "2026-09-20",
  gameId: 19_484,
  sport: { sport: "nfl", ordering: "away" },
  teams: null,
  markets: [{ id: "3482783", sportsMarketType: "moneyline" }, { id: 3_516_972 }],
};
const read = (written: ReadonlyArray<unknown>, league: LeagueCode = "nfl") =>
  readGames(written, { league, firstNamed: "away" });
const nothing = { games: [], unread: [], hasUnknownForm: false };

describe("readGames", () => {
  test("reads a game with all its events and markets", () => {
    const more = {
      id: "827230",
      slug: "nfl-ind-kc-2026-09-21-more-markets",
      title: "Colts vs. Chiefs - More Markets",
      markets: [{ id: "7" }],
    };
    expect<unknown>(read([more, GAME])).toEqual({
      ...nothing,
      games: [{
        source: "polymarket",
        key: "game:19484",
        league: "nfl",
        kickoff: { kind: "at", sec: Date.parse("2026-09-21T00:20:00Z") / 1000 },
        home: { names: ["Chiefs"], codes: ["kc"] },
        away: { names: ["Colts"], codes: ["ind"] },
        isOpen: true,
        events: [
          { id: "827222", title: "Colts vs. Chiefs", markets: ["3482783", "3516972"] },
          { id: "827230", title: "Colts vs. Chiefs - More Markets", markets: ["7"] },
        ],
      }],
    });
  });

  test("is open as long as one of its events is", () => {
    const isOpen = (...closed: ReadonlyArray<boolean | null>) => {
      const events = closed.map((closed, at) => ({ ...GAME, id: `${at}`, closed }));
      return read(events).games.map((game) => game.isOpen);
    };
    expect([isOpen(true, false), isOpen(null, true), isOpen(true, true)])
      .toEqual([[true], [true], [false]]);
  });

  test("uses the last version of an event that was read twice", () => {
    const { games } = read([GAME, { ...GAME, startTime: "2026-09-21T01:20:00Z" }]);
    expect<unknown>(games.map(({ kickoff }) => kickoff))
      .toEqual([{ kind: "at", sec: Date.parse("2026-09-21T01:20:00Z") / 1000 }]);
  });

  test("accepts null or a missing field for everything except an id", () => {
    const bare = Object.fromEntries(Object.keys(GAME).map((name) => [name, null]));
    expect(read([{ ...bare, id: "1" }, { id: 2 }])).toEqual({
      ...nothing,
      unread: ["1", "2"].map((id) => ({ id, title: "", why: "It does not name two sides" })),
    });
  });

  test.each<[string, Written, string]>([
    [
      "a bet on a season",
      { title: "Super Bowl Winner", gameId: null },
      "It does not name two sides",
    ],
    ["two names without a game", {
      title: "Colts vs. Chiefs",
      slug: "colts-chiefs-wins",
      gameId: null,
      startTime: null,
      eventDate: null,
      markets: null,
    }, "It names two sides but no game"],
    [
      "a game of another league",
      { sport: { sport: "nba", ordering: "away" } },
      "It belongs to nba",
    ],
  ])("leaves %s unread, and reads the others", (_, changes, why) => {
    const odd: Written = { ...GAME, slug: "odd-one", ...changes, id: "5" };
    const alone: Written = { ...odd, gameId: odd["gameId"] === null ? null : 5 };
    const { games, unread } = read([alone, GAME]);
    expect(games.map(({ key }) => key)).toEqual(["game:19484"]);
    expect(unread).toEqual([{ id: "5", title: String(alone["title"]), why }]);
  });

  test("keeps a game of an unknown sport code: the series is enough", () => {
    const sport = { sport: "nflp", ordering: "away" };
    expect(read([{ ...GAME, sport }]).games).toHaveLength(1);
  });

  test("is incomplete if an event has an unexpected format", () => {
    const odd = [{ ...GAME, id: "6", teams: "two" }, null, { title: "no id" }];
    const { games, unread, hasUnknownForm } = read([GAME, ...odd]);
    expect(games).toHaveLength(1);
    expect(hasUnknownForm).toBe(true);
    expect(unread.map(({ id, title }) => [id, title]))
      .toEqual([["6", "Colts vs. Chiefs"], ["", ""], ["", ""]]);
    expect(read([GAME]).hasUnknownForm).toBe(false);
  });

  test("reads the sides from the event that has them", () => {
    const teams = [
      { name: "Indianapolis Colts", ordering: "away" },
      { name: "Kansas City Chiefs", ordering: "home" },
    ];
    const main = { ...GAME, title: "Monday Night", slug: "monday-night" };
    const { games } = read([main, { ...GAME, id: "9", slug: "monday-props", title: "", teams }]);
    expect(games.map(({ home }) => home.names)).toEqual([["Kansas City Chiefs"]]);
  });
});

const FILES = {
  nfl: "platforms/nfl_ind_at_kc_2026-09-20_kalshi_and_polymarket.json",
  nba: "platforms/polymarket_nba_nyk_sas_finals_g5_2026-06-13.json",
  soccer: "platforms/polymarket_soccer_events.json",
  traps: "platforms/date_and_label_traps.json",
};
const open = (file: string) => Bun.file(sharedPath(file)).json();
const at = (iso: string) => ({ kind: "at" as const, sec: UnixSec(Date.parse(iso) / 1000) });
const usual = (league: LeagueCode) =>
  ({ league, firstNamed: LEAGUE_FACTS[league].sport === "soccer" ? "home" : "away" }) as const;

describe("recorded events", () => {
  testWithShared([FILES.nfl], "of an NFL game whose slug has the day after", async () => {
    const { polymarket_event } = await open(FILES.nfl);
    expect(readGames([polymarket_event], usual("nfl"))).toMatchObject({
      games: [{
        key: "game:19484",
        kickoff: at("2026-09-21T00:20:00Z"),
        home: { names: ["Kansas City Chiefs", "Chiefs"], codes: ["kc"] },
        away: { names: ["Indianapolis Colts", "Colts"], codes: ["ind"] },
        isOpen: true,
        events: [{ id: "827222", markets: ["3482783", "3516972", "3516981"] }],
      }],
      unread: [],
      hasUnknownForm: false,
    });
  });

  testWithShared([FILES.nba], "of a finished NBA game whose slug has the Eastern day", async () => {
    const { event } = await open(FILES.nba);
    expect(readGames([event], usual("nba")).games).toMatchObject([{
      key: "game:20023822",
      kickoff: at("2026-06-14T00:30:00Z"),
      home: { names: ["Spurs"], codes: ["sas"] },
      away: { names: ["Knicks"], codes: ["nyk"] },
    }]);
  });

  testWithShared([FILES.soccer], "of soccer games, with and without a startTime", async () => {
    const { events: [epl, laliga] } = await open(FILES.soccer);
    const found = [readGames([epl], usual("epl")), readGames([laliga], usual("laliga"))];
    expect(found.flatMap(({ games }) => games)).toMatchObject([
      {
        key: "slug:epl-che-hul-2026-09-12",
        kickoff: at("2026-09-12T14:00:00Z"),
        home: { names: ["Chelsea FC"], codes: ["che"] },
        away: { names: ["Hull City AFC"], codes: ["hul"] },
      },
      {
        kickoff: at("2026-09-15T18:00:00Z"),
        home: { names: ["Deportivo Alavés"], codes: ["ala"] },
        away: { names: ["Valencia CF"], codes: ["val"] },
      },
    ]);
  });

  testWithShared([FILES.traps], "of any day in their slugs begin when they say", async () => {
    type Row = { platform: string; slug?: string; kickoff: string; event_date_et?: string };
    const { rows }: { rows: ReadonlyArray<Row> } = await open(FILES.traps);
    const traps = rows.filter(({ platform, slug }) => platform === "polymarket" && slug);
    expect(traps.length).toBeGreaterThan(4);
    for (const { slug, kickoff, event_date_et } of traps) {
      const league = slug?.split("-")[0] as LeagueCode;
      const event = { id: "1", slug, title: "Padres vs. Angels" };
      const games = readGames([{ ...event, startTime: kickoff }], usual(league)).games;
      expect(games.map((game) => game.kickoff)).toEqual([at(kickoff)]);
      // Without an instant the day is the given Eastern one, never the slug's.
      const dayOnly = { ...event, eventDate: event_date_et ?? null };
      const [game] = readGames([dayOnly], usual(league)).games;
      expect<unknown>(game?.kickoff).toEqual(
        event_date_et === undefined
          ? { kind: "unknown" }
          : { kind: "day", day: { year: 2026, month: 9, day: 20 }, gameNumber: null },
      );
    }
  });
});
