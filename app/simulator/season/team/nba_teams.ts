/**
 * The teams of the NBA and the WNBA.
 *
 * @module
 */
import { teamSheets } from "./team_sheet.ts";

/** Thirty teams. The schedule's short codes differ from the league's own for six of them. */
export const NBA_TEAMS = teamSheets("nba", [
  [1, "Atlanta", "Hawks", "ATL"],
  [2, "Boston", "Celtics", "BOS"],
  [3, "New Orleans", "Pelicans", "NO", { kalshiCode: "NOP" }],
  [4, "Chicago", "Bulls", "CHI"],
  [5, "Cleveland", "Cavaliers", "CLE"],
  [6, "Dallas", "Mavericks", "DAL"],
  [7, "Denver", "Nuggets", "DEN"],
  [8, "Detroit", "Pistons", "DET"],
  [9, "Golden State", "Warriors", "GS", { kalshiCode: "GSW" }],
  [10, "Houston", "Rockets", "HOU"],
  [11, "Indiana", "Pacers", "IND"],
  [12, "LA", "Clippers", "LAC", {
    kalshiName: "Los Angeles C",
    polymarketName: "Los Angeles Clippers",
  }],
  [13, "Los Angeles", "Lakers", "LAL", { kalshiName: "Los Angeles L" }],
  [14, "Miami", "Heat", "MIA"],
  [15, "Milwaukee", "Bucks", "MIL"],
  [16, "Minnesota", "Timberwolves", "MIN"],
  [17, "Brooklyn", "Nets", "BKN"],
  [18, "New York", "Knicks", "NY", { kalshiCode: "NYK" }],
  [19, "Orlando", "Magic", "ORL"],
  [20, "Philadelphia", "76ers", "PHI"],
  [21, "Phoenix", "Suns", "PHX"],
  [22, "Portland", "Trail Blazers", "POR"],
  [23, "Sacramento", "Kings", "SAC"],
  [24, "San Antonio", "Spurs", "SA", { kalshiCode: "SAS" }],
  [25, "Oklahoma City", "Thunder", "OKC"],
  [26, "Utah", "Jazz", "UTAH", { kalshiCode: "UTA" }],
  [27, "Washington", "Wizards", "WSH", { kalshiCode: "WAS" }],
  [28, "Toronto", "Raptors", "TOR"],
  [29, "Memphis", "Grizzlies", "MEM"],
  [30, "Charlotte", "Hornets", "CHA"],
]);

/** Fifteen teams. Numbers above 900000 are invented: the schedule's are unknown. */
export const WNBA_TEAMS = teamSheets("wnba", [
  [3, "Dallas", "Wings", "DAL"],
  [5, "Indiana", "Fever", "IND"],
  [6, "Los Angeles", "Sparks", "LA"],
  [8, "Minnesota", "Lynx", "MIN"],
  [9, "New York", "Liberty", "NY"],
  [11, "Phoenix", "Mercury", "PHX"],
  [14, "Seattle", "Storm", "SEA"],
  [16, "Washington", "Mystics", "WSH", { kalshiCode: "WAS" }],
  [17, "Las Vegas", "Aces", "LV"],
  [18, "Connecticut", "Sun", "CON", { kalshiCode: "CONN" }],
  [19, "Chicago", "Sky", "CHI"],
  [20, "Atlanta", "Dream", "ATL"],
  [129689, "Golden State", "Valkyries", "GS", { kalshiCode: "GSV" }],
  [900001, "Toronto", "Tempo", "TOR"],
  [900002, "Portland", "Fire", "POR"],
]);
