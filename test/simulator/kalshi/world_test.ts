import { describe, expect, test } from "bun:test";
import { Effect, Layer, Logger, Result } from "effect";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { makeKalshiPlatformSource } from "../../../adapters/kalshi/platform_source.ts";
import { makeHyperliquidClient } from "../../../adapters/hyperliquid/client.ts";
import { makeHyperliquidPlatformSource } from "../../../adapters/hyperliquid/platform_source.ts";
import { makeKalshiSimulator } from "../../../app/simulator/kalshi/kalshi_simulator.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import type { Offer, Season } from "../../../app/simulator/season/season.ts";
import { listen, type SimulatedProvider } from "../../../app/simulator/kit/simulator.ts";
import { makeHyperliquidSimulator } from "../../../app/simulator/hyperliquid/hyperliquid_simulator.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import type { LeagueCode, PlatformGame } from "../../../core/game/mod.ts";
import type { PlatformSource, ProviderWatch } from "../../../core/port/mod.ts";
import { easternDay, UnixSec } from "../../../core/time/mod.ts";
import { layerStillClock, makeStillClock, ms, type StillClock } from "../kit/support.ts";

const DAY_SEC = 86_400;
const SEED = 3;

interface Platform {
  readonly code: "kalshi" | "hyperliquid";
  readonly make: (season: Season, clock: StillClock) => SimulatedProvider;
  readonly source: (url: string) => Effect.Effect<PlatformSource, never, ProviderWatch>;
}

const PLATFORMS: ReadonlyArray<Platform> = [
  {
    code: "kalshi",
    make: (season, clock) => makeKalshiSimulator({ season, clock }),
    source: (url) => makeKalshiPlatformSource({ url }),
  },
  {
    code: "hyperliquid",
    make: (season, clock) => makeHyperliquidSimulator({ season, clock, world: makeWorld(SEED) }),
    source: (url) => Effect.map(makeHyperliquidClient({ url }), makeHyperliquidPlatformSource),
  },
];

/** Returns the season's offers on a platform around an instant, and its adapter's results. */
async function readListings({ code, make, source }: Platform, iso: string) {
  const clock = makeStillClock(ms(iso));
  const season = makeSeason(SEED);
  const startSec = UnixSec(ms(iso) / 1000 - 2 * DAY_SEC);
  const window = { startSec, endSec: UnixSec(startSec + 10 * DAY_SEC) };
  const running = listen(make(season, clock), { seed: SEED, clock });
  const layers = Layer.mergeAll(
    layerStillClock(clock),
    layerProviderWatch({ providers: [], off: [] }),
    Logger.layer([]),
  );
  const scans = await Effect.runPromise(
    Effect.gen(function* () {
      const platform = yield* source(running.url);
      const leagues = season.leagues.filter((league) => platform.leagues.includes(league));
      expect(platform.listsOnlyOpen).toBe(code === "hyperliquid");
      return yield* platform.scan({ leagues, window });
    }).pipe(Effect.provide(layers)),
  );
  await running.stop();
  const nowSec = UnixSec(ms(iso) / 1000);
  const offersOf = (league: LeagueCode) => season.offers(code, { league, range: window }, nowSec);
  return scans.map(({ league, outcome }) => ({
    offers: offersOf(league),
    ...Result.getOrThrow(outcome),
  }));
}

/** Returns the sides and the start of an offer, as a reader of the platform can know them. */
function describeOffer(code: Platform["code"], offer: Offer): string {
  const { home, away } = offer.isSwapped
    ? { home: offer.awayName, away: offer.homeName }
    : { home: offer.homeName, away: offer.awayName };
  const unknown = code === "kalshi" ? "a day" : "unknown";
  return `${home} - ${away}, ${offer.lacksKickoff ? unknown : offer.kickoffSec}`;
}

function describeGame({ home, away, kickoff }: PlatformGame): string {
  const start = kickoff.kind === "at" ? kickoff.sec : kickoff.kind === "day" ? "a day" : "unknown";
  return `${home.names[0]} - ${away.names[0]}, ${start}`;
}

describe.each([...PLATFORMS])("the simulated $code", (platform) => {
  test.each(["2026-11-20T12:00:00Z", "2026-03-08T06:30:00Z", "2025-07-04T23:59:00Z"])(
    "lists the season's games at %s, as its adapter reads them",
    async (iso) => {
      const listings = await readListings(platform, iso);
      expect(listings.flatMap(({ games }) => games).length).toBeGreaterThan(5);
      for (const { offers, games, isComplete, unread } of listings) {
        expect({ isComplete, unread }).toEqual({ isComplete: true, unread: [] });
        const isListed = ({ isClosed }: Offer) => platform.code === "kalshi" || !isClosed;
        const listed = offers.filter(isListed);
        const found = new Set(games.map(describeGame));
        const gone = offers.filter((offer) => !isListed(offer));
        expect(gone.filter((offer) => found.has(describeOffer(platform.code, offer)))).toEqual([]);
        const missing = listed.map((offer) => describeOffer(platform.code, offer))
          .filter((offer) => !found.has(offer));
        // Settled events without markets are read from titles, which name more of football's teams.
        const bare = offers.filter(({ game, isClosed }) => isClosed && game.number % 5 === 0);
        const excused = new Set(bare.map((offer) => describeOffer(platform.code, offer)));
        expect(missing.filter((offer) => !excused.has(offer))).toEqual([]);
        expect(new Set(games.map(({ key }) => key)).size).toBe(games.length);
        const closed = new Set(
          listed.filter(({ isClosed }) => isClosed)
            .map((offer) => describeOffer(platform.code, offer)),
        );
        const known = games.filter((game) => {
          const said = describeGame(game);
          return listed.some((offer) => describeOffer(platform.code, offer) === said);
        });
        for (const game of known) expect(game.isOpen).toBe(!closed.has(describeGame(game)));
      }
    },
    300_000,
  );
});

describe("a game of the simulated Kalshi", () => {
  const [kalshi] = PLATFORMS;
  const games = async (iso: string) => {
    if (kalshi === undefined) throw new Error("no platform");
    return (await readListings(kalshi, iso)).flatMap((listing) => listing.games);
  };

  test("keeps its ticker and its key when it is moved", async () => {
    const [before, after] = [
      await games("2026-11-20T12:00:00Z"),
      await games("2026-11-22T12:00:00Z"),
    ];
    const then = new Map(before.map(({ key, kickoff }) => [key, kickoff]));
    const both = after.filter(({ key }) => then.has(key));
    expect(both.length).toBeGreaterThan(100);
    const moved = both.filter(({ key, kickoff }) => !Bun.deepEquals(then.get(key), kickoff));
    expect(moved.length).toBeGreaterThan(0);
  }, 300_000);

  test("has the day and the time in its ticker according to league and year", async () => {
    const byTicker = new Map((await games("2026-11-20T12:00:00Z")).map((game) => [game.key, game]));
    const timed = [...byTicker.keys()].filter((key) => key.startsWith("KXMLB"));
    expect(timed.filter((key) => /-\d\d[A-Z]{3}\d\d\d{4}[A-Z]/.test(key)).length)
      .toBeGreaterThan(timed.length * 0.9);
    const untimed = (await games("2025-07-04T12:00:00Z")).map(({ key }) => key)
      .filter((key) => key.startsWith("KXMLB"));
    expect(untimed.some((key) => /G2$/.test(key))).toBe(true);
    expect(untimed.filter((key) => /-25JUL\d\d\d{4}/.test(key))).toEqual([]);
    const onDay = [...byTicker.values()].filter(({ key, kickoff }) =>
      kickoff.kind === "at" && key.slice(key.indexOf("-") + 6, key.indexOf("-") + 8) ===
        String(easternDay(kickoff.sec).day).padStart(2, "0")
    );
    expect(onDay.length).toBeGreaterThan(byTicker.size * 0.9);
  }, 300_000);
});
