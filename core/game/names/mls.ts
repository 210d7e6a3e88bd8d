/**
 * Names of the clubs of Major League Soccer.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { type NamedClub, namedClubs } from "./named_club.ts";

const CLUBS: ReadonlyArray<NamedClub> = [
  { names: ["Atlanta United FC", "Atlanta United", "Atlanta", "Atlanta Utd"], codes: "ATL" },
  { names: ["Austin FC", "Austin"], codes: "ATX AUS" },
  {
    names: [
      "CF Montréal",
      "CF Montreal",
      "Montreal",
      "Montréal",
      "Club de Foot Montréal",
      "Montreal Impact",
    ],
    codes: "MTL",
  },
  { names: ["Charlotte FC", "Charlotte"], codes: "CLT CHA" },
  { names: ["Chicago Fire FC", "Chicago Fire", "Chicago", "Fire"], codes: "CHI" },
  { names: ["Colorado Rapids", "Colorado", "Rapids"], codes: "COL" },
  { names: ["Columbus Crew", "Columbus", "Crew", "Columbus Crew SC"], codes: "CLB" },
  {
    names: [
      "D.C. United",
      "DC United",
      "DC",
      "D.C.",
      "Washington",
      "Washington DC",
      "D.C. United SC",
    ],
    codes: "DC DCU",
  },
  { names: ["FC Cincinnati", "Cincinnati"], codes: "CIN" },
  { names: ["FC Dallas", "Dallas"], codes: "DAL FCD" },
  { names: ["Houston Dynamo FC", "Houston Dynamo", "Houston", "Dynamo"], codes: "HOU" },
  { names: ["Inter Miami CF", "Inter Miami", "Miami", "Inter Miami FC"], codes: "MIA" },
  {
    names: ["LA Galaxy", "Los Angeles Galaxy", "Galaxy", "Los Angeles", "LA", "Los Angeles G"],
    codes: "LA LAG",
  },
  {
    names: [
      "LAFC",
      "Los Angeles FC",
      "LA FC",
      "Los Angeles Football Club",
      "Los Angeles",
      "LA",
      "Los Angeles F",
    ],
    codes: "LAFC LAF",
  },
  {
    names: ["Minnesota United FC", "Minnesota United", "Minnesota", "Minnesota Utd", "Loons"],
    codes: "MIN",
  },
  { names: ["Nashville SC", "Nashville"], codes: "NSH" },
  {
    names: [
      "New England Revolution",
      "New England",
      "Revolution",
      "New England Revs",
      "NE Revolution",
    ],
    codes: "NE",
  },
  {
    names: [
      "New York City FC",
      "NYCFC",
      "New York City",
      "NYC FC",
      "NYC",
      "New York",
      "New York C",
    ],
    codes: "NYC NYCFC",
  },
  {
    names: [
      "New York Red Bulls",
      "Red Bulls",
      "NY Red Bulls",
      "RBNY",
      "NYRB",
      "Red Bull New York",
      "New York RB",
      "New York R",
      "New York",
    ],
    codes: "NY RBNY NYRB",
  },
  { names: ["Orlando City SC", "Orlando City", "Orlando"], codes: "ORL" },
  { names: ["Philadelphia Union", "Philadelphia", "Union"], codes: "PHI" },
  { names: ["Portland Timbers", "Portland", "Timbers"], codes: "POR" },
  { names: ["Real Salt Lake", "Salt Lake", "RSL", "Real Salt Lake City"], codes: "RSL" },
  { names: ["San Diego FC", "San Diego"], codes: "SD SDFC" },
  {
    names: ["San Jose Earthquakes", "San Jose", "Earthquakes", "Quakes", "SJ Earthquakes"],
    codes: "SJ",
  },
  {
    names: ["Seattle Sounders FC", "Seattle Sounders", "Seattle", "Sounders", "Sounders FC"],
    codes: "SEA",
  },
  { names: ["Sporting Kansas City", "Sporting KC", "Kansas City", "SKC"], codes: "SKC" },
  { names: ["St. Louis CITY SC", "St. Louis City", "St. Louis", "St Louis City SC"], codes: "STL" },
  { names: ["Toronto FC", "Toronto"], codes: "TOR" },
  {
    names: [
      "Vancouver Whitecaps",
      "Vancouver Whitecaps FC",
      "Vancouver",
      "Whitecaps",
      "Whitecaps FC",
    ],
    codes: "VAN",
  },
];

/** The 30 clubs of 2026. */
export const MLS_NAMES: ReadonlyArray<NameEntry> = namedClubs({ leagues: ["mls"] }, CLUBS);
