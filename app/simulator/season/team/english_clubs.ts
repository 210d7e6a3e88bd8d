/**
 * The clubs of the Premier League and of the Women's Super League, in 2025-26.
 *
 * @module
 */
import { clubSheets } from "./team_sheet.ts";

/** Twenty clubs. */
export const EPL_CLUBS = clubSheets("epl", [
  [331, "Brighton & Hove Albion", "Brighton", "BHA", { polymarketCode: "BRI" }],
  [337, "Brentford", "Brentford", "BRE"],
  [349, "AFC Bournemouth", "Bournemouth", "BOU", { polymarketName: "AFC Bournemouth" }],
  [357, "Leeds United", "Leeds", "LEE", { kalshiName: "Leeds United" }],
  [359, "Arsenal", "Arsenal", "ARS"],
  [360, "Manchester United", "Man United", "MAN", {
    kalshiName: "Manchester United",
    kalshiCode: "MUN",
    polymarketCode: "MUN",
  }],
  [361, "Newcastle United", "Newcastle", "NEW"],
  [362, "Aston Villa", "Aston Villa", "AVL", { polymarketCode: "AST" }],
  [363, "Chelsea", "Chelsea", "CHE", { kalshiCode: "CFC" }],
  [364, "Liverpool", "Liverpool", "LIV", { kalshiCode: "LFC" }],
  [366, "Sunderland", "Sunderland", "SUN", { polymarketName: "Sunderland AFC" }],
  [367, "Tottenham Hotspur", "Spurs", "TOT", { kalshiName: "Tottenham" }],
  [368, "Everton", "Everton", "EVE"],
  [370, "Fulham", "Fulham", "FUL"],
  [371, "West Ham United", "West Ham", "WHU", { polymarketCode: "WES" }],
  [379, "Burnley", "Burnley", "BUR"],
  [380, "Wolverhampton Wanderers", "Wolves", "WOL", { kalshiName: "Wolverhampton" }],
  [382, "Manchester City", "Man City", "MNC", {
    kalshiName: "Manchester City",
    kalshiCode: "MCI",
    polymarketCode: "MAC",
  }],
  [384, "Crystal Palace", "Crystal Palace", "CRY"],
  [393, "Nottingham Forest", "Nottm Forest", "NFO", {
    kalshiName: "Nottingham",
    polymarketCode: "NOT",
  }],
]);

/**
 * Twelve clubs, named like the men's. Numbers above 900000 are invented: the schedule's are
 * unknown.
 */
export const WSL_CLUBS = clubSheets("wsl", [
  [19257, "Manchester City", "Man City", "MNC", { polymarketCode: "MAC" }],
  [900101, "Arsenal", "Arsenal", "ARS"],
  [900102, "Aston Villa", "Aston Villa", "AVL", { polymarketCode: "AST" }],
  [900103, "Brighton & Hove Albion", "Brighton", "BHA", { polymarketCode: "BRI" }],
  [900104, "Chelsea", "Chelsea", "CHE"],
  [900105, "Everton", "Everton", "EVE"],
  [900106, "Leicester City", "Leicester", "LEI"],
  [900107, "Liverpool", "Liverpool", "LIV"],
  [900108, "London City Lionesses", "London City", "LCL"],
  [900109, "Manchester United", "Man United", "MAN", { polymarketCode: "MUN" }],
  [900110, "Tottenham Hotspur", "Spurs", "TOT"],
  [900111, "West Ham United", "West Ham", "WHU", { polymarketCode: "WES" }],
]);
