/**
 * Where the simulated sources of games are, and what may be passed on of a simulated schedule.
 *
 * @module
 */
import type { GameSources } from "../game_config.ts";
import type { Simulators } from "./start_simulators.ts";

/** No simulator minds how often it is asked. */
const CALLS_PER_SEC = 1_000;
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
    scheduleCallsPerSec: CALLS_PER_SEC,
    platformCallsPerSec: CALLS_PER_SEC,
    redistributable: (league) => league === UNLICENSED_LEAGUE ? "unknown" : "yes",
  };
}
