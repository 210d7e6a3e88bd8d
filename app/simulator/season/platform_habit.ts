/**
 * The platforms' habits: which leagues they list, how early, how completely, and by which names.
 *
 * @module
 */
import { LEAGUE_FACTS, type PlatformCode } from "../../../core/game/mod.ts";
import { PLAYED_LEAGUES, type PlayedLeague } from "./team/teams_of.ts";
import { type TeamSheet } from "./team/team_sheet.ts";

/** A side in the format of one platform. */
export interface PlatformName {
  readonly name: string;
  /** Upper case. */
  readonly code: string;
}

/** How a platform lists games. */
export interface PlatformHabit {
  readonly leagues: ReadonlyArray<PlayedLeague>;
  /** Days before its kickoff that a game is listed at the earliest. */
  readonly leadDays: number;
  /** Share of the offers without a kickoff. */
  readonly lacksKickoff: number;
  /** Writes a side, without the mark of women's clubs. */
  readonly nameOf: (sheet: TeamSheet) => PlatformName;
}

/** The habits of every platform. */
export const PLATFORM_HABITS: Readonly<Record<PlatformCode, PlatformHabit>> = {
  polymarket: {
    leagues: PLAYED_LEAGUES,
    leadDays: 13,
    lacksKickoff: 0.01,
    nameOf: (sheet) => ({ name: sheet.polymarketName, code: sheet.polymarketCode }),
  },
  kalshi: {
    leagues: PLAYED_LEAGUES.filter((league) => league !== "wsl"),
    leadDays: 26,
    lacksKickoff: 0.015,
    nameOf: (sheet) => ({ name: sheet.kalshiName, code: sheet.kalshiCode }),
  },
  limitless: {
    leagues: ["nba", "nfl", "epl", "laliga"],
    leadDays: 3,
    lacksKickoff: 0.02,
    nameOf: ({ team }) => ({ name: team.shortName, code: team.abbreviation }),
  },
  sx_bet: {
    leagues: ["nfl", "nba", "mlb", "nhl", "epl", "mls"],
    leadDays: 5,
    lacksKickoff: 0.03,
    nameOf: fullName,
  },
  hyperliquid: {
    leagues: ["epl", "nba", "laliga"],
    leadDays: 2,
    lacksKickoff: 0.08,
    nameOf: fullName,
  },
};

/** Returns location and nickname of American teams, and clubs without affixes. */
function fullName({ team, polymarketName }: TeamSheet): PlatformName {
  const isSoccer = LEAGUE_FACTS[team.league].sport === "soccer";
  return { name: isSoccer ? team.displayName : polymarketName, code: team.abbreviation };
}
