/**
 * The addresses of the simulated sources of games, and the licence terms of their games.
 *
 * @module
 */
import { Record } from "effect";
import type { GameSourceSettings } from "../settings/provider_settings.ts";
import type { Simulators } from "../simulator/start_simulators.ts";
import { PLAIN_PLATFORMS } from "../wiring/platforms.ts";

/** The one league without a licence, so that a sandbox can show a withheld game. */
const UNLICENSED_LEAGUE = "nhl";

/** Returns the simulated sources of games. */
export function simulatedGames({ urlOf }: Pick<Simulators, "urlOf">): GameSourceSettings {
  return {
    espnUrl: urlOf("schedule"),
    espnMirrorUrl: urlOf("schedule"),
    platformUrls: Record.map(PLAIN_PLATFORMS, (_, code) => urlOf(code)),
    scheduleTerms: {
      redistributable: (league) => league === UNLICENSED_LEAGUE ? "unknown" : "yes",
      licenseNote: (league) =>
        league === UNLICENSED_LEAGUE
          ? "Invented by this sandbox, which gives no licence for this league"
          : "Invented by this sandbox: anybody may pass it on",
    },
    platformNote: (platform) =>
      `Invented by this sandbox in the place of ${platform}, of which no terms are known`,
  };
}
