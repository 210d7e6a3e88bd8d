/**
 * Where the simulated sources of games are, and what may be passed on of a simulated schedule.
 *
 * @module
 */
import type { GameSources } from "../game_config.ts";
import type { Simulators } from "./start_simulators.ts";

/** The games are ours; one league's licence is left open, so that a withheld game can be seen. */
const UNLICENSED_LEAGUE = "nhl";

/** The sources, as far as a sandbox has them. */
export function simulatedGames({ urlOf }: Pick<Simulators, "urlOf">): GameSources {
  return {
    espnUrl: urlOf("schedule"),
    espnMirrorUrl: urlOf("schedule"),
    kalshiUrl: urlOf("kalshi"),
    limitlessUrl: urlOf("limitless"),
    sxBetUrl: urlOf("sx_bet"),
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
