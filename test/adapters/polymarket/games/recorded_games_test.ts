import { describe, expect } from "bun:test";
import { readGames } from "../../../../adapters/polymarket/games/read_games.ts";
import { LEAGUE_FACTS, type LeagueCode } from "../../../../core/game/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";

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
    expect(readGames([polymarket_event], usual("nfl"))).toEqual({
      games: [{
        source: "polymarket",
        key: "game:19484",
        league: "nfl",
        kickoff: at("2026-09-21T00:20:00Z"),
        home: { names: ["Kansas City Chiefs", "Chiefs"], codes: ["kc"] },
        away: { names: ["Indianapolis Colts", "Colts"], codes: ["ind"] },
        isOpen: true,
        events: [{
          id: "827222",
          title: "Colts vs. Chiefs",
          markets: ["3482783", "3516972", "3516981"],
        }],
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
    const { events } = await open(FILES.soccer);
    const [epl, laliga] = events;
    expect(readGames([epl], usual("epl")).games).toMatchObject([{
      key: "slug:epl-che-hul-2026-09-12",
      kickoff: at("2026-09-12T14:00:00Z"),
      home: { names: ["Chelsea FC"], codes: ["che"] },
      away: { names: ["Hull City AFC"], codes: ["hul"] },
    }]);
    expect(readGames([laliga], usual("laliga")).games).toMatchObject([{
      kickoff: at("2026-09-15T18:00:00Z"),
      home: { names: ["Deportivo Alavés"], codes: ["ala"] },
      away: { names: ["Valencia CF"], codes: ["val"] },
    }]);
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
