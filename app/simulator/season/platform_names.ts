/**
 * The platforms' names for teams.
 *
 * @module
 */
import { LEAGUE_FACTS, type PlatformCode } from "../../../core/game/mod.ts";
import { type TeamSheet } from "./team/team_sheet.ts";

/** A side in the format of one platform. */
export interface PlatformName {
  readonly name: string;
  /** Upper case. */
  readonly code: string;
}

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
  const { name, code } = plainName(platform, sheet);
  const facts = LEAGUE_FACTS[sheet.team.league];
  const isMarked = facts.sport === "soccer" && facts.squad === "women";
  const mark = isMarked ? WOMEN_MARKS[hash % WOMEN_MARKS.length] ?? "" : "";
  return { name: mark === "" ? name : sheet.team.displayName + mark, code };
}

/** Returns a name that is in no table. */
export function unknownName(hash: number): PlatformName {
  return UNKNOWN_NAMES[hash % UNKNOWN_NAMES.length] ?? { name: "Northbridge Rovers", code: "NBR" };
}

function plainName(platform: PlatformCode, sheet: TeamSheet): PlatformName {
  const { team } = sheet;
  switch (platform) {
    case "kalshi":
      return { name: sheet.kalshiName, code: sheet.kalshiCode };
    case "polymarket":
      return { name: sheet.polymarketName, code: sheet.polymarketCode };
    case "limitless":
      return { name: team.shortName, code: team.abbreviation };
    case "sx_bet":
    case "hyperliquid":
      return { name: fullName(sheet), code: team.abbreviation };
  }
}

/** Returns location and nickname of American teams, and clubs without affixes. */
function fullName({ team, polymarketName }: TeamSheet): string {
  return LEAGUE_FACTS[team.league].sport === "soccer" ? team.displayName : polymarketName;
}
