/** Games as platforms really listed them, in the form in which adapters give them. @module */
import { describe, expect } from "bun:test";
import { Effect } from "effect";
import { clubNames } from "../../../adapters/openfootball/club_names.ts";
import {
  KNOWN_NAMES,
  type LeagueCode,
  makeNameTable,
  type PlatformKickoff,
  type PlatformSide,
} from "../../../core/game/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import {
  at,
  coded,
  makeGame,
  makePlatformGame,
  makeTeam,
  match,
  named,
  onDay,
} from "../../core/game/made_games.ts";

const table = makeNameTable([...await Effect.runPromise(clubNames), ...KNOWN_NAMES]);

type Teams = readonly [LeagueCode, away: string, home: string];

/** How a listed game is linked to the game that it is, by the schedule's names of its teams. */
function linkOf(
  [league, away, home]: Teams,
  kickoff: string,
  listed: Record<"home" | "away", PlatformSide> & { readonly kickoff?: PlatformKickoff },
) {
  const teams = { home: makeTeam(league, home), away: makeTeam(league, away) };
  const games = [makeGame({ id: "1", ...teams, kickoff })];
  const game = makePlatformGame({ league, kickoff: at(kickoff), ...listed });
  return match({ league, games, table, listed: [game], now: kickoff })[0]?.link;
}

const TRAPS = "platforms/date_and_label_traps.json";

interface Trap {
  readonly slug?: string;
  readonly ticker?: string;
  readonly market_id?: string;
  readonly kickoff?: string;
  readonly occurrence_datetime?: string;
  readonly yes_sub_titles?: ReadonlyArray<string>;
}

async function trap(key: string): Promise<Trap> {
  const { rows } = await Bun.file(sharedPath(TRAPS)).json() as { rows: ReadonlyArray<Trap> };
  const found = rows.find(({ slug, ticker, market_id }) => [slug, ticker, market_id].includes(key));
  if (found === undefined) throw new Error(`${key} is recorded`);
  return found;
}

const COLTS_AT_CHIEFS = ["nfl", "Indianapolis Colts", "Kansas City Chiefs"] as const;
const TWINS_AT_PADRES = ["mlb", "Minnesota Twins", "San Diego Padres"] as const;
const KNICKS_AT_SPURS = ["nba", "New York Knicks", "San Antonio Spurs"] as const;
const PADRES_AT_ANGELS = ["mlb", "San Diego Padres", "Los Angeles Angels"] as const;
const RAVENS_AT_COWBOYS = ["nfl", "Baltimore Ravens", "Dallas Cowboys"] as const;

/** What is read if nothing else is available: the guest's code, the host's, and a day. */
const BY_DAY: ReadonlyArray<readonly [key: string, Teams, says: string]> = [
  ["nfl-ind-kc-2026-09-21", COLTS_AT_CHIEFS, "ind kc 2026-09-20"],
  ["KXNFLGAME-26SEP20INDKC", COLTS_AT_CHIEFS, "IND KC 2026-09-20"],
  ["nba-nyk-sas-2026-06-13", KNICKS_AT_SPURS, "nyk sas 2026-06-13"],
  ["mlb-sd-laa-2026-04-17", PADRES_AT_ANGELS, "sd laa 2026-04-17"],
  ["mlb-min-sd-2026-08-22", TWINS_AT_PADRES, "min sd 2026-08-22"],
  ["KXMLBGAME-26AUG222040MINSD", TWINS_AT_PADRES, "MIN SD 2026-08-22"],
  ["nfl-bal-dal-2026-09-27", RAVENS_AT_COWBOYS, "bal dal 2026-09-27"],
];

describe("a recorded ticker or slug", () => {
  for (const [key, teams, says] of BY_DAY) {
    const [away = "", home = "", day = ""] = says.split(" ");
    const name = `${key} is exact by its kickoff and high by its Eastern day`;
    testWithShared([TRAPS], name, async () => {
      const { kickoff = "" } = await trap(key);
      const sides = { home: coded(home), away: coded(away) };
      expect(linkOf(teams, kickoff, sides)?.confidence).toBe("exact");
      expect(linkOf(teams, kickoff, { ...sides, kickoff: onDay(day) })?.confidence).toBe("high");
    });
  }

  testWithShared([TRAPS], "is anchored, and not exact, by the hour of its settlement", async () => {
    const { kickoff = "", occurrence_datetime = "" } = await trap("KXMLBGAME-26AUG222040MINSD");
    const sides = { home: coded("SD"), away: coded("MIN") };
    const link = linkOf(TWINS_AT_PADRES, kickoff, { ...sides, kickoff: at(occurrence_datetime) });
    expect(link?.confidence).toBe("high");
  });

  testWithShared([TRAPS], "with labels of one town of two teams finds the right one", async () => {
    const key = "KXMLBGAME-26OCT091908LADATL";
    const { yes_sub_titles: [away = "", home = ""] = [] } = await trap(key);
    const sides = { home: named(home), away: named(away) };
    const linkTo = (guest: string) =>
      linkOf(["mlb", guest, "Atlanta Braves"], "2026-10-09T23:08:00Z", sides);
    expect(linkTo("Los Angeles Dodgers")?.confidence).toBe("exact");
    expect(linkTo("Los Angeles Angels")).not.toHaveProperty("confidence");
  });

  testWithShared([TRAPS], "of colleges is exact by places alone", async () => {
    const { kickoff = "" } = await trap("KXNCAAMBGAME-26JAN12IWSFA");
    const teams = ["ncaab", "Incarnate Word Cardinals", "Stephen F. Austin Lumberjacks"] as const;
    const sides = { home: named("Stephen F. Austin"), away: named("Incarnate Word") };
    expect(linkOf(teams, kickoff, sides)?.confidence).toBe("exact");
  });

  testWithShared([TRAPS], "of a doubleheader is found by its number", async () => {
    await trap("KXMLBGAME-25APR26BALDETG1");
    const [home, away] = [makeTeam("mlb", "Detroit Tigers"), makeTeam("mlb", "Baltimore Orioles")];
    const games = ["2025-04-26T17:10:00Z", "2025-04-26T22:20:00Z", "2025-04-27T17:40:00Z"]
      .map((kickoff, id) => makeGame({ id: `${id}`, home, away, kickoff }));
    const listed = [1, 2].map((number) =>
      makePlatformGame({
        key: `KXMLBGAME-25APR26BALDETG${number}`,
        league: "mlb",
        home: coded("DET"),
        away: coded("BAL"),
        kickoff: onDay("2025-04-26", number),
      })
    );
    expect(match({ league: "mlb", games, table, listed }).map(({ link }) => link)).toEqual([
      { gameId: "espn:0", confidence: "high", isSwapped: false },
      { gameId: "espn:1", confidence: "high", isSwapped: false },
    ]);
  });

  testWithShared([TRAPS], "of a postponed game follows it", async () => {
    await trap("5279716");
    const [home, away] = [makeTeam("mlb", "Tampa Bay Rays"), makeTeam("mlb", "New York Yankees")];
    const games = [
      makeGame({ id: "1", home, away, kickoff: "2026-10-11T17:00:00Z", status: "postponed" }),
    ];
    const listed = makePlatformGame({
      league: "mlb",
      home: named("Tampa Bay Rays"),
      away: named("New York Yankees"),
      kickoff: at("2026-10-11T17:00:00Z"),
    });
    expect(match({ league: "mlb", games, table, listed: [listed] })[0]?.link?.confidence)
      .toBe("exact");
  });
});

const NFL = "platforms/nfl_ind_at_kc_2026-09-20_kalshi_and_polymarket.json";
const SX = "platforms/sxbet_market_nfl.json";
const BUNDESLIGA = "platforms/kalshi_bundesliga_bmu_uni_2026-09-18.json";
const SOCCER = "platforms/polymarket_soccer_events.json";

describe("a recorded game", () => {
  testWithShared([NFL], "is exact on both platforms that have it", async () => {
    const { kalshi_event, kalshi_milestone, polymarket_event } = await Bun.file(sharedPath(NFL))
      .json();
    const [home, away] = kalshi_event.markets;
    const [awayTitle, homeTitle] = kalshi_milestone.title.split(" at ");
    const onKalshi = {
      home: { names: [home.yes_sub_title, homeTitle], codes: ["KC"] },
      away: { names: [away.yes_sub_title, awayTitle], codes: ["IND"] },
      kickoff: at(kalshi_milestone.start_date),
    };
    const [colts, chiefs] = polymarket_event.teams;
    const onPolymarket = {
      home: { names: [chiefs.name, chiefs.alias], codes: [chiefs.abbreviation] },
      away: { names: [colts.name, colts.alias], codes: [colts.abbreviation] },
      kickoff: at(polymarket_event.startTime),
    };
    for (const listed of [onKalshi, onPolymarket]) {
      expect(linkOf(COLTS_AT_CHIEFS, "2026-09-21T00:20:00Z", listed))
        .toEqual({ gameId: "espn:1", confidence: "exact", isSwapped: false });
    }
  });

  testWithShared([SX], "on a book is exact, and swapped where its guest comes first", async () => {
    const { market } = await Bun.file(sharedPath(SX)).json();
    const sides = { home: named(market.teamOneName), away: named(market.teamTwoName) };
    const kickoff = new Date(market.gameTime * 1000).toISOString();
    const [rams, niners] = ["Los Angeles Rams", "San Francisco 49ers"];
    expect(linkOf(["nfl", niners, rams], kickoff, sides)?.confidence).toBe("exact");
    expect(linkOf(["nfl", rams, niners], kickoff, sides))
      .toEqual({ gameId: "espn:1", confidence: "high", isSwapped: true });
  });

  testWithShared([BUNDESLIGA], "of two German clubs is exact by English names", async () => {
    const { event } = await Bun.file(sharedPath(BUNDESLIGA)).json();
    const [home, away] = event.title.split(" vs ");
    const teams = ["bundesliga", "1. FC Union Berlin", "Bayern Munich"] as const;
    for (const listed of [[named(home), named(away)], [coded("BMU"), coded("UNI")]] as const) {
      const sides = { home: listed[0], away: listed[1] };
      expect(linkOf(teams, "2026-09-18T18:30:00Z", sides)?.confidence).toBe("exact");
    }
  });

  testWithShared([SOCCER], "of clubs with their affixes is exact", async () => {
    const { events } = await Bun.file(sharedPath(SOCCER)).json();
    const scheduled = [["epl", "Hull City", "Chelsea"], ["laliga", "Valencia", "Alavés"]] as const;
    for (const [row, teams] of scheduled.entries()) {
      const [home, away] = events[row].title.split(" vs. ");
      const kickoff = new Date(events[row].markets[0].gameStartTime).toISOString();
      const sides = { home: named(home), away: named(away) };
      expect(linkOf(teams, kickoff, sides)?.confidence).toBe("exact");
    }
  });
});
