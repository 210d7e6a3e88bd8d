import { expect, test } from "bun:test";
import { Effect, Layer, Logger, Result } from "effect";
import { makeLimitlessPlatformSource } from "../../adapters/limitless/platform_source.ts";
import { layerMemoryProviderWatch } from "../../adapters/memory/provider_watch.ts";
import { makeLimitlessSimulator } from "../../app/sandbox/limitless/limitless_simulator.ts";
import { makeSeason } from "../../app/sandbox/season/make_season.ts";
import { listen } from "../../app/sandbox/simulator.ts";
import type { LeagueCode, PlatformGame } from "../../core/game/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { layerStillClock, makeStillClock, ms } from "./support.ts";

const LEAGUES: ReadonlyArray<LeagueCode> = ["nba", "nfl", "epl", "laliga", "nhl"];

const describeGame = ({ league, home, away, kickoff }: PlatformGame) =>
  `${league}: ${home.names} - ${away.names} at ${kickoff.kind === "at" ? kickoff.sec : "?"}`;

test.each([
  [1, "2026-11-20T12:00:00Z"],
  [1, "2026-12-26T00:10:00Z"],
  [7, "2027-03-01T20:00:00Z"],
])("what is offered under seed %i at %s is found, and nothing else", async (seed, nowIso) => {
  const clock = makeStillClock(ms(nowIso));
  const nowSec = UnixSec(ms(nowIso) / 1000);
  const season = makeSeason(seed);
  const simulator = listen(makeLimitlessSimulator({ season, seed, clock }), { seed, clock });
  const range = {
    startSec: UnixSec(nowSec - 3 * 86_400),
    endSec: UnixSec(nowSec + 14 * 86_400),
  };
  const program = Effect.gen(function* () {
    const source = yield* makeLimitlessPlatformSource({ url: simulator.url });
    return yield* source.scan({ leagues: LEAGUES, window: range });
  });
  const layers = Layer.mergeAll(
    // The platform's clock stands still: nothing is listed or closed on the way.
    layerStillClock(makeStillClock(ms(nowIso))),
    layerMemoryProviderWatch({ providers: [], off: [] }),
    Logger.layer([]),
  );
  const scans = await Effect.runPromise(Effect.provide(program, layers));
  await simulator.stop();

  const listings = scans.map(({ outcome }) => Result.getOrThrow(outcome));
  expect(listings.every(({ isComplete, unread }) => isComplete && unread.length === 0)).toBe(true);
  const offered = LEAGUES
    .flatMap((league) => season.offers("limitless", { league, range }, nowSec))
    .filter(({ isClosed }) => !isClosed)
    .map(({ game, homeName, awayName, isSwapped, lacksKickoff, kickoffSec }) => {
      const sides = isSwapped ? `${awayName} - ${homeName}` : `${homeName} - ${awayName}`;
      return `${game.league}: ${sides} at ${lacksKickoff ? "?" : kickoffSec}`;
    });
  expect(offered.length).toBeGreaterThan(10);
  const found = listings.flatMap(({ games }) => games);
  expect(found.map(describeGame).toSorted()).toEqual(offered.toSorted());
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
});
