/**
 * All that an operator chooses, read in one place from the environment.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { PROFILE_BY_NAME, VENUE_PROFILES, type VenueProfileName } from "../../core/market/mod.ts";
import { PERIOD_SEC, readGameGraphSettings } from "./game_settings.ts";
import { type ProviderSettings, readProviderSettings } from "./provider_settings.ts";
import { readRecordingSettings } from "./recording_settings.ts";
import { readServerSettings } from "./server_settings.ts";
import { httpUrl, oneOf, optional, setting, whole } from "./setting_reader.ts";
import {
  readStorageSettings,
  readWalletKeys,
  readWalletWarnE6,
  type WalletKeys,
} from "./storage_settings.ts";
import { readTelemetrySettings } from "./telemetry_settings.ts";

export { readEnvironment, type SettingsResult } from "./setting_reader.ts";

/** Everything that an operator chooses, by capability. */
export interface Settings extends ServiceSettings {
  readonly providers: ProviderSettings;
  /** The keys that seal wallets' secrets. */
  readonly walletKeys: WalletKeys;
}

/** Where receivers of webhooks may be. */
export type WebhookSettings = ServiceSettings["webhooks"];

/** What live mode and the sandbox read alike; the sandbox simulates the providers. */
export type ServiceSettings = Effect.Success<ReturnType<typeof readServiceSettings>>;

/** Reads the settings that both modes share. The default calendar depends on the mode. */
export function readServiceSettings(profile: VenueProfileName) {
  return Effect.all({
    server: readServerSettings,
    storage: readStorageSettings,
    recording: readRecordingSettings,
    telemetry: readTelemetrySettings,
    /** Above how many USDC, times 10^6, the operator is warned of a wallet's key. */
    walletWarnE6: readWalletWarnE6,
    webhooks: Effect.all({
      /**
       * Whether at addresses that are not public, and over plain HTTP. None: not in live mode, and
       * in the sandbox they may.
       */
      arePrivateAllowed: Effect.map(
        optional("WEBHOOK_PRIVATE_ADDRESSES", oneOf(["allow", "refuse"])),
        Option.map((choice) => choice === "allow"),
      ),
    }),
    venue: Effect.all({
      profile: readVenueProfile(profile),
      eventBaseUrl: httpUrl("VENUE_EVENT_BASE_URL", "https://polymarket.com/event"),
      rangePointsMax: setting("MAX_RANGE_POINTS", { ...whole(1, 100_000), fallback: 2_500 }),
    }),
    games: readGameGraphSettings,
    /** Seconds between updates of the secondary venue's list of markets. */
    venue2Sec: setting("VENUE2_EVERY_S", { ...PERIOD_SEC, fallback: 15 }),
  });
}

/** Reads whose calendar and slugs to follow. */
export function readVenueProfile(fallback: VenueProfileName) {
  return Effect.map(
    setting("VENUE_PROFILE", { ...oneOf(VENUE_PROFILES), fallback }),
    (name) => PROFILE_BY_NAME[name],
  );
}

/** Reads the settings of live mode. All have defaults, so the service starts without any. */
export const readSettings: Effect.Effect<Settings> = Effect.map(
  Effect.all([readServiceSettings("polymarket"), readWalletKeys("live"), readProviderSettings]),
  ([service, walletKeys, providers]) => ({ ...service, walletKeys, providers }),
);
