/**
 * A simulated metadata service with games, for the tests of what reads them.
 *
 * @module
 */
import { Effect } from "effect";
import type { SandboxClock } from "../../../../app/sandbox/clock.ts";
import type { Season } from "../../../../app/sandbox/season/season.ts";
import { listen } from "../../../../app/sandbox/simulator.ts";
import { makePutEvents } from "../../../../app/sandbox/venue/put_events.ts";
import {
  makeVenueMetadataSimulator,
} from "../../../../app/sandbox/venue_metadata/venue_metadata_simulator.ts";
import { makeWorld } from "../../../../app/sandbox/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { LEAGUES } from "../../../../core/game/mod.ts";
import { control } from "../../../simulation/support.ts";
import type { Written } from "../gamma/gamma_sample.ts";

/** A season in which every league exists and nobody plays. */
export const QUIET_SEASON: Season = {
  leagues: LEAGUES,
  gamesOn: () => [],
  game: () => undefined,
  offers: () => [],
};

/** Starts the service on a season. */
export function startGames(clock: SandboxClock, season: Season = QUIET_SEASON) {
  const put = makePutEvents();
  const { polymarket: profile } = PROFILE_BY_NAME;
  const provider = makeVenueMetadataSimulator({ world: makeWorld(1), clock, profile, put, season });
  return listen(provider, { seed: 1, clock });
}

/** The same for as long as the scope lives, with controls that die where they are refused. */
export const makeGames = Effect.fnUntraced(function* (clock: SandboxClock, season?: Season) {
  const running = yield* Effect.acquireRelease(
    Effect.sync(() => startGames(clock, season)),
    ({ stop }) => Effect.promise(() => stop()),
  );
  const send = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
    const sent = yield* Effect.promise(() => control<Written>(running.url + path, method, body));
    return sent.status < 400 ? sent.body : yield* Effect.die(JSON.stringify(sent.body));
  });
  return {
    url: running.url,
    put: (event: Written) => send("PUT", "/__event", event),
    fault: (fault: Written) => send("POST", "/__faults", { match: "GET /", ...fault }),
    /** What was asked so far: paths with their queries. */
    asked: Effect.map(
      send("GET", "/__log"),
      ({ requests }) =>
        (requests as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path),
    ),
  };
});
