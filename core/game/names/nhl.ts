/**
 * Names of the teams of the NHL.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { usTeams } from "./us_team.ts";

/** The 32 teams. If two share a city, the city name alone means either. */
export const NHL_NAMES: ReadonlyArray<NameEntry> = usTeams(["nhl"], [
  { places: ["Anaheim"], nicknames: ["Ducks"], codes: "ANA" },
  { places: ["Boston"], nicknames: ["Bruins"], codes: "BOS" },
  { places: ["Buffalo"], nicknames: ["Sabres"], codes: "BUF" },
  { places: ["Calgary"], nicknames: ["Flames"], codes: "CGY CAL" },
  { places: ["Carolina"], nicknames: ["Hurricanes", "Canes"], codes: "CAR" },
  { places: ["Chicago"], nicknames: ["Blackhawks"], codes: "CHI" },
  { places: ["Colorado"], nicknames: ["Avalanche", "Avs"], codes: "COL" },
  { places: ["Columbus"], nicknames: ["Blue Jackets"], codes: "CBJ CLB" },
  { places: ["Dallas"], nicknames: ["Stars"], codes: "DAL" },
  { places: ["Detroit"], nicknames: ["Red Wings"], codes: "DET" },
  { places: ["Edmonton"], nicknames: ["Oilers"], codes: "EDM" },
  { places: ["Florida"], nicknames: ["Panthers"], codes: "FLA" },
  { places: ["Los Angeles", "LA"], nicknames: ["Kings"], codes: "LA LAK" },
  { places: ["Minnesota"], nicknames: ["Wild"], codes: "MIN" },
  { places: ["Montreal"], nicknames: ["Canadiens", "Habs"], codes: "MTL MON" },
  { places: ["Nashville"], nicknames: ["Predators", "Preds"], codes: "NSH NAS" },
  { places: ["New Jersey", "NJ"], nicknames: ["Devils"], codes: "NJ NJD" },
  { places: ["New York", "NY", "New York I"], nicknames: ["Islanders"], codes: "NYI" },
  { places: ["New York", "NY", "New York R"], nicknames: ["Rangers"], codes: "NYR" },
  { places: ["Ottawa"], nicknames: ["Senators", "Sens"], codes: "OTT" },
  { places: ["Philadelphia"], nicknames: ["Flyers"], codes: "PHI" },
  { places: ["Pittsburgh"], nicknames: ["Penguins", "Pens"], codes: "PIT" },
  { places: ["San Jose"], nicknames: ["Sharks"], codes: "SJ SJS" },
  { places: ["Seattle"], nicknames: ["Kraken"], codes: "SEA" },
  { places: ["St. Louis"], nicknames: ["Blues"], codes: "STL" },
  { places: ["Tampa Bay"], nicknames: ["Lightning"], codes: "TB TBL" },
  { places: ["Toronto"], nicknames: ["Maple Leafs", "Leafs"], codes: "TOR" },
  { places: ["Utah"], nicknames: ["Mammoth", "Hockey Club", "HC"], codes: "UTAH UTA" },
  { places: ["Vancouver"], nicknames: ["Canucks"], codes: "VAN" },
  {
    places: ["Vegas", "Las Vegas"],
    nicknames: ["Golden Knights", "Knights"],
    codes: "VGK VEG VGS",
  },
  { places: ["Washington"], nicknames: ["Capitals", "Caps"], codes: "WSH WAS" },
  { places: ["Winnipeg"], nicknames: ["Jets"], codes: "WPG WIN" },
]);
