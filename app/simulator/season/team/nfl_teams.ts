/**
 * The teams of the NFL.
 *
 * @module
 */
import { teamSheets } from "./team_sheet.ts";

/** Thirty-two teams. */
export const NFL_TEAMS = teamSheets("nfl", [
  [1, "Atlanta", "Falcons", "ATL"],
  [2, "Buffalo", "Bills", "BUF"],
  [3, "Chicago", "Bears", "CHI"],
  [4, "Cincinnati", "Bengals", "CIN"],
  [5, "Cleveland", "Browns", "CLE"],
  [6, "Dallas", "Cowboys", "DAL"],
  [7, "Denver", "Broncos", "DEN"],
  [8, "Detroit", "Lions", "DET"],
  [9, "Green Bay", "Packers", "GB"],
  [10, "Tennessee", "Titans", "TEN"],
  [11, "Indianapolis", "Colts", "IND"],
  [12, "Kansas City", "Chiefs", "KC"],
  [13, "Las Vegas", "Raiders", "LV"],
  [14, "Los Angeles", "Rams", "LAR", { kalshiName: "Los Angeles R", kalshiCode: "LA" }],
  [15, "Miami", "Dolphins", "MIA"],
  [16, "Minnesota", "Vikings", "MIN"],
  [17, "New England", "Patriots", "NE"],
  [18, "New Orleans", "Saints", "NO"],
  [19, "New York", "Giants", "NYG", { kalshiName: "New York G" }],
  [20, "New York", "Jets", "NYJ", { kalshiName: "New York J" }],
  [21, "Philadelphia", "Eagles", "PHI"],
  [22, "Arizona", "Cardinals", "ARI"],
  [23, "Pittsburgh", "Steelers", "PIT"],
  [24, "Los Angeles", "Chargers", "LAC", { kalshiName: "Los Angeles C" }],
  [25, "San Francisco", "49ers", "SF"],
  [26, "Seattle", "Seahawks", "SEA"],
  [27, "Tampa Bay", "Buccaneers", "TB"],
  [28, "Washington", "Commanders", "WSH", { kalshiCode: "WAS" }],
  [29, "Carolina", "Panthers", "CAR"],
  [30, "Jacksonville", "Jaguars", "JAX", { kalshiCode: "JAC", polymarketCode: "JAX" }],
  [33, "Baltimore", "Ravens", "BAL"],
  [34, "Houston", "Texans", "HOU"],
]);
