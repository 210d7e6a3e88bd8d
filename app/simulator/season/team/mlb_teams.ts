/**
 * The teams of Major League Baseball.
 *
 * @module
 */
import { clubSheets, type TeamSheet, teamSheets } from "./team_sheet.ts";

/** Thirty teams. */
export const MLB_TEAMS: ReadonlyArray<TeamSheet> = [
  ...teamSheets("mlb", [
    [1, "Baltimore", "Orioles", "BAL"],
    [2, "Boston", "Red Sox", "BOS"],
    [3, "Los Angeles", "Angels", "LAA", { kalshiName: "Los Angeles A" }],
    [4, "Chicago", "White Sox", "CHW", { kalshiName: "Chicago WS", kalshiCode: "CWS" }],
    [5, "Cleveland", "Guardians", "CLE"],
    [6, "Detroit", "Tigers", "DET"],
    [7, "Kansas City", "Royals", "KC"],
    [8, "Milwaukee", "Brewers", "MIL"],
    [9, "Minnesota", "Twins", "MIN"],
    [10, "New York", "Yankees", "NYY", { kalshiName: "New York Y" }],
    [12, "Seattle", "Mariners", "SEA"],
    [13, "Texas", "Rangers", "TEX"],
    [14, "Toronto", "Blue Jays", "TOR"],
    [15, "Atlanta", "Braves", "ATL"],
    [16, "Chicago", "Cubs", "CHC", { kalshiName: "Chicago C" }],
    [17, "Cincinnati", "Reds", "CIN"],
    [18, "Houston", "Astros", "HOU"],
    [19, "Los Angeles", "Dodgers", "LAD", { kalshiName: "Los Angeles D" }],
    [20, "Washington", "Nationals", "WSH"],
    [21, "New York", "Mets", "NYM", { kalshiName: "New York M" }],
    [22, "Philadelphia", "Phillies", "PHI"],
    [23, "Pittsburgh", "Pirates", "PIT"],
    [24, "St. Louis", "Cardinals", "STL"],
    [25, "San Diego", "Padres", "SD"],
    [26, "San Francisco", "Giants", "SF"],
    [27, "Colorado", "Rockies", "COL"],
    [28, "Miami", "Marlins", "MIA"],
    [29, "Arizona", "Diamondbacks", "ARI", { kalshiCode: "AZ", polymarketCode: "ARI" }],
    [30, "Tampa Bay", "Rays", "TB"],
  ]),
  // Without a location in the name since 2025.
  ...clubSheets("mlb", [
    [11, "Athletics", "Athletics", "ATH", { kalshiName: "A's", polymarketName: "Athletics" }],
  ]),
];
