/**
 * The provider settings of a replay: those of live mode, with the sources that were recorded.
 *
 * @module
 */
import { Option, Redacted, Result } from "effect";
import { type ProviderSettings, readProviderSettings } from "../../settings/provider_settings.ts";
import { readEnvironment } from "../../settings/settings.ts";
import type { RecordedFacts } from "./recorded_facts.ts";

/** Nobody reads it: what was recorded has no header. */
const NO_SECRET = "c3RyaWtlbGluZQ==";

/** Returns the settings of every provider. None has an account there. */
export function recordedProviders(
  { hasOracle, hasRelay }: Pick<RecordedFacts, "hasOracle" | "hasRelay">,
): ProviderSettings {
  const settings = Result.getOrThrow(readEnvironment({}, readProviderSettings));
  const secret = Redacted.make(NO_SECRET);
  const credentials = { apiKey: "replay", secret, passphrase: secret };
  return {
    ...settings,
    // Other venues' windows are not recorded.
    legs: { ...settings.legs, kalshiSeries: [] },
    oracle: {
      ...settings.oracle,
      credentials: hasOracle ? Option.some({ apiKey: "replay", apiSecret: secret }) : Option.none(),
      missing: "ORACLE",
    },
    relay: {
      ...settings.relay,
      access: hasRelay ? Option.some({ kind: "given", credentials }) : Option.none(),
      missing: "ORACLE",
    },
  };
}
