/**
 * All that an operator chooses, read in one place from the environment.
 *
 * @module
 */
import { Result } from "effect";
import { PROFILE_BY_NAME, VENUE_PROFILES, type VenueProfileName } from "../../core/market/mod.ts";
import type { VenueChoice } from "../../core/use_case/venue/mod.ts";
import { type GameGraphSettings, PERIOD_SEC, readGameGraphSettings } from "./game_settings.ts";
import { readWebhookSettings, type WebhookSettings } from "./webhook_settings.ts";
import { type ProviderSettings, readProviderSettings } from "./provider_settings.ts";
import { readServerSettings, type ServerSettings } from "./server_settings.ts";
import { readTelemetrySettings, type TelemetrySettings } from "./telemetry_settings.ts";
import {
  BARE_URL,
  type Environment,
  makeSettingReader,
  parseHttpUrl,
  parseWhole,
  parseWord,
  type SettingReader,
} from "./setting_reader.ts";
import {
  readStorageSettings,
  readWalletKeys,
  type StorageSettings,
  type WalletKeys,
} from "./storage_settings.ts";

/** Everything that an operator chooses, by capability. */
export interface Settings {
  readonly server: ServerSettings;
  readonly storage: StorageSettings;
  readonly venue: VenueChoice;
  readonly games: GameGraphSettings;
  /** Seconds between updates of the secondary venue's list of markets. */
  readonly venue2Sec: number;
  readonly providers: ProviderSettings;
  readonly telemetry: TelemetrySettings;
  readonly webhooks: WebhookSettings;
  /** The keys that seal wallets' secrets. */
  readonly walletKeys: WalletKeys;
}

/** What live mode and the sandbox read alike; the sandbox simulates the providers. */
export type ServiceSettings = Omit<Settings, "providers" | "walletKeys">;

/** What was read, or one line for each setting that is wrong. */
export type SettingsResult<A> = Result.Result<A, ReadonlyArray<string>>;

/** Reads with `read`. Fails with all wrong settings together. */
export function readEnvironment<A>(
  environment: Environment,
  read: (reader: SettingReader) => A,
): SettingsResult<A> {
  const reader = makeSettingReader(environment);
  const settings = read(reader);
  return reader.complaints.length === 0 ? Result.succeed(settings) : Result.fail(reader.complaints);
}

/** Reads the settings of live mode. All have defaults, so the service starts without any. */
export function readSettings(reader: SettingReader): Settings {
  return {
    ...readServiceSettings(reader, { venueProfile: "polymarket" }),
    walletKeys: readWalletKeys(reader, "live"),
    providers: readProviderSettings(reader),
  };
}

/** Reads the settings that both modes share. The default calendar depends on the mode. */
export function readServiceSettings(
  reader: SettingReader,
  defaults: { readonly venueProfile: VenueProfileName },
): ServiceSettings {
  return {
    server: readServerSettings(reader),
    storage: readStorageSettings(reader),
    telemetry: readTelemetrySettings(reader),
    webhooks: readWebhookSettings(reader),
    venue: readVenue(reader, defaults.venueProfile),
    games: readGameGraphSettings(reader),
    venue2Sec: reader.parsed("VENUE2_EVERY_S", {
      fallback: 15,
      parse: parseWhole(...PERIOD_SEC),
      hint: `send a whole number from ${PERIOD_SEC.join(" to ")}`,
    }),
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
      hint: `it must be an http or https address ${BARE_URL}`,
    }),
    rangePointsMax: parsed("MAX_RANGE_POINTS", {
      fallback: 2_500,
      parse: parseWhole(1, 100_000),
      hint: "send a whole number from 1 to 100000",
    }),
  };
}
