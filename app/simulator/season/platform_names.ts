/**
 * The platforms' names for teams.
 *
 * @module
 */
import { LEAGUE_FACTS, type PlatformCode } from "../../../core/game/mod.ts";
import { PLATFORM_HABITS, type PlatformName } from "./platform_habit.ts";
import { type TeamSheet } from "./team/team_sheet.ts";

/** Clubs that are in no table of names, although each could be an old name of a real club. */
const UNKNOWN_NAMES: ReadonlyArray<PlatformName> = [
  { name: "Northbridge Rovers", code: "NBR" },
  { name: "Eastmere Athletic", code: "EMA" },
  { name: "Old Quay Wanderers", code: "OQW" },
  { name: "Harrowgate Foundry", code: "HFY" },
  { name: "Silverlake Union", code: "SLU" },
  { name: "Port Ellery Mariners", code: "PEM" },
  { name: "Ashdown Telecom", code: "ADT" },
  { name: "Vale Park Insurance", code: "VPI" },
];

/** The marks of women's clubs; some platforms have none. */
const WOMEN_MARKS: ReadonlyArray<string> = [" Women", " (W)", " Women", " (W)", ""];

/**
 * Returns the side's name and code on a platform. `hash` selects among a game's possible spellings.
 */
export function platformName(
  platform: PlatformCode,
  sheet: TeamSheet,
  hash: number,
): PlatformName {
  const { name, code } = PLATFORM_HABITS[platform].nameOf(sheet);
  const facts = LEAGUE_FACTS[sheet.team.league];
  const isMarked = facts.sport === "soccer" && facts.squad === "women";
  const mark = isMarked ? WOMEN_MARKS[hash % WOMEN_MARKS.length] ?? "" : "";
  return { name: mark === "" ? name : sheet.team.displayName + mark, code };
}

/** Returns a name that is in no table. */
export function unknownName(hash: number): PlatformName {
  return UNKNOWN_NAMES[hash % UNKNOWN_NAMES.length] ?? { name: "Northbridge Rovers", code: "NBR" };
}
