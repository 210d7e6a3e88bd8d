/** Sports games: leagues, teams, schedules, platforms and the links between them. @module */
export {
  COVERAGE_STATUSES,
  coverageOf,
  type CoverageStatus,
  evidenceAt,
  SCAN_AGE_SEC_MAX,
  type ScanEvidence,
} from "./coverage.ts";
export {
  DURATION_DEFAULT,
  durationOf,
  type LeagueDuration,
  MEASURED_GAMES_MIN,
  measuredMin,
  noDurations,
} from "./duration.ts";
export {
  type Game,
  gameId,
  isCalledOff,
  type PreviousKickoff,
  type ScheduledGame,
  type ScheduleName,
  SCHEDULES,
  type Score,
} from "./game.ts";
export type { GameRecord } from "./game_record.ts";
export { isLeagueCode, LEAGUE_FACTS, type LeagueCode, LEAGUES, parseLeague } from "./league.ts";
export { SCHEDULE_LICENSE_NOTES, scheduleLicenseNote, unknownTermsNote } from "./license.ts";
export { type Confidence, CONFIDENCES, type GamePlatform, type PlatformRecord } from "./link.ts";
export { linkGames } from "./link_games.ts";
export {
  compareKeys,
  emptyListing,
  filterText,
  type GameFilter,
  type GameKey,
  type GameListing,
  gamePage,
  gamesBetween,
  gameTotals,
  isShown,
  type ListingSettings,
  patchListing,
  REDISTRIBUTION_FILTERS,
  type RedistributionFilter,
  shownGames,
  type TeamFilter,
  teamFilterText,
  teamPage,
  withheldGames,
} from "./listing/mod.ts";
export { supersededBy } from "./make_up.ts";
export { editDistance } from "./matching/edit_distance.ts";
export { findSide } from "./matching/find_side.ts";
export type { Match } from "./matching/match.ts";
export { matchPlatformGames } from "./matching/match_platform_games.ts";
export { nearMisses } from "./matching/near_misses.ts";
export type { SideFound } from "./matching/side_found.ts";
export { indexTeams } from "./matching/team_index.ts";
export { mergePlatformGame } from "./merge_platform_game.ts";
export { mergeScans, platformKey } from "./merge_scans.ts";
export { KNOWN_NAMES } from "./names/known_names.ts";
export { makeNameTable, type NameEntry, type NameTable } from "./names/name_table.ts";
export { parseSquadLabel } from "./names/squad_label.ts";
export { observeGame } from "./observe_game.ts";
export { parsePlatform, type PlatformCode, type PlatformFacts, PLATFORMS } from "./platform.ts";
export type {
  PlatformEvent,
  PlatformGame,
  PlatformKickoff,
  PlatformSide,
  UnreadListing,
} from "./platform_game.ts";
export { platformsOf } from "./platforms_of.ts";
export {
  EARLY_SEC,
  type GameDays,
  gameDays,
  isPlayedAt,
  leagueDayKey,
  PLAYED_SEC_MAX,
} from "./played_days.ts";
export {
  DAYS_MAX,
  GAME_PARTS,
  type GamePart,
  parseInclude,
  parseSearch,
  parseWindow,
  type WindowQuery,
} from "./query.ts";
export {
  type DayState,
  type DayToRead,
  dayUrgency,
  dueSec,
  firstRounds,
  nextToRead,
  readingPeriods,
  restMs,
} from "./reading_plan.ts";
export { type Redistribution, REDISTRIBUTIONS } from "./redistribution.ts";
export type { Scan } from "./scan.ts";
export {
  extendReach,
  isReached,
  type Reach,
  type Reaches,
  unreadLeagues,
} from "./schedule_reach.ts";
export { isSeenAgain } from "./seen_again.ts";
export { type Sport, SPORTS } from "./sport.ts";
export { GAME_STATUSES, type GameStatus, mayBecome, SAME_DAY_SEC_MAX } from "./status.ts";
export type { Team } from "./team.ts";
