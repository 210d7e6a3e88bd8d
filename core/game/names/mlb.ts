/**
 * Names of the teams of Major League Baseball.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { usTeams } from "./us_team.ts";

/** The 30 teams. Codes are those of the schedule, the league, Retrosheet, and platforms. */
export const MLB_NAMES: ReadonlyArray<NameEntry> = usTeams(["mlb"], [
  { places: ["Arizona"], nicknames: ["Diamondbacks", "D-backs"], codes: "ARI AZ" },
  { places: ["Atlanta"], nicknames: ["Braves"], codes: "ATL" },
  { places: ["Baltimore"], nicknames: ["Orioles", "O's"], codes: "BAL" },
  { places: ["Boston"], nicknames: ["Red Sox"], codes: "BOS" },
  { places: ["Chicago", "Chicago C"], nicknames: ["Cubs"], codes: "CHC CHN" },
  { places: ["Chicago", "Chicago WS"], nicknames: ["White Sox"], codes: "CHW CWS CHA" },
  { places: ["Cincinnati"], nicknames: ["Reds"], codes: "CIN" },
  { places: ["Cleveland"], nicknames: ["Guardians"], codes: "CLE" },
  { places: ["Colorado"], nicknames: ["Rockies"], codes: "COL" },
  { places: ["Detroit"], nicknames: ["Tigers"], codes: "DET" },
  { places: ["Houston"], nicknames: ["Astros"], codes: "HOU" },
  { places: ["Kansas City"], nicknames: ["Royals"], codes: "KC KCA KCR" },
  { places: ["Los Angeles", "LA", "Los Angeles A"], nicknames: ["Angels"], codes: "LAA ANA" },
  { places: ["Los Angeles", "LA", "Los Angeles D"], nicknames: ["Dodgers"], codes: "LAD LAN" },
  { places: ["Miami"], nicknames: ["Marlins"], codes: "MIA FLA" },
  { places: ["Milwaukee"], nicknames: ["Brewers"], codes: "MIL" },
  { places: ["Minnesota"], nicknames: ["Twins"], codes: "MIN" },
  { places: ["New York", "NY", "New York M"], nicknames: ["Mets"], codes: "NYM NYN" },
  { places: ["New York", "NY", "New York Y"], nicknames: ["Yankees"], codes: "NYY NYA" },
  {
    places: ["Oakland", "Sacramento", "Las Vegas"],
    nicknames: ["Athletics", "A's"],
    codes: "ATH OAK AS",
  },
  { places: ["Philadelphia"], nicknames: ["Phillies"], codes: "PHI" },
  { places: ["Pittsburgh"], nicknames: ["Pirates"], codes: "PIT" },
  { places: ["San Diego"], nicknames: ["Padres"], codes: "SD SDN SDP" },
  { places: ["San Francisco"], nicknames: ["Giants"], codes: "SF SFN SFG" },
  { places: ["Seattle"], nicknames: ["Mariners"], codes: "SEA" },
  { places: ["St. Louis"], nicknames: ["Cardinals", "Cards"], codes: "STL SLN" },
  { places: ["Tampa Bay"], nicknames: ["Rays"], codes: "TB TBA TBR" },
  { places: ["Texas"], nicknames: ["Rangers"], codes: "TEX" },
  { places: ["Toronto"], nicknames: ["Blue Jays", "Jays"], codes: "TOR" },
  { places: ["Washington"], nicknames: ["Nationals", "Nats"], codes: "WSH WAS WSN" },
]);
