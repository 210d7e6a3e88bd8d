/** Every name and code of every team of the North American leagues. @module */
import { describe, expect, test } from "bun:test";
import {
  findSide,
  indexTeams,
  KNOWN_NAMES,
  type LeagueCode,
  makeNameTable,
} from "../../../core/game/mod.ts";
import { coded, makeTeam, named } from "./made_games.ts";

/**
 * The name each team has on its league's site and the schedule, the schedule's code, and codes that
 * the league, reference sites and platforms use for it.
 */
const TEAMS: Readonly<Partial<Record<LeagueCode, string>>> = {
  nfl: `Arizona Cardinals ARI; Atlanta Falcons ATL; Baltimore Ravens BAL; Buffalo Bills BUF;
    Carolina Panthers CAR; Chicago Bears CHI; Cincinnati Bengals CIN; Cleveland Browns CLE;
    Dallas Cowboys DAL; Denver Broncos DEN; Detroit Lions DET; Green Bay Packers GB GNB;
    Houston Texans HOU; Indianapolis Colts IND; Jacksonville Jaguars JAX JAC;
    Kansas City Chiefs KC KAN; Las Vegas Raiders LV LVR; Los Angeles Chargers LAC;
    Los Angeles Rams LAR LA; Miami Dolphins MIA; Minnesota Vikings MIN; New England Patriots NE NWE;
    New Orleans Saints NO NOR; New York Giants NYG; New York Jets NYJ; Philadelphia Eagles PHI;
    Pittsburgh Steelers PIT; San Francisco 49ers SF SFO; Seattle Seahawks SEA;
    Tampa Bay Buccaneers TB TAM; Tennessee Titans TEN; Washington Commanders WSH WAS`,
  nba: `Atlanta Hawks ATL; Boston Celtics BOS; Brooklyn Nets BKN BRK; Charlotte Hornets CHA CHO;
    Chicago Bulls CHI; Cleveland Cavaliers CLE; Dallas Mavericks DAL; Denver Nuggets DEN;
    Detroit Pistons DET; Golden State Warriors GS GSW; Houston Rockets HOU; Indiana Pacers IND;
    LA Clippers LAC; Los Angeles Lakers LAL; Memphis Grizzlies MEM; Miami Heat MIA;
    Milwaukee Bucks MIL; Minnesota Timberwolves MIN; New Orleans Pelicans NO NOP;
    New York Knicks NY NYK; Oklahoma City Thunder OKC; Orlando Magic ORL; Philadelphia 76ers PHI;
    Phoenix Suns PHX PHO; Portland Trail Blazers POR; Sacramento Kings SAC;
    San Antonio Spurs SA SAS; Toronto Raptors TOR; Utah Jazz UTAH UTA; Washington Wizards WSH WAS`,
  mlb: `Arizona Diamondbacks ARI AZ; Athletics ATH OAK; Atlanta Braves ATL; Baltimore Orioles BAL;
    Boston Red Sox BOS; Chicago Cubs CHC CHN; Chicago White Sox CHW CWS CHA; Cincinnati Reds CIN;
    Cleveland Guardians CLE; Colorado Rockies COL; Detroit Tigers DET; Houston Astros HOU;
    Kansas City Royals KC KCA; Los Angeles Angels LAA ANA; Los Angeles Dodgers LAD LAN;
    Miami Marlins MIA; Milwaukee Brewers MIL; Minnesota Twins MIN; New York Mets NYM NYN;
    New York Yankees NYY NYA; Philadelphia Phillies PHI; Pittsburgh Pirates PIT;
    San Diego Padres SD SDN; San Francisco Giants SF SFN; Seattle Mariners SEA;
    St. Louis Cardinals STL SLN; Tampa Bay Rays TB TBA; Texas Rangers TEX; Toronto Blue Jays TOR;
    Washington Nationals WSH WAS`,
  nhl: `Anaheim Ducks ANA; Boston Bruins BOS; Buffalo Sabres BUF; Calgary Flames CGY;
    Carolina Hurricanes CAR; Chicago Blackhawks CHI; Colorado Avalanche COL;
    Columbus Blue Jackets CBJ; Dallas Stars DAL; Detroit Red Wings DET; Edmonton Oilers EDM;
    Florida Panthers FLA; Los Angeles Kings LA LAK; Minnesota Wild MIN; Montreal Canadiens MTL;
    Nashville Predators NSH; New Jersey Devils NJ NJD; New York Islanders NYI;
    New York Rangers NYR; Ottawa Senators OTT; Philadelphia Flyers PHI; Pittsburgh Penguins PIT;
    San Jose Sharks SJ SJS; Seattle Kraken SEA; St. Louis Blues STL; Tampa Bay Lightning TB TBL;
    Toronto Maple Leafs TOR; Utah Mammoth UTAH UTA; Vancouver Canucks VAN;
    Vegas Golden Knights VGK; Washington Capitals WSH WAS; Winnipeg Jets WPG`,
  wnba: `Atlanta Dream ATL; Chicago Sky CHI; Connecticut Sun CON CONN; Dallas Wings DAL;
    Golden State Valkyries GS GSV; Indiana Fever IND; Las Vegas Aces LV LVA; Los Angeles Sparks LA;
    Minnesota Lynx MIN; New York Liberty NY NYL; Phoenix Mercury PHX; Portland Fire POR;
    Seattle Storm SEA; Toronto Tempo TOR; Washington Mystics WSH WAS`,
  mls:
    `Atlanta United FC ATL; Austin FC ATX; CF Montréal MTL; Charlotte FC CLT; Chicago Fire FC CHI;
    Colorado Rapids COL; Columbus Crew CLB; D.C. United DC; FC Cincinnati CIN; FC Dallas DAL;
    Houston Dynamo FC HOU; Inter Miami CF MIA; LA Galaxy LA; Los Angeles FC LAFC;
    Minnesota United FC MIN; Nashville SC NSH; New England Revolution NE; New York City FC NYC;
    New York Red Bulls NY RBNY; Orlando City SC ORL; Philadelphia Union PHI; Portland Timbers POR;
    Real Salt Lake RSL; San Diego FC SD; San Jose Earthquakes SJ; Seattle Sounders FC SEA;
    Sporting Kansas City SKC; St. Louis CITY SC STL; Toronto FC TOR; Vancouver Whitecaps VAN`,
  nwsl: `Angel City FC LA; Bay FC BAY; Boston Legacy FC BOS; Chicago Stars FC CHI;
    Denver Summit FC DEN; Gotham FC GFC; Houston Dash HOU; Kansas City Current KC;
    North Carolina Courage NC; Orlando Pride ORL; Portland Thorns FC POR; Racing Louisville FC LOU;
    San Diego Wave FC SD; Seattle Reign FC SEA; Utah Royals UTA; Washington Spirit WAS`,
};

/** Names that two teams of a league share; no others are shared. */
const SHARED: Readonly<Partial<Record<LeagueCode, ReadonlyArray<string>>>> = {
  nfl: ["Los Angeles", "LA", "New York", "NY"],
  nba: ["Los Angeles", "LA"],
  mlb: ["Chicago", "Los Angeles", "LA", "New York", "NY"],
  nhl: ["New York", "NY"],
  mls: ["Los Angeles", "LA", "New York"],
};

/** A name ends where codes begin: `FC` and `CF` belong to names, and so does `49ers`. */
function readTeam(text: string): { readonly name: string; readonly codes: ReadonlyArray<string> } {
  const words = text.trim().split(/\s+/);
  const isCode = (word: string) => /^[A-Z]{2,4}$/.test(word) && !/^(FC|CF|SC|CITY)$/.test(word);
  const from = words.findIndex((word, at) => at > 0 && isCode(word));
  return { name: words.slice(0, from).join(" "), codes: words.slice(from) };
}

const leagues = Object.entries(TEAMS) as ReadonlyArray<[LeagueCode, string]>;

describe.each(leagues)("%s", (league, text) => {
  const listed = text.split(";").map(readTeam);
  // Without what the schedule calls them besides: the table must know by itself.
  const teams = listed.map(({ name, codes }) =>
    makeTeam(league, name, { abbreviation: codes[0] ?? "" })
  );
  const index = indexTeams({ league, teams, table: makeNameTable(KNOWN_NAMES) });
  const entries = KNOWN_NAMES.filter(({ scope }) =>
    "leagues" in scope && scope.leagues.includes(league)
  );

  test("has a group of names for every team, and no other group", () => {
    const grouped = teams.map(({ name }) => entries.filter(({ names }) => names.includes(name)));
    expect(grouped.map((groups) => groups.length)).toEqual(teams.map(() => 1));
    expect(entries.length).toBe(teams.length);
  });

  test.each(listed)("$name is found by its name and by each code", ({ name, codes }) => {
    for (const side of [named(name), ...codes.map((code) => coded(code.toLowerCase()))]) {
      expect(findSide(index, side)).toMatchObject({ kind: "one", team: { name } });
    }
  });

  test("no name is two teams', but for the towns of two", () => {
    const shared = entries.flatMap(({ names }) => names)
      .filter((name) => findSide(index, named(name)).kind !== "one");
    expect(new Set(shared)).toEqual(new Set(SHARED[league] ?? []));
    expect(shared.map((name) => findSide(index, named(name)).kind)).toEqual(
      shared.map(() => "several"),
    );
  });

  test("no code is two teams'", () => {
    const codes = entries.flatMap(({ codes = [] }) => codes);
    expect(codes.filter((code) => findSide(index, coded(code)).kind !== "one")).toEqual([]);
  });
});

describe("the town of two teams, one of which was seen", () => {
  const yankees = makeTeam("mlb", "New York Yankees", { abbreviation: "NYY" });
  const index = indexTeams({ league: "mlb", teams: [yankees], table: makeNameTable(KNOWN_NAMES) });
  test("is not that team's alone", () =>
    expect(findSide(index, named("New York"))).toEqual({ kind: "several", teams: [yankees] }));
  test("is that team's with another name or a code", () => {
    for (const side of [named("New York", "Yankees"), { names: ["New York"], codes: ["NYY"] }]) {
      expect(findSide(index, side)).toEqual({ kind: "one", team: yankees });
    }
  });
  test("leaves the other team unknown", () =>
    expect(findSide(index, named("Mets"))).toEqual({ kind: "unknown", isAnotherClub: true }));
});

describe("labels of platforms", () => {
  test.each<readonly [LeagueCode, string, string]>([
    ["nba", "Los Angeles L", "Los Angeles Lakers"],
    ["nba", "Los Angeles C", "LA Clippers"],
    ["mlb", "Los Angeles D", "Los Angeles Dodgers"],
    ["mlb", "Los Angeles A", "Los Angeles Angels"],
    ["mlb", "New York M", "New York Mets"],
    ["mlb", "New York Y", "New York Yankees"],
    ["mlb", "Chicago WS", "Chicago White Sox"],
    ["mlb", "Chicago C", "Chicago Cubs"],
    ["mlb", "A's", "Athletics"],
    ["mlb", "St Louis", "St. Louis Cardinals"],
    ["mlb", "Saint Louis Cardinals", "St. Louis Cardinals"],
    ["nfl", "IND Colts", "Indianapolis Colts"],
    ["nfl", "KC Chiefs", "Kansas City Chiefs"],
    ["nfl", "LA Rams", "Los Angeles Rams"],
    ["nfl", "Niners", "San Francisco 49ers"],
    ["nhl", "Montréal Canadiens", "Montreal Canadiens"],
    ["mls", "LAFC", "Los Angeles FC"],
    ["mls", "Inter Miami", "Inter Miami CF"],
    ["mls", "Montreal", "CF Montréal"],
    ["mls", "Atlanta Utd", "Atlanta United FC"],
    ["nwsl", "NJ/NY Gotham FC", "Gotham FC"],
  ])("%s: %s", (league, label, name) => {
    const teams = (TEAMS[league] ?? "").split(";").map(readTeam)
      .map(({ name }) => makeTeam(league, name));
    const index = indexTeams({ league, teams, table: makeNameTable(KNOWN_NAMES) });
    expect(findSide(index, named(label))).toMatchObject({ kind: "one", team: { name } });
  });
});
