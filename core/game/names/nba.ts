/**
 * Names of the teams of the NBA.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { usTeams } from "./us_team.ts";

/** The 30 teams. Codes are those of the schedule, the league, and Basketball-Reference. */
export const NBA_NAMES: ReadonlyArray<NameEntry> = usTeams(["nba"], [
  { places: ["Atlanta"], nicknames: ["Hawks"], codes: "ATL" },
  { places: ["Boston"], nicknames: ["Celtics"], codes: "BOS" },
  { places: ["Brooklyn"], nicknames: ["Nets"], codes: "BKN BRK BK" },
  { places: ["Charlotte"], nicknames: ["Hornets"], codes: "CHA CHO" },
  { places: ["Chicago"], nicknames: ["Bulls"], codes: "CHI" },
  { places: ["Cleveland"], nicknames: ["Cavaliers", "Cavs"], codes: "CLE" },
  { places: ["Dallas"], nicknames: ["Mavericks", "Mavs"], codes: "DAL" },
  { places: ["Denver"], nicknames: ["Nuggets"], codes: "DEN" },
  { places: ["Detroit"], nicknames: ["Pistons"], codes: "DET" },
  { places: ["Golden State"], nicknames: ["Warriors"], codes: "GS GSW" },
  { places: ["Houston"], nicknames: ["Rockets"], codes: "HOU" },
  { places: ["Indiana"], nicknames: ["Pacers"], codes: "IND" },
  { places: ["LA", "Los Angeles", "Los Angeles C"], nicknames: ["Clippers"], codes: "LAC" },
  { places: ["Los Angeles", "LA", "Los Angeles L"], nicknames: ["Lakers"], codes: "LAL" },
  { places: ["Memphis"], nicknames: ["Grizzlies"], codes: "MEM" },
  { places: ["Miami"], nicknames: ["Heat"], codes: "MIA" },
  { places: ["Milwaukee"], nicknames: ["Bucks"], codes: "MIL" },
  { places: ["Minnesota"], nicknames: ["Timberwolves", "Wolves"], codes: "MIN" },
  { places: ["New Orleans"], nicknames: ["Pelicans"], codes: "NO NOP" },
  { places: ["New York", "NY"], nicknames: ["Knicks", "Knickerbockers"], codes: "NY NYK" },
  { places: ["Oklahoma City"], nicknames: ["Thunder"], codes: "OKC" },
  { places: ["Orlando"], nicknames: ["Magic"], codes: "ORL" },
  { places: ["Philadelphia"], nicknames: ["76ers", "Sixers"], codes: "PHI" },
  { places: ["Phoenix"], nicknames: ["Suns"], codes: "PHX PHO" },
  { places: ["Portland"], nicknames: ["Trail Blazers", "Blazers"], codes: "POR" },
  { places: ["Sacramento"], nicknames: ["Kings"], codes: "SAC" },
  { places: ["San Antonio"], nicknames: ["Spurs"], codes: "SA SAS" },
  { places: ["Toronto"], nicknames: ["Raptors"], codes: "TOR" },
  { places: ["Utah"], nicknames: ["Jazz"], codes: "UTAH UTA" },
  { places: ["Washington"], nicknames: ["Wizards"], codes: "WSH WAS" },
]);
