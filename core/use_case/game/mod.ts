/** Games and who lists them: read, matched, kept, asked for. @module */
export { type AuditFinding, auditGames } from "./audit_games.ts";
export { makeGameChangeLog } from "./game_change_log.ts";
export { GameGraph, layerGameGraph } from "./game_graph.ts";
export { GAME_JOBS, keepGames, runGameJob } from "./game_jobs.ts";
export { GameReadModel, layerGameReadModel } from "./game_read_model.ts";
export { GameSettings } from "./game_settings.ts";
export { makeReadingLog } from "./reading_log.ts";
export { type ReadingProgress, readingProgress } from "./reading_progress.ts";
export { refreshPlatforms } from "./refresh_platforms.ts";
export { refreshSchedule, refreshScores } from "./refresh_schedule.ts";
export { shareGames } from "./share_games.ts";
export { Games } from "./schedule_plan.ts";
export { TeamNames } from "./team_names.ts";
