/**
 * The settings of the game graph, and where its sources are.
 *
 * @module
 */
import { Option } from "effect";
import type { ScheduleTerms } from "../adapters/espn/schedule_source.ts";
import { isLeagueCode, type LeagueCode, LEAGUES, type PlatformCode } from "../core/game/mod.ts";
import type { GamePlan } from "../core/use_case/mod.ts";
import { parseWhole, parseWord, type SettingReader } from "./setting.ts";

/** What the operator chose of the game graph. */
export interface GameConfig {
  readonly plan: GamePlan;
  /** Which games are shown: all, or those that may be passed on to others. */
  readonly redistribution: "internal" | "yes_only";
  /** A folder with openfootball's schedules, which are then the spine of their leagues. */
  readonly openfootballDir: Option.Option<string>;
}

/** Where the sources of games are. No address has a slash at its end. */
export interface GameSources {
  readonly espnUrl: string;
  /** Asked when the first host turns us away. */
  readonly espnMirrorUrl: string;
  readonly kalshiUrl: string;
  readonly limitlessUrl: string;
  readonly sxBetUrl: string;
  /** What may be passed on of the schedule; unset: what is known of its source. */
  readonly scheduleTerms?: ScheduleTerms;
  /** What is said of a platform's terms; unset: what is known of them. */
  readonly platformNote?: (platform: PlatformCode) => string;
}

/** Reads them. Every one has a default. */
export function readGameConfig({ parsed, text }: SettingReader): GameConfig {
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
        hint: `write codes separated by commas, of ${LEAGUES.join(", ")}`,
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

/** How often anything may be looked at: at least and at most every so many seconds. */
export const PERIOD_SEC = [1, 86_400] as const;

function parseLeagues(text: string): Option.Option<ReadonlyArray<LeagueCode>> {
  const codes = text.split(",").map((code) => code.trim().toLowerCase());
  const known = codes.filter(isLeagueCode);
  if (known.length !== codes.length) return Option.none();
  // In the order of the list, however they were written.
  return Option.some(LEAGUES.filter((league) => known.includes(league)));
}
