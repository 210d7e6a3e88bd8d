import { describe, expect, test } from "bun:test";
import { Effect, Layer, Logger, Result } from "effect";
import { makeLimitlessPlatformSource } from "../../adapters/limitless/platform_source.ts";
import { layerProviderWatch } from "../../adapters/process/provider_watch.ts";
import { makeSxBetPlatformSource } from "../../adapters/sx_bet/platform_source.ts";
import { makeLimitlessSimulator } from "../../app/simulator/limitless/limitless_simulator.ts";
import { makeSeason } from "../../app/simulator/season/make_season.ts";
import { listen } from "../../app/simulator/kit/simulator.ts";
import { makeSxBetSimulator } from "../../app/simulator/sx_bet/sx_bet_simulator.ts";
import type { LeagueCode, PlatformGame } from "../../core/game/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { layerStillClock, makeStillClock, ms } from "./kit/support.ts";

const LEAGUES: ReadonlyArray<LeagueCode> = ["nba", "nfl", "epl", "mlb", "nhl", "mls"];

const PLATFORMS = [
  {
    code: "limitless",
    simulate: makeLimitlessSimulator,
    makeSource: makeLimitlessPlatformSource,
  },
  { code: "sx_bet", simulate: makeSxBetSimulator, makeSource: makeSxBetPlatformSource },
] as const;

const describeGame = ({ league, home, away, kickoff }: PlatformGame) =>
  `${league}: ${home.names} - ${away.names} at ${kickoff.kind === "at" ? kickoff.sec : "?"}`;

describe.each([...PLATFORMS])(
  "a season on the simulated $code",
  ({ code, simulate, makeSource }) => {
    test.each([
      [1, "2026-11-20T12:00:00Z"],
      [1, "2026-12-26T00:10:00Z"],
      [7, "2027-03-01T20:00:00Z"],
    ])("of seed %i at %s is found as far as it is traded, and nothing else", async (seed, iso) => {
      const clock = makeStillClock(ms(iso));
      const nowSec = UnixSec(ms(iso) / 1000);
      const season = makeSeason(seed);
      const simulator = listen(simulate({ season, seed, clock }), { seed, clock });
      const range = {
        startSec: UnixSec(nowSec - 3 * 86_400),
        endSec: UnixSec(nowSec + 14 * 86_400),
      };
      const program = Effect.gen(function* () {
        const source = yield* makeSource({ url: simulator.url });
        expect(source.listsOnlyOpen).toBe(true);
        return yield* source.scan({ leagues: LEAGUES, window: range });
      });
      const layers = Layer.mergeAll(
        // The platform's clock stands still: nothing is listed or closed on the way.
        layerStillClock(makeStillClock(ms(iso))),
        layerProviderWatch({ providers: [], off: [] }),
        Logger.layer([]),
      );
      const scans = await Effect.runPromise(Effect.provide(program, layers));
      await simulator.stop();

      const listings = scans.map(({ outcome }) => Result.getOrThrow(outcome));
      expect(listings.every(({ isComplete, unread }) => isComplete && unread.length === 0))
        .toBe(true);
      const offers = LEAGUES.flatMap((league) => season.offers(code, { league, range }, nowSec));
      expect(offers.some(({ isClosed }) => isClosed)).toBe(true);
      const traded = offers.filter(({ isClosed }) => !isClosed)
        .map(({ game, homeName, awayName, isSwapped, lacksKickoff, kickoffSec }) => {
          const sides = isSwapped ? `${awayName} - ${homeName}` : `${homeName} - ${awayName}`;
          return `${game.league}: ${sides} at ${lacksKickoff ? "?" : kickoffSec}`;
        });
      expect(traded.length).toBeGreaterThan(10);
      const found = listings.flatMap(({ games }) => games);
      expect(found.map(describeGame).toSorted()).toEqual(traded.toSorted());
      expect(found.every(({ isOpen }) => isOpen)).toBe(true);
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    });
  },
);
