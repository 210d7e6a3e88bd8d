import { describe, expect, test } from "bun:test";
import { Effect, Layer, Logger, Result } from "effect";
import { makeHyperliquidClient } from "../../../adapters/hyperliquid/client.ts";
import { makeHyperliquidPlatformSource } from "../../../adapters/hyperliquid/platform_source.ts";
import { makeKalshiPlatformSource } from "../../../adapters/kalshi/platform_source.ts";
import { makeLimitlessPlatformSource } from "../../../adapters/limitless/platform_source.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { makeSxBetPlatformSource } from "../../../adapters/sx_bet/platform_source.ts";
import type { Offer, Season } from "../../../app/simulator/season/season.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import { startSimulator } from "../../../app/simulator/start_simulator.ts";
import type { PlatformGame } from "../../../core/game/mod.ts";
import type { PlatformSource } from "../../../core/port/platform_source.ts";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { layerStillClock, makeStillClock, ms, ORACLE_KEY } from "../kit/support.ts";

interface Platform {
  readonly code: "kalshi" | "hyperliquid" | "limitless" | "sx_bet";
  readonly source: (url: string) => Effect.Effect<PlatformSource, never, ProviderWatch>;
}

const PLATFORMS: ReadonlyArray<Platform> = [
  { code: "kalshi", source: (url) => makeKalshiPlatformSource({ url }) },
  {
    code: "hyperliquid",
    source: (url) => Effect.map(makeHyperliquidClient({ url }), makeHyperliquidPlatformSource),
  },
  { code: "limitless", source: (url) => makeLimitlessPlatformSource({ url }) },
  { code: "sx_bet", source: (url) => makeSxBetPlatformSource({ url }) },
];

const seasons = new Map([3, 7].map((seed) => [seed, makeSeason(seed)]));

/** Returns the season's offers on a platform around an instant, and what its adapter reads. */
async function readListings({ code, source }: Platform, seed: number, iso: string) {
  const clock = makeStillClock(ms(iso));
  const nowSec = UnixSec(ms(iso) / 1000);
  const season = seasons.get(seed) as Season;
  const window = {
    startSec: UnixSec(nowSec - 3 * DAY_SEC),
    endSec: UnixSec(nowSec + 14 * DAY_SEC),
  };
  const simulator = code === "hyperliquid" ? "venue2" : code;
  const running = startSimulator(simulator, { seed, season, clock, oracleKey: ORACLE_KEY });
  const layers = Layer.mergeAll(
    // The platform's clock stands still: nothing is listed or closed on the way.
    layerStillClock(code === "kalshi" ? clock : makeStillClock(ms(iso))),
    layerProviderWatch({ providers: [], off: [] }),
    Logger.layer([]),
  );
  const scans = await Effect.runPromise(
    Effect.gen(function* () {
      const platform = yield* source(running.url);
      const leagues = season.leagues.filter((league) => platform.leagues.includes(league));
      return yield* platform.scan({ leagues, window });
    }).pipe(Effect.provide(layers)),
  );
  await running.stop();
  return scans.map(({ league, outcome }) => ({
    offers: season.offers(code, { league, range: window }, nowSec),
    ...Result.getOrThrow(outcome),
  }));
}

/** Returns the sides and the start of an offer, as a reader of the platform can know them. */
function describeOffer({ isSwapped, lacksKickoff, kickoffSec, ...names }: Offer): string {
  const sides = [names.homeName, names.awayName];
  return `${(isSwapped ? sides.toReversed() : sides).join(" - ")}, ${
    lacksKickoff ? "?" : kickoffSec
  }`;
}

function describeGame({ home, away, kickoff }: PlatformGame): string {
  return `${home.names[0]} - ${away.names[0]}, ${kickoff.kind === "at" ? kickoff.sec : "?"}`;
}

describe.each([...PLATFORMS])("the adapter of $code", (platform) => {
  test.each([
    [3, "2026-11-20T12:00:00Z"],
    [3, "2025-07-04T23:59:00Z"],
    [7, "2027-03-01T20:00:00Z"],
  ])("reads all that a season of seed %i lists at %s, and nothing else", async (seed, iso) => {
    const listings = await readListings(platform, seed, iso);
    const games = listings.flatMap(({ games }) => games);
    expect(games.length).toBeGreaterThan(5);
    expect(new Set(games.map(({ key }) => key)).size).toBe(games.length);
    for (const { offers, games, isComplete, unread } of listings) {
      expect({ isComplete, unread }).toEqual({ isComplete: true, unread: [] });
      // Kalshi's settled events stay; those without markets are read from titles, which say less.
      const isRead = ({ game, isClosed }: Offer) =>
        !isClosed || (platform.code === "kalshi" && game.number % 5 !== 0);
      const found = new Map(games.map((game) => [describeGame(game), game.isOpen]));
      const listed = new Map(
        offers.filter(isRead).map((offer) => [describeOffer(offer), !offer.isClosed]),
      );
      expect([...listed].filter(([text, isOpen]) => found.get(text) !== isOpen)).toEqual([]);
      if (platform.code !== "kalshi") expect(found.size).toBe(listed.size);
    }
  }, 300_000);
});
