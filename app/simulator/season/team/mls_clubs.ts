/**
 * The clubs of Major League Soccer.
 *
 * @module
 */
import { type ClubRow, clubSheets } from "./team_sheet.ts";

/** The same name here and on Polymarket. */
const plain = (
  [id, displayName, shortName, abbreviation, options]: ClubRow,
): ClubRow => [
  id,
  displayName,
  shortName,
  abbreviation,
  { polymarketName: displayName, ...options },
];

const ROWS: ReadonlyArray<ClubRow> = [
  [182, "Chicago Fire FC", "Chicago", "CHI"],
  [183, "Columbus Crew", "Columbus", "CLB"],
  [184, "Colorado Rapids", "Colorado", "COL"],
  [185, "FC Dallas", "FC Dallas", "DAL", { kalshiName: "Dallas" }],
  [186, "Sporting Kansas City", "Kansas City", "SKC"],
  [187, "LA Galaxy", "LA Galaxy", "LA", { kalshiCode: "LAG", polymarketCode: "LAG" }],
  [189, "New England Revolution", "New England", "NE"],
  [190, "New York Red Bulls", "NY Red Bulls", "NY", {
    shortName: "NY Red Bulls",
    kalshiName: "New York RB",
    kalshiCode: "RBNY",
  }],
  [191, "San Jose Earthquakes", "San Jose", "SJ"],
  [193, "D.C. United", "D.C. United", "DC"],
  [4771, "Real Salt Lake", "Salt Lake", "RSL", { kalshiName: "Real Salt Lake" }],
  [6077, "Houston Dynamo FC", "Houston", "HOU"],
  [7318, "Toronto FC", "Toronto", "TOR"],
  [9720, "CF Montréal", "CF Montréal", "MTL", { kalshiName: "Montreal" }],
  [9723, "Portland Timbers", "Portland", "POR"],
  [9726, "Seattle Sounders FC", "Seattle", "SEA"],
  [9727, "Vancouver Whitecaps", "Vancouver", "VAN", {
    polymarketName: "Vancouver Whitecaps FC",
  }],
  [10739, "Philadelphia Union", "Philadelphia", "PHI"],
  [12011, "Orlando City SC", "Orlando", "ORL", { kalshiName: "Orlando City" }],
  [17362, "Minnesota United FC", "Minnesota", "MIN"],
  [17606, "New York City FC", "NYCFC", "NYC", { kalshiName: "New York City" }],
  [18267, "FC Cincinnati", "Cincinnati", "CIN"],
  [18418, "Atlanta United FC", "Atlanta", "ATL"],
  [18966, "LAFC", "LAFC", "LAFC", {
    kalshiName: "Los Angeles F",
    polymarketName: "Los Angeles FC",
  }],
  [18986, "Nashville SC", "Nashville", "NSH"],
  [20232, "Inter Miami CF", "Miami", "MIA", { kalshiName: "Inter Miami" }],
  [20906, "Austin FC", "Austin", "ATX"],
  [21300, "Charlotte FC", "Charlotte", "CLT"],
  [21812, "St. Louis CITY SC", "St. Louis", "STL"],
  [22529, "San Diego FC", "San Diego", "SD"],
];

/** Thirty clubs. */
export const MLS_CLUBS = clubSheets("mls", ROWS.map(plain));
