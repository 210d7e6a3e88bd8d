/**
 * Names of the teams of the NFL.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { usTeams } from "./us_team.ts";

/** The 32 teams. If two share a city, the city name alone means either. */
export const NFL_NAMES: ReadonlyArray<NameEntry> = usTeams(["nfl"], [
  { places: ["Arizona"], nicknames: ["Cardinals", "Cards"], codes: "ARI ARZ AZ CRD" },
  { places: ["Atlanta"], nicknames: ["Falcons"], codes: "ATL" },
  { places: ["Baltimore"], nicknames: ["Ravens"], codes: "BAL BLT RAV" },
  { places: ["Buffalo"], nicknames: ["Bills"], codes: "BUF" },
  { places: ["Carolina"], nicknames: ["Panthers"], codes: "CAR" },
  { places: ["Chicago"], nicknames: ["Bears"], codes: "CHI" },
  { places: ["Cincinnati"], nicknames: ["Bengals"], codes: "CIN" },
  { places: ["Cleveland"], nicknames: ["Browns"], codes: "CLE CLV" },
  { places: ["Dallas"], nicknames: ["Cowboys"], codes: "DAL" },
  { places: ["Denver"], nicknames: ["Broncos"], codes: "DEN" },
  { places: ["Detroit"], nicknames: ["Lions"], codes: "DET" },
  { places: ["Green Bay"], nicknames: ["Packers"], codes: "GB GNB" },
  { places: ["Houston"], nicknames: ["Texans"], codes: "HOU HST HTX" },
  { places: ["Indianapolis"], nicknames: ["Colts"], codes: "IND CLT" },
  { places: ["Jacksonville"], nicknames: ["Jaguars", "Jags"], codes: "JAX JAC" },
  { places: ["Kansas City"], nicknames: ["Chiefs"], codes: "KC KAN" },
  { places: ["Las Vegas"], nicknames: ["Raiders"], codes: "LV LVR RAI" },
  { places: ["Los Angeles", "LA", "Los Angeles C"], nicknames: ["Chargers"], codes: "LAC" },
  { places: ["Los Angeles", "LA", "Los Angeles R"], nicknames: ["Rams"], codes: "LAR LA RAM" },
  { places: ["Miami"], nicknames: ["Dolphins"], codes: "MIA" },
  { places: ["Minnesota"], nicknames: ["Vikings"], codes: "MIN" },
  { places: ["New England"], nicknames: ["Patriots", "Pats"], codes: "NE NWE" },
  { places: ["New Orleans"], nicknames: ["Saints"], codes: "NO NOR" },
  { places: ["New York", "NY", "New York G"], nicknames: ["Giants"], codes: "NYG" },
  { places: ["New York", "NY", "New York J"], nicknames: ["Jets"], codes: "NYJ" },
  { places: ["Philadelphia"], nicknames: ["Eagles"], codes: "PHI" },
  { places: ["Pittsburgh"], nicknames: ["Steelers"], codes: "PIT" },
  { places: ["San Francisco"], nicknames: ["49ers", "Niners"], codes: "SF SFO" },
  { places: ["Seattle"], nicknames: ["Seahawks"], codes: "SEA" },
  { places: ["Tampa Bay"], nicknames: ["Buccaneers", "Bucs"], codes: "TB TAM" },
  { places: ["Tennessee"], nicknames: ["Titans"], codes: "TEN OTI" },
  { places: ["Washington"], nicknames: ["Commanders"], codes: "WSH WAS" },
]);
