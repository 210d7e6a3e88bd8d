import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makePolymarketPlatformSource } from "../../../adapters/polymarket/platform_source.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import type { Offer } from "../../../app/simulator/season/season.ts";
import { gameIdOf, sidesOf } from "../../../app/simulator/polymarket/gamma/game/game_listing.ts";
import type { PlatformGame } from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { ms } from "../../simulator/kit/support.ts";
import { makeGames } from "./games/game_world.ts";
import { runAt } from "./run_at.ts";

/** What is read of a season at an instant, and what the season has. */
async function look(seed: number, nowIso: string) {
  const season = makeSeason(seed);
  const nowSec = UnixSec(ms(nowIso) / 1000);
  const window = {
    startSec: UnixSec(nowSec - 2 * DAY_SEC),
    endSec: UnixSec(nowSec + 14 * DAY_SEC),
  };
  const scans = await runAt(nowIso, (clock) =>
    Effect.gen(function* () {
      const { url: gammaUrl } = yield* makeGames(clock, season);
      const source = yield* makePolymarketPlatformSource({ gammaUrl, callsPerSec: 1_000 });
      return yield* source.scan({ leagues: source.leagues, window });
    }));
  return scans.map(({ league, outcome }) => ({
    league,
    listing: Result.getOrThrow(outcome),
    offers: season.offers("polymarket", { league, range: window }, nowSec),
  }));
}

/** What must be read of an offer. */
function expected(offer: Offer): unknown {
  const { home, away } = sidesOf(offer);
  return {
    key: `game:${gameIdOf(offer.game)}`,
    kickoff: offer.lacksKickoff ? { kind: "unknown" } : { kind: "at", sec: offer.kickoffSec },
    home: { name: home.name, codes: [home.code.toLowerCase()] },
    away: { name: away.name, codes: [away.code.toLowerCase()] },
    isOpen: !offer.isClosed,
  };
}

function read({ key, kickoff, home, away, isOpen }: PlatformGame): unknown {
  return {
    key,
    kickoff,
    home: { name: home.names[0], codes: home.codes },
    away: { name: away.names[0], codes: away.codes },
    isOpen,
  };
}

const usual = look(1, "2026-11-20T12:03:20Z");

describe("a season on the simulated venue", () => {
  test.each([
    ["2026-11-20T12:03:20Z", () => usual],
    ["2026-03-08T06:30:00Z", () => look(2, "2026-03-08T06:30:00Z")],
    ["2025-12-31T23:59:59Z", () => look(3, "2025-12-31T23:59:59Z")],
  ])("is read at %s as the venue offers it", async (_, looks) => {
    const seen = new Set<string>();
    for (const { listing, offers } of await looks()) {
      expect(listing).toMatchObject({ isComplete: true, unread: [] });
      const found = new Map(listing.games.map((game) => [game.key, game]));
      expect(found.size).toBe(listing.games.length);
      for (const offer of offers) {
        const game = found.get(`game:${gameIdOf(offer.game)}`);
        expect(game && read(game)).toEqual(expected(offer));
        expect(game?.events.length).toBeGreaterThanOrEqual(offer.kinds.includes("props") ? 2 : 1);
        if (offer.lacksKickoff) seen.add("no kickoff");
        if (offer.isSwapped) seen.add("swapped");
        if (offer.isClosed) seen.add("closed");
        if (offer.game.moment.phase === "postponed") seen.add("postponed");
      }
    }
    for (const trap of ["swapped", "closed", "postponed"]) expect(seen).toContain(trap);
  });

  test("a league without games has no listings, and is reported as complete", async () => {
    const quiet = (await usual).filter(({ league }) => league === "ufc" || league === "ucl");
    expect(quiet.map(({ listing }) => listing))
      .toEqual(quiet.map(() => ({ games: [], isComplete: true, unread: [] })));
  });
});
