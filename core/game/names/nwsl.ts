/**
 * Names of the clubs of the National Women's Soccer League.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { type NamedClub, namedClubs } from "./named_club.ts";

const CLUBS: ReadonlyArray<NamedClub> = [
  { names: ["Angel City FC", "Angel City", "Los Angeles", "ACFC"], codes: "LA ACFC" },
  { names: ["Bay FC", "Bay", "Bay Area"], codes: "BAY" },
  { names: ["Boston Legacy FC", "Boston Legacy", "Boston"], codes: "BOS" },
  {
    names: ["Chicago Stars FC", "Chicago Stars", "Chicago", "Chicago Red Stars", "Stars"],
    codes: "CHI",
  },
  { names: ["Denver Summit FC", "Denver Summit", "Denver"], codes: "DEN" },
  {
    names: ["Gotham FC", "NJ/NY Gotham FC", "NJ/NY Gotham", "Gotham", "New York", "New Jersey"],
    codes: "GFC NJNY NJY GOT",
  },
  { names: ["Houston Dash", "Houston", "Dash"], codes: "HOU" },
  { names: ["Kansas City Current", "Kansas City", "KC Current", "Current"], codes: "KC KCC" },
  { names: ["North Carolina Courage", "North Carolina", "NC Courage", "Courage"], codes: "NC NCC" },
  { names: ["Orlando Pride", "Orlando", "Pride"], codes: "ORL" },
  { names: ["Portland Thorns FC", "Portland Thorns", "Portland", "Thorns"], codes: "POR" },
  { names: ["Racing Louisville FC", "Racing Louisville", "Louisville"], codes: "LOU" },
  { names: ["San Diego Wave FC", "San Diego Wave", "San Diego", "Wave"], codes: "SD" },
  {
    names: ["Seattle Reign FC", "Seattle Reign", "Seattle", "OL Reign", "Reign", "Reign FC"],
    codes: "SEA",
  },
  { names: ["Utah Royals", "Utah Royals FC", "Utah", "Royals"], codes: "UTA UTAH" },
  { names: ["Washington Spirit", "Washington", "Spirit"], codes: "WAS WSH" },
];

/** The 16 clubs of 2026. */
export const NWSL_NAMES: ReadonlyArray<NameEntry> = namedClubs({ leagues: ["nwsl"] }, CLUBS);
