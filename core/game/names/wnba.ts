/**
 * Names of the teams of the WNBA.
 *
 * @module
 */
import { type NameEntry } from "./name_table.ts";
import { usTeams } from "./us_team.ts";

/** The 15 teams of 2026. */
export const WNBA_NAMES: ReadonlyArray<NameEntry> = usTeams(["wnba"], [
  { places: ["Atlanta"], nicknames: ["Dream"], codes: "ATL" },
  { places: ["Chicago"], nicknames: ["Sky"], codes: "CHI" },
  { places: ["Connecticut"], nicknames: ["Sun"], codes: "CON CONN CT" },
  { places: ["Dallas"], nicknames: ["Wings"], codes: "DAL" },
  { places: ["Golden State"], nicknames: ["Valkyries"], codes: "GS GSV" },
  { places: ["Indiana"], nicknames: ["Fever"], codes: "IND" },
  { places: ["Las Vegas"], nicknames: ["Aces"], codes: "LV LVA" },
  { places: ["Los Angeles", "LA"], nicknames: ["Sparks"], codes: "LA LAS" },
  { places: ["Minnesota"], nicknames: ["Lynx"], codes: "MIN" },
  { places: ["New York", "NY"], nicknames: ["Liberty"], codes: "NY NYL" },
  { places: ["Phoenix"], nicknames: ["Mercury"], codes: "PHX PHO" },
  { places: ["Portland"], nicknames: ["Fire"], codes: "POR" },
  { places: ["Seattle"], nicknames: ["Storm"], codes: "SEA" },
  { places: ["Toronto"], nicknames: ["Tempo"], codes: "TOR" },
  { places: ["Washington"], nicknames: ["Mystics"], codes: "WSH WAS" },
]);
