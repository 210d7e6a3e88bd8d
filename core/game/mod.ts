/** Sports games: leagues, teams, schedules, platforms and the links between them. @module */
export * from "./coverage.ts";
export * from "./duration.ts";
export * from "./game.ts";
export * from "./game_record.ts";
export * from "./league.ts";
export * from "./license.ts";
export * from "./link.ts";
export * from "./link_games.ts";
export * from "./make_up.ts";
export * from "./merge_platform_game.ts";
export * from "./merge_scans.ts";
export * from "./observe_game.ts";
export { editDistance } from "./matching/edit_distance.ts";
export { findSide } from "./matching/find_side.ts";
export { type Match } from "./matching/match.ts";
export { matchPlatformGames, type MatchQuestion } from "./matching/match_platform_games.ts";
export { nearMisses } from "./matching/near_misses.ts";
export { type SideFound } from "./matching/side_found.ts";
export { indexTeams, type TeamIndex } from "./matching/team_index.ts";
export { KNOWN_NAMES } from "./names/known_names.ts";
export {
  makeNameTable,
  type NameEntry,
  type NameScope,
  type NameTable,
} from "./names/name_table.ts";
export { type LabelSquad, parseSquadLabel, type SquadLabel } from "./names/squad_label.ts";
export * from "./listing/mod.ts";
export * from "./platform.ts";
export * from "./platform_game.ts";
export * from "./platforms_of.ts";
export * from "./played_days.ts";
export * from "./query.ts";
export * from "./reading_plan.ts";
export * from "./redistribution.ts";
export * from "./scan.ts";
export * from "./schedule_reach.ts";
export * from "./seen_again.ts";
export * from "./sport.ts";
export * from "./status.ts";
export * from "./team.ts";
