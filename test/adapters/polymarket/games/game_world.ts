/** A simulated metadata service with games, for the tests of what reads them. @module */
import { Effect } from "effect";
import type { SandboxClock } from "../../../../app/simulator/kit/clock.ts";
import type { Season } from "../../../../app/simulator/season/season.ts";
import { listen } from "../../../../app/simulator/kit/simulator.ts";
import { makeStagedEvents } from "../../../../app/simulator/polymarket/venue/staged_events.ts";
import { makeGammaSimulator } from "../../../../app/simulator/polymarket/gamma/gamma_simulator.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { LEAGUES } from "../../../../core/game/mod.ts";
import type { Written } from "../gamma/gamma_sample.ts";
import { scopedSimulator } from "../../../simulator/kit/scoped_simulator.ts";

/** A season in which every league exists without games. */
export const QUIET_SEASON: Season = {
  leagues: LEAGUES,
  gamesOn: () => [],
  game: () => undefined,
  offers: () => [],
};

/** Starts the service on a season. */
export function startGames(clock: SandboxClock, season: Season = QUIET_SEASON) {
  const staged = makeStagedEvents();
  const { polymarket: profile } = PROFILE_BY_NAME;
  const provider = makeGammaSimulator({ world: makeWorld(1), clock, profile, staged, season });
  return listen(provider, { seed: 1, clock });
}

/** The same for as long as the scope lives, with controls that die where they are refused. */
export const makeGames = Effect.fnUntraced(function* (clock: SandboxClock, season?: Season) {
  const { send, ...simulator } = yield* scopedSimulator(() => startGames(clock, season));
  return {
    ...simulator,
    put: (event: Written) => send("PUT", "/__event", event),
  };
});
