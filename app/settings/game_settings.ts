/**
 * The settings of the game graph, and the addresses of its sources.
 *
 * @module
 */
import { Option } from "effect";
import type { ScheduleTerms } from "../../adapters/espn/schedule_source.ts";
import { isLeagueCode, type LeagueCode, LEAGUES, type PlatformCode } from "../../core/game/mod.ts";
import type { SchedulePlan } from "../../core/use_case/game/mod.ts";
import { parseWhole, parseWord, type SettingReader } from "./setting_reader.ts";

/** The operator's settings of the game graph. */
export interface GameGraphSettings {
  readonly plan: SchedulePlan;
  /** Which games are shown: all, or only those that may be redistributed. */
  readonly redistribution: "internal" | "yes_only";
  /** A folder with openfootball's schedules, which then replace ESPN's for their leagues. */
  readonly openfootballDir: Option.Option<string>;
}

/** The addresses of the sources of games, without a trailing slash. */
export interface GameSourceSettings {
  readonly espnUrl: string;
  /** Used when the first host refuses us. */
  readonly espnMirrorUrl: string;
  readonly kalshiUrl: string;
  readonly limitlessUrl: string;
  readonly sxBetUrl: string;
  /** The licence terms of the schedule. Default: the known terms of its source. */
  readonly scheduleTerms?: ScheduleTerms;
  /** The note on a platform's licence terms. Default: the known terms. */
  readonly platformNote?: (platform: PlatformCode) => string;
}

/** Reads the settings. All have defaults. */
export function readGameGraphSettings({ parsed, text }: SettingReader): GameGraphSettings {
  const whole = (name: string, fallback: number, [min, max]: readonly [number, number]) =>
    parsed(name, {
      fallback,
      parse: parseWhole(min, max),
      hint: `send a whole number from ${min} to ${max}`,
    });
  return {
    plan: {
      leagues: parsed("LEAGUES", {
        fallback: LEAGUES,
        parse: parseLeagues,
        hint: `send codes separated by commas, from ${LEAGUES.join(", ")}`,
      }),
      daysBack: whole("GAMES_DAYS_BACK", 2, [0, 60]),
      daysAhead: whole("GAMES_DAYS_AHEAD", 14, [0, 60]),
      periods: {
        scheduleSec: whole("SCHEDULE_EVERY_S", 300, PERIOD_SEC),
        scoresSec: whole("SCORES_EVERY_S", 45, PERIOD_SEC),
        platformsSec: whole("PLATFORMS_EVERY_S", 180, PERIOD_SEC),
        readModelSec: whole("READ_MODEL_EVERY_S", 15, PERIOD_SEC),
      },
    },
    redistribution: parsed("GAMES_REDISTRIBUTION", {
      fallback: "internal" as const,
      parse: parseWord(["internal", "yes_only"] as const),
      hint: "use internal or yes_only",
    }),
    openfootballDir: text("OPENFOOTBALL_DIR"),
  };
}

/** The shortest and the longest polling period, in seconds. */
export const PERIOD_SEC = [1, 86_400] as const;

function parseLeagues(text: string): Option.Option<ReadonlyArray<LeagueCode>> {
  const codes = text.split(",").map((code) => code.trim().toLowerCase());
  const known = codes.filter(isLeagueCode);
  if (known.length !== codes.length) return Option.none();
  // In the order of LEAGUES, not of the setting.
  return Option.some(LEAGUES.filter((league) => known.includes(league)));
}
