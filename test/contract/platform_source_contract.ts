/** The contract that every adapter of the `PlatformSource` port must meet. @module */
import { describe, expect } from "bun:test";
import { Effect, Result, type Scope } from "effect";
import fc from "fast-check";
import type { SandboxClock } from "../../app/simulator/kit/clock.ts";
import type { LeagueCode, PlatformGame } from "../../core/game/mod.ts";
import type { LeagueListing, LeagueScan, PlatformSource } from "../../core/port/platform_source.ts";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import { isInside, type TimeRange, UnixSec } from "../../core/time/mod.ts";
import { makeStillClock, ms } from "../simulator/kit/support.ts";
import { runStill } from "../still_run.ts";
import { claimIn, type Skips } from "./price_feed_contract.ts";
import { makeRefusingProxy, type PassingCall, type Refuses } from "./refusing_proxy.ts";
import {
  STAGED_KICKOFFS,
  STAGED_NOW,
  type StagedGame,
  stagedGame,
  stagedGames,
  stagedMany,
} from "./staged_game.ts";

/** A platform with staged games, and the adapter that reads it over HTTP. */
export interface PlatformSourceWorld {
  readonly name: string;
  /** More games of one league than fit on a page of the list; 1 if the list has no pages. */
  readonly gamesOverPage: number;
  /** Starts the platform's simulator with exactly these games. Returns its URL. */
  readonly startPlatform: (
    games: ReadonlyArray<StagedGame>,
    clock: SandboxClock,
  ) => Effect.Effect<string, unknown, Scope.Scope>;
  readonly makeSource: (url: string) => Effect.Effect<PlatformSource, never, ProviderWatch>;
  /** Returns whether the call requests a page after the first of a list. */
  readonly isLaterPage: Refuses;
  /** Returns whether the call requests games of this league only, or mostly. */
  readonly isAbout: (call: PassingCall, league: LeagueCode) => boolean;
  readonly skip?: Skips;
}

/** Every staged kickoff lies a day or more inside. */
const WINDOW: TimeRange = {
  startSec: UnixSec(ms("2026-11-18T00:00:00Z") / 1000),
  endSec: UnixSec(ms("2026-12-02T00:00:00Z") / 1000),
};
const LEAGUES = ["nba", "epl"] as const;

/** Declares the contract's tests for one adapter. */
export function platformSourceContract(world: PlatformSourceWorld): void {
  describe(`PlatformSource contract: ${world.name}`, () => {
    const claim = claimIn(world);

    /** Scans a platform with these games, some of whose calls are refused. */
    const scan = (
      games: ReadonlyArray<StagedGame>,
      options: {
        readonly leagues?: ReadonlyArray<LeagueCode>;
        readonly window?: TimeRange;
        readonly refuses?: Refuses;
      } = {},
    ): Promise<ReadonlyArray<LeagueScan>> => {
      const { leagues = LEAGUES, window = WINDOW, refuses = () => false } = options;
      const clock = makeStillClock(ms(STAGED_NOW));
      const program = Effect.gen(function* () {
        const proxy = yield* makeRefusingProxy(yield* world.startPlatform(games, clock));
        const source = yield* world.makeSource(proxy.url);
        yield* proxy.refuse(refuses);
        return yield* source.scan({ leagues, window });
      });
      return runStill(clock, program);
    };

    claim("returns nothing if no league is requested", async () => {
      expect(await scan([stagedGame("nba", 1)], { leagues: [] })).toEqual([]);
    });

    claim("answers for each league, in the order asked, and for no other", async () => {
      const games = [stagedGame("laliga", 1), stagedGame("nba", 2), stagedGame("epl", 3)];
      const scans = await scan(games, { leagues: ["epl", "nba"] });
      expect(scans.map(({ league }) => league)).toEqual(["epl", "nba"]);
      expect(scans.map(listingOf).map(({ games }) => games.map(({ league }) => league)))
        .toEqual([["epl"], ["nba"]]);
    });

    claim("reports a complete scan if no game is listed", async () => {
      const listings = (await scan([stagedGame("laliga", 1)])).map(listingOf);
      const empty = { games: [], isComplete: true, unread: [] };
      expect(listings).toEqual([empty, empty]);
    });

    claim("returns no kickoff if the platform lists none", async () => {
      const games = LEAGUES.map((league, at) => stagedGame(league, at + 1, { kickoffSec: null }));
      for (const { games: found } of (await scan(games)).map(listingOf)) {
        expect(found.length).toBe(1);
        expect(found[0]?.kickoff.kind).not.toBe("at");
      }
    });

    claim("reads every page", async () => {
      const games = stagedMany("nba", world.gamesOverPage);
      const [listing] = (await scan(games)).map(listingOf);
      expect(listing?.isComplete).toBe(true);
      expectAllStaged(listing?.games ?? [], games);
    });

    claim("reports an incomplete scan if a later page fails", async () => {
      const games = stagedMany("epl", world.gamesOverPage);
      const scans = await scan(games, { leagues: ["epl"], refuses: world.isLaterPage });
      expect(scans.map(isWhole)).toEqual([false]);
    });

    claim("fails for every league if the platform does not answer", async () => {
      const scans = await scan([stagedGame("nba", 1)], { refuses: () => true });
      expect(scans.map(({ league }) => league)).toEqual([...LEAGUES]);
      for (const { outcome } of scans) {
        expect(Result.getOrThrow(Result.flip(outcome))).toMatchObject({ _tag: "ProviderFailed" });
      }
    });

    claim("fails for one league alone", async () => {
      const games = LEAGUES.map((league, at) => stagedGame(league, at + 1));
      for (const failing of LEAGUES) {
        const refuses = (call: PassingCall) => world.isAbout(call, failing);
        const scans = await scan(games, { refuses });
        expect(scans.map(isWhole)).toEqual(LEAGUES.map((league) => league !== failing));
      }
    });

    claim("returns the same in every scan", async () => {
      const games = LEAGUES.map((league, at) => stagedGame(league, at + 1));
      expect(await scan(games.toReversed())).toEqual(await scan(games));
    });

    claim("lists what the platform lists in the window, each once", async () => {
      const slot = fc.constantFrom(...STAGED_KICKOFFS);
      await fc.assert(
        fc.asyncProperty(stagedGames, slot, slot, async (games, a, b) => {
          const window = { startSec: UnixSec(Math.min(a, b)), endSec: UnixSec(Math.max(a, b) + 1) };
          const scans = await scan(games, { window });
          const found = scans.map(listingOf).flatMap((listing) => listing.games);
          const asked = games.filter(({ league }) => league !== "laliga");
          const isWanted = ({ kickoffSec }: StagedGame) =>
            kickoffSec !== null && isInside(window, kickoffSec);
          expectAllStaged(found.filter(isKickingOffIn(window)), asked.filter(isWanted));
          // Games outside may be listed too, but only as staged.
          const outside = asked.filter((game) => !isWanted(game)).map(describeStaged);
          expect(outside).toEqual(expect.arrayContaining(
            found.filter((game) => !isKickingOffIn(window)(game)).map(describeFound(asked)),
          ));
        }),
        { numRuns: 20 },
      );
    });
  });
}

function listingOf({ outcome }: LeagueScan): LeagueListing {
  return Result.getOrThrow(outcome);
}

function isWhole({ outcome }: LeagueScan): boolean {
  return Result.isSuccess(outcome) && outcome.success.isComplete;
}

function isKickingOffIn(window: TimeRange) {
  return ({ kickoff }: PlatformGame) => kickoff.kind === "at" && isInside(window, kickoff.sec);
}

/** Returns all fields to compare, as one line. */
function describeStaged({ league, home, away, kickoffSec }: StagedGame): string {
  return `${league}: ${home.name} - ${away.name} at ${kickoffSec}`;
}

/** Returns the same line for a found game; its sides by their staged names. */
function describeFound(staged: ReadonlyArray<StagedGame>) {
  const known = new Set(staged.flatMap(({ home, away }) => [home.name, away.name]));
  return ({ league, home, away, kickoff }: PlatformGame): string => {
    const [homeNames, awayNames] = [home, away]
      .map(({ names }) => names.filter((name) => known.has(name)).join("/"));
    return `${league}: ${homeNames} - ${awayNames} at ${kickoff.kind === "at" && kickoff.sec}`;
  };
}

function expectAllStaged(
  found: ReadonlyArray<PlatformGame>,
  staged: ReadonlyArray<StagedGame>,
): void {
  expect(found.map(describeFound(staged)).toSorted())
    .toEqual(staged.map(describeStaged).toSorted());
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  const ofStaged = new Map(staged.map((game) => [describeStaged(game), game]));
  for (const game of found) expectStaged(game, ofStaged.get(describeFound(staged)(game)));
}

function expectStaged(found: PlatformGame | undefined, staged: StagedGame | undefined): void {
  if (found === undefined || staged === undefined) throw new Error("a game is missing");
  expect<unknown>(found.kickoff).toEqual({ kind: "at", sec: staged.kickoffSec });
  expect(found.home.names).toContain(staged.home.name);
  expect(found.home.names).not.toContain(staged.away.name);
  expect(found.away.names).toContain(staged.away.name);
  expect(found.away.names).not.toContain(staged.home.name);
  const events = found.events.map(({ id }) => id);
  const markets = found.events.flatMap((event) => event.markets);
  for (const ids of [events, markets]) expect(new Set(ids).size).toBe(ids.length);
  expect(markets.length).toBeGreaterThanOrEqual(staged.kinds.length);
}
