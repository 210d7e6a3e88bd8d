/**
 * Scans the platforms for games.
 *
 * @module
 */
import { Cause, Effect, Result } from "effect";
import type { LeagueCode, Scan } from "../../game/mod.ts";
import { GameStore } from "../../port/game_store.ts";
import {
  type LeagueScan,
  type PlatformSource,
  PlatformSources,
} from "../../port/platform_source.ts";
import { DAY_SEC, UnixSec } from "../../time/mod.ts";
import { GameGraph, type PlatformObservation } from "./game_graph.ts";
import { Games, scanWindow } from "./schedule_plan.ts";
import { MachineTime } from "../time/machine_time.ts";
import { nowSec } from "../price/opened_window.ts";
import type { JobOutcome } from "./refresh_schedule.ts";

/** Limit after which a slow platform no longer blocks the others, in machine time. */
const SCAN_TIMEOUT_MS = 120_000;

/** Scans are kept far longer than they prove anything, to show recent activity. */
const SCANS_KEPT_SEC = DAY_SEC;

/** Scans every platform for every league of the plan that it lists. */
export const refreshPlatforms = Effect.fn("refreshPlatforms")(function* () {
  const sources = yield* PlatformSources;
  const scanned = yield* Effect.forEach(sources, scanOne, { concurrency: "unbounded" });
  const byLeague = new Map<LeagueCode, PlatformObservation[]>();
  for (const { observation } of scanned.flat()) {
    const { league } = observation.scan;
    byLeague.set(league, [...byLeague.get(league) ?? [], observation]);
  }
  const graph = yield* GameGraph;
  yield* Effect.forEach(
    byLeague,
    ([league, observations]) => graph.applyScans(league, observations),
    {
      discard: true,
    },
  );
  yield* (yield* GameStore).forgetScans(UnixSec(Math.max(0, (yield* nowSec) - SCANS_KEPT_SEC)));
  return { ok: scanned.flat().every(({ isAnswered }) => isAnswered) } satisfies JobOutcome;
});

/** A platform's scan of a league, and whether the platform answered. */
interface ScannedLeague {
  readonly observation: PlatformObservation;
  readonly isAnswered: boolean;
}

/** Records a failed league as a scan that proves nothing. */
const scanOne = Effect.fnUntraced(function* (source: PlatformSource) {
  const plan = yield* Games;
  const leagues = plan.leagues.filter((league) => source.leagues.includes(league));
  const atSec = yield* nowSec;
  const window = scanWindow(plan, atSec);
  const scanOf = (league: LeagueCode, isComplete: boolean): Scan => ({
    source: source.code,
    league,
    window,
    atSec,
    isComplete,
  });
  const failed = (league: LeagueCode): ScannedLeague => ({
    observation: { scan: scanOf(league, false), games: [] },
    isAnswered: false,
  });
  const read = Effect.fnUntraced(function* ({ league, outcome }: LeagueScan) {
    const noted = Effect.annotateLogs({ platform: source.code, league });
    if (Result.isFailure(outcome)) {
      const { reason, cause } = outcome.failure;
      yield* noted(Effect.logWarning(`Cannot list games: ${reason}`, Cause.fail(cause)));
      return failed(league);
    }
    const { games, isComplete, unread } = outcome.success;
    if (!isComplete) yield* noted(Effect.logDebug("A scan did not reach the last page"));
    yield* Effect.forEach(
      unread,
      ({ id, why }) => noted(Effect.logDebug(`Cannot read ${id} as a game: ${why}`)),
      { discard: true },
    );
    return { observation: { scan: scanOf(league, isComplete), games }, isAnswered: true };
  });
  const { sleep } = yield* MachineTime;
  return yield* Effect.raceFirst(
    Effect.flatMap(source.scan({ leagues, window }), (scans) => Effect.forEach(scans, read)),
    Effect.as(sleep(SCAN_TIMEOUT_MS), leagues.map(failed)),
  );
});
