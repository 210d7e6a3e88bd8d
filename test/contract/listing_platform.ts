/** A simulated platform with a custom listing, for the tests of its adapter. @module */
import { Effect, Result } from "effect";
import type { SandboxClock } from "../../app/simulator/kit/clock.ts";
import type { Offer, Season } from "../../app/simulator/season/season.ts";
import { listen, type SimulatedProvider } from "../../app/simulator/kit/simulator.ts";
import type { LeagueCode } from "../../core/game/mod.ts";
import type { LeagueListing, LeagueScan, PlatformSource } from "../../core/port/platform_source.ts";
import type { ProviderWatch } from "../../core/port/provider_watch.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { makeRefusingProxy, type Refuses } from "./refusing_proxy.ts";
import { STAGED_NOW } from "./staged_game.ts";
import { stagedSeason } from "../simulator/season/staged_season.ts";
import { scopedSimulator } from "../simulator/kit/scoped_simulator.ts";
import { makeStillClock, ms } from "../simulator/kit/support.ts";
import { runStill } from "../still_run.ts";

/** Its simulator and its adapter. */
export interface ListingPlatform {
  readonly simulate: (parts: {
    readonly season: Season;
    readonly clock: SandboxClock;
  }) => SimulatedProvider;
  readonly makeSource: (at: {
    readonly url: string;
  }) => Effect.Effect<PlatformSource, never, ProviderWatch>;
}

type Offers = () => ReadonlyArray<Offer>;

const startListing = Effect.fnUntraced(function* (
  { simulate }: ListingPlatform,
  offers: Offers,
  clock: SandboxClock,
) {
  const provider = simulate({ season: stagedSeason(offers), clock });
  const { send, ...simulator } = yield* scopedSimulator(() => listen(provider, { seed: 1, clock }));
  return {
    ...simulator,
    put: (body: unknown) => send("PUT", "/__listing", body),
  };
});

/** The parts available to a test. */
export interface ListingTest extends Effect.Success<ReturnType<typeof startListing>> {
  readonly scan: (leagues?: ReadonlyArray<LeagueCode>) => Effect.Effect<ReadonlyArray<LeagueScan>>;
  /** A source whose matching calls are answered with 503 instead of reaching the simulator. */
  readonly scanRefused: (
    refuses: Refuses,
    leagues?: ReadonlyArray<LeagueCode>,
  ) => Effect.Effect<ReadonlyArray<LeagueScan>>;
  readonly nowMs: () => number;
}

/** Covers everything: no game is excluded by its time. */
const WINDOW = { startSec: UnixSec(0), endSec: UnixSec(4_000_000_000) };

/** Makes what stages the platform in tests. */
export function listingWorld(platform: ListingPlatform) {
  return {
    /** Starts the simulator with these offers for as long as the scope lives. */
    start: (offers: Offers, clock: SandboxClock) => startListing(platform, offers, clock),
    /** Runs a test with a new source, on a clock that sleeping advances. */
    run: <A>(
      test: (at: ListingTest) => Effect.Effect<A, never, ProviderWatch>,
      offers: Offers = () => [],
    ): Promise<A> => {
      const clock = makeStillClock(ms(STAGED_NOW));
      const program = Effect.gen(function* () {
        const started = yield* startListing(platform, offers, clock);
        const source = yield* platform.makeSource({ url: started.url });
        const scan = (leagues: ReadonlyArray<LeagueCode> = ["nba", "epl"]) =>
          source.scan({ leagues, window: WINDOW });
        const proxy = yield* makeRefusingProxy(started.url);
        const hindered = yield* platform.makeSource({ url: proxy.url });
        const scanRefused: ListingTest["scanRefused"] = (refuses, leagues = ["nba", "epl"]) =>
          Effect.andThen(proxy.refuse(refuses), hindered.scan({ leagues, window: WINDOW }));
        return yield* test({ ...started, scan, scanRefused, nowMs: clock.nowMs });
      });
      return runStill(clock, program);
    },
  };
}

/** What was listed of one of the leagues that were scanned. */
export function listingOf(scans: ReadonlyArray<LeagueScan>, at = 0): LeagueListing {
  const scan = scans[at];
  if (scan === undefined) throw new Error("a league is not answered");
  return Result.getOrThrow(scan.outcome);
}

/** How a scan of one league ends after a fault. */
export const meetTrouble = (fault: Readonly<Record<string, unknown>>, leagues?: ["nfl"]) =>
  Effect.fnUntraced(function* (at: ListingTest) {
    yield* at.fault(fault);
    const beforeMs = at.nowMs();
    const scans = yield* at.scan(leagues);
    const tookMs = at.nowMs() - beforeMs;
    const results = scans.map(({ outcome }) => outcome);
    return { results, calls: (yield* at.asked).length, tookMs };
  });
