/**
 * The settings of the game graph.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { isLeagueCode, type LeagueCode, LEAGUES } from "../../core/game/mod.ts";
import { oneOf, setting, text, whole } from "./setting_reader.ts";

/** A polling period, in seconds. */
export const PERIOD_SEC = whole(1, 86_400);

const DAYS = whole(0, 60);

/** The operator's settings of the game graph. */
export type GameGraphSettings = Effect.Success<typeof readGameGraphSettings>;

/** Reads the settings of the game graph. */
export const readGameGraphSettings = Effect.all({
  plan: Effect.all({
    leagues: setting("LEAGUES", {
      fallback: LEAGUES,
      parse: parseLeagues,
      hint: `send codes separated by commas, from ${LEAGUES.join(", ")}`,
    }),
    daysBack: setting("GAMES_DAYS_BACK", { ...DAYS, fallback: 2 }),
    daysAhead: setting("GAMES_DAYS_AHEAD", { ...DAYS, fallback: 14 }),
    periods: Effect.all({
      scheduleSec: setting("SCHEDULE_EVERY_S", { ...PERIOD_SEC, fallback: 300 }),
      scoresSec: setting("SCORES_EVERY_S", { ...PERIOD_SEC, fallback: 45 }),
      platformsSec: setting("PLATFORMS_EVERY_S", { ...PERIOD_SEC, fallback: 180 }),
      readModelSec: setting("READ_MODEL_EVERY_S", { ...PERIOD_SEC, fallback: 15 }),
    }),
  }),
  /** Which games are shown: all, or only those that may be redistributed. */
  redistribution: setting("GAMES_REDISTRIBUTION", {
    ...oneOf(["internal", "yes_only"]),
    fallback: "internal",
    hint: "use internal or yes_only",
  }),
  /** A folder with openfootball's schedules, which then replace ESPN's for their leagues. */
  openfootballDir: text("OPENFOOTBALL_DIR"),
});

function parseLeagues(text: string): Option.Option<ReadonlyArray<LeagueCode>> {
  const codes = text.split(",").map((code) => code.trim().toLowerCase());
  // In the order of LEAGUES, not of the setting.
  return codes.every(isLeagueCode)
    ? Option.some(LEAGUES.filter((league) => codes.includes(league)))
    : Option.none();
}
