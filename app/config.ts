/**
 * The settings of the service, read once from the environment.
 *
 * @module
 */
import { Option, Redacted, Result } from "effect";
import { parseQuota, type Quota } from "../core/access/mod.ts";
import { PROFILE_BY_NAME, VENUE_PROFILES, type VenueProfileName } from "../core/market/mod.ts";
import type { VenueChoice } from "../core/use_case/mod.ts";
import { type GameConfig, PERIOD_SEC, readGameConfig } from "./game_config.ts";
import {
  type Environment,
  makeSettingReader,
  parseHttpUrl,
  parseWhole,
  parseWord,
  type SettingReader,
} from "./setting.ts";

/** The values of `LOG_LEVEL`, most verbose first. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;

/** The settings that live mode and the sandbox share. */
export interface ServiceConfig {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Whether the operator set the folder; if not, another process may be using the default. */
  readonly isDataDirChosen: boolean;
  readonly databaseUrl: Option.Option<Redacted.Redacted<string>>;
  /** Where replicas share request counts; none means each counts in memory. */
  readonly redisUrl: Option.Option<Redacted.Redacted<string>>;
  /** The limit of each client address. */
  readonly publicQuota: Option.Option<Quota>;
  /** The limit of each API key. */
  readonly keyedQuota: Option.Option<Quota>;
  readonly trustProxies: number;
  readonly venue: VenueChoice;
  readonly games: GameConfig;
  /** Seconds between updates of the secondary venue's list of markets. */
  readonly venue2Sec: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly metricsToken: Option.Option<Redacted.Redacted<string>>;
}

/** The configuration, or one line for each setting that is wrong. */
export type ConfigResult<Config> = Result.Result<Config, ReadonlyArray<string>>;

/** Reads with `read`. Fails with all wrong settings together. */
export function readConfig<Config>(
  environment: Environment,
  read: (settings: SettingReader) => Config,
): ConfigResult<Config> {
  const settings = makeSettingReader(environment);
  const config = read(settings);
  return settings.complaints.length === 0
    ? Result.succeed(config)
    : Result.fail(settings.complaints);
}

/** Reads the settings that both modes share. The default calendar depends on the mode. */
export function readServiceConfig(
  settings: SettingReader,
  defaults: { readonly venueProfile: VenueProfileName },
): ServiceConfig {
  const { text, parsed } = settings;
  return {
    host: Option.getOrElse(text("HOST"), () => "127.0.0.1"),
    port: parsed("PORT", {
      fallback: 3000,
      parse: parseWhole(0, 65_535),
      hint: "send a port from 1 to 65535, or 0 for any free one",
    }),
    dataDir: Option.getOrElse(text("DATA_DIR"), () => ".data"),
    isDataDirChosen: Option.isSome(text("DATA_DIR")),
    databaseUrl: parsed("DATABASE_URL", {
      fallback: Option.none(),
      parse: parseDatabaseUrl,
      hint: "it must look like postgres://user@host:5432/database",
    }),
    redisUrl: parsed("REDIS_URL", {
      fallback: Option.none(),
      parse: parseRedisUrl,
      hint: "it must look like redis://host:6379 or rediss://user:password@host:6379/0",
    }),
    publicQuota: quotaSetting(settings, "RATE_LIMIT_PUBLIC", 120),
    keyedQuota: quotaSetting(settings, "RATE_LIMIT_KEYED", 600),
    trustProxies: parsed("TRUST_PROXY", {
      fallback: 0,
      parse: parseWhole(0, 10),
      hint: "send the number of proxies before the service, 0 to 10",
    }),
    venue: readVenue(settings, defaults.venueProfile),
    games: readGameConfig(settings),
    venue2Sec: parsed("VENUE2_EVERY_S", {
      fallback: 15,
      parse: parseWhole(...PERIOD_SEC),
      hint: `send a whole number from ${PERIOD_SEC.join(" to ")}`,
    }),
    logLevel: parsed("LOG_LEVEL", {
      fallback: "info" as const,
      parse: parseWord(LOG_LEVELS),
      hint: `use one of ${LOG_LEVELS.join(", ")}`,
    }),
    metricsToken: Option.map(text("METRICS_TOKEN"), (token) => Redacted.make(token)),
  };
}

function readVenue({ parsed }: SettingReader, profile: VenueProfileName): VenueChoice {
  const name = parsed("VENUE_PROFILE", {
    fallback: profile,
    parse: parseWord(VENUE_PROFILES),
    hint: `use one of ${VENUE_PROFILES.join(", ")}`,
  });
  return {
    profile: PROFILE_BY_NAME[name],
    eventBaseUrl: parsed("VENUE_EVENT_BASE_URL", {
      fallback: "https://polymarket.com/event",
      parse: parseHttpUrl,
      hint: "it must be an http or https address without query",
    }),
    rangePointsMax: parsed("MAX_RANGE_POINTS", {
      fallback: 2_500,
      parse: parseWhole(1, 100_000),
      hint: "send a whole number from 1 to 100000",
    }),
  };
}

function quotaSetting({ parsed }: SettingReader, name: string, requests: number) {
  return parsed(name, {
    fallback: Option.some({ requests, windowSec: 60 }),
    parse: parseQuota,
    hint: `send requests/seconds, such as ${requests}/60, or 0 for no limit`,
  });
}

function parseRedisUrl(text: string): Option.Option<Option.Option<Redacted.Redacted<string>>> {
  const isRedis = /^rediss?:\/\/\S+$/.test(text) && URL.canParse(text);
  return isRedis ? Option.some(Option.some(Redacted.make(text))) : Option.none();
}

function parseDatabaseUrl(text: string): Option.Option<Option.Option<Redacted.Redacted<string>>> {
  const isDatabase = /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text);
  return isDatabase ? Option.some(Option.some(Redacted.make(text))) : Option.none();
}
