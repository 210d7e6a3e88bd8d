import { describe, expect, test } from "bun:test";
import { control } from "../../simulator/kit/support.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import {
  MIXED_BUNDESLIGA,
  MIXED_MLS,
  MIXED_NWSL,
  MIXED_WORLD_CUP,
  MLB,
  MLS,
  NBA,
  NFL,
  rowsOf,
} from "../../adapters/espn/recorded_rows.ts";
import { type GameBody, GAMES_KEY, readGames, refreshJobs } from "./game_reader.ts";
import { openSandbox } from "../open_sandbox.ts";
import { writtenEvent, writtenSide } from "../../adapters/espn/written_event.ts";

const SHARED_DAY = "20260920";

/** A row of the tables, from what the service answers. */
function rowOf({ id, status, home, away, time, score }: GameBody): string {
  const between = score === null ? "-" : `${score["home"]}-${score["away"]}`;
  const kickoff = time.kickoff_at.slice(5, 16);
  const rest = score === null
    ? []
    : [score["period"], score["clock"], score["detail"]].map((value) => value ?? "none");
  return [
    id.slice("espn:".length),
    status,
    `${home.name} ${between} ${away.name}`,
    kickoff,
    ...rest,
  ]
    .join("; ");
}

const BOARDS = [
  ["espn_mlb", "baseball", "mlb", [MLB]],
  ["espn_nba", "basketball", "nba", [NBA]],
  ["espn_nfl", "football", "nfl", [NFL]],
  ["espn_soccer_mls_live", "soccer", "usa.1", [MLS]],
  ["espn_soccer_mixed_incl_penalties", "soccer", "all", [
    MIXED_BUNDESLIGA,
    MIXED_NWSL,
    MIXED_MLS,
    MIXED_WORLD_CUP,
  ]],
] as const;

describe("recorded data through the whole service", () => {
  testWithShared(
    BOARDS.map(([file]) => `espn/${file}.json`),
    "recorded scoreboards come out as a careful reader reads them",
    async () => {
      const sandbox = await openSandbox({
        SANDBOX_START: "2026-09-20T18:00:00Z",
        SANDBOX_API_KEY: GAMES_KEY,
        LEAGUES: "",
      });
      const schedule = sandbox.said(/schedule +(http:\S+)/);
      for (const [file, sport, league] of BOARDS) {
        const body = await Bun.file(sharedPath(`espn/${file}.json`)).json();
        const put = { sport, league, date: SHARED_DAY, body };
        expect((await control(`${schedule}/__scoreboard`, "PUT", put)).status).toBe(200);
      }
      await refreshJobs(sandbox.url, "schedule", "read_model");
      const found = [
        ...await readGames(sandbox.url, "from=2022-09-01T00:00:00Z&to=2022-10-01T00:00:00Z"),
        ...await readGames(sandbox.url, "from=2022-10-01T00:00:00Z&to=2022-10-31T00:00:00Z"),
        ...await readGames(sandbox.url, "from=2022-12-01T00:00:00Z&to=2022-12-31T00:00:00Z"),
      ];
      const rows = BOARDS.flatMap(([, , , tables]) => tables.flatMap(rowsOf));
      expect(found.map(rowOf).toSorted()).toEqual(rows.toSorted());
      await sandbox.stop();
    },
    300_000,
  );

  const FILE = "platforms/nfl_ind_at_kc_2026-09-20_kalshi_and_polymarket.json";
  testWithShared([FILE], "one real game links exactly on two platforms", async () => {
    const real = await Bun.file(sharedPath(FILE)).json();
    const sandbox = await openSandbox({
      SANDBOX_START: "2026-09-20T18:00:00Z",
      SANDBOX_API_KEY: GAMES_KEY,
      LEAGUES: "nfl",
    });
    const at = (name: string) => sandbox.said(new RegExp(`${name} +(http:\\S+)`));
    const event = writtenEvent({
      competitors: [
        writtenSide("12", { homeAway: "home", team: team("12", "Kansas City", "Chiefs", "KC") }),
        writtenSide("11", { homeAway: "away", team: team("11", "Indianapolis", "Colts", "IND") }),
      ],
      date: "2026-09-21T00:20Z",
      startDate: "2026-09-21T00:20Z",
    }, { date: "2026-09-21T00:20Z", uid: "s:20~l:28~e:740902" });
    const puts = [
      [`${at("schedule")}/__scoreboard`, {
        sport: "football",
        league: "nfl",
        date: SHARED_DAY,
        body: { events: [event] },
      }],
      [`${at("kalshi")}/__listing`, {
        events: [real.kalshi_event],
        milestones: [real.kalshi_milestone],
      }],
      [`${at("venue-metadata")}/__event`, real.polymarket_event],
    ] as const;
    for (const [url, body] of puts) expect((await control(url, "PUT", body)).status).toBe(200);
    await refreshJobs(sandbox.url, "schedule", "platforms", "read_model");
    const games = await readGames(
      sandbox.url,
      "from=2026-09-21T00:00:00Z&to=2026-09-21T01:00:00Z&league=nfl",
    );
    const game = games.find(({ home }) => home.name === "Kansas City Chiefs");
    // The other platforms still list the season's own games.
    const links = game?.platforms.filter(({ source }) => real[`${source}_event`] !== undefined);
    expect(links?.map(({ source, confidence }) => `${source} ${confidence}`))
      .toEqual(["polymarket exact", "kalshi exact"]);
    await sandbox.stop();
  }, 300_000);
});

function team(id: string, location: string, name: string, abbreviation: string) {
  const displayName = `${location} ${name}`;
  return { id, location, name, abbreviation, displayName, shortDisplayName: name };
}

test("rows are written as the tables are", () => {
  expect(rowOf({
    id: "espn:1",
    league: "nba",
    status: "live",
    home: { id: "a", name: "A" },
    away: { id: "b", name: "B" },
    time: { kickoff_at: "2022-09-17T17:10:00.000Z" },
    score: { home: 1, away: 2, clock: "0:10", period: 4, detail: null },
    supersedes: null,
    platforms: [],
    coverage: [],
  })).toBe("1; live; A 1-2 B; 09-17T17:10; 4; 0:10; none");
});
