/**
 * The teams of the NHL.
 *
 * @module
 */
import { teamSheets } from "./team_sheet.ts";

/** Thirty-two teams. */
export const NHL_TEAMS = teamSheets("nhl", [
  [1, "Boston", "Bruins", "BOS"],
  [2, "Buffalo", "Sabres", "BUF"],
  [3, "Calgary", "Flames", "CGY"],
  [4, "Chicago", "Blackhawks", "CHI"],
  [5, "Detroit", "Red Wings", "DET"],
  [6, "Edmonton", "Oilers", "EDM"],
  [7, "Carolina", "Hurricanes", "CAR"],
  [8, "Los Angeles", "Kings", "LA", { kalshiCode: "LAK" }],
  [9, "Dallas", "Stars", "DAL"],
  [10, "Montreal", "Canadiens", "MTL"],
  [11, "New Jersey", "Devils", "NJ", { kalshiCode: "NJD" }],
  [12, "New York", "Islanders", "NYI", { kalshiName: "New York I" }],
  [13, "New York", "Rangers", "NYR", { kalshiName: "New York R" }],
  [14, "Ottawa", "Senators", "OTT"],
  [15, "Philadelphia", "Flyers", "PHI"],
  [16, "Pittsburgh", "Penguins", "PIT"],
  [17, "Colorado", "Avalanche", "COL"],
  [18, "San Jose", "Sharks", "SJ", { kalshiCode: "SJS" }],
  [19, "St. Louis", "Blues", "STL"],
  [20, "Tampa Bay", "Lightning", "TB", { kalshiCode: "TBL" }],
  [21, "Toronto", "Maple Leafs", "TOR"],
  [22, "Vancouver", "Canucks", "VAN"],
  [23, "Washington", "Capitals", "WSH"],
  [25, "Anaheim", "Ducks", "ANA"],
  [26, "Florida", "Panthers", "FLA"],
  [27, "Nashville", "Predators", "NSH"],
  [28, "Winnipeg", "Jets", "WPG"],
  [29, "Columbus", "Blue Jackets", "CBJ"],
  [30, "Minnesota", "Wild", "MIN"],
  [37, "Vegas", "Golden Knights", "VGK"],
  [124292, "Seattle", "Kraken", "SEA"],
  [129764, "Utah", "Mammoth", "UTAH", { kalshiCode: "UTA" }],
]);
