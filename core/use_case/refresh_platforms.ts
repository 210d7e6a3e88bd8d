/**
 * Scans the platforms for games.
 *
 * @module
 */
import { Cause, Effect, Result } from "effect";
import { type LeagueCode, type Scan } from "../game/mod.ts";
import { GameStore, type LeagueScan, type PlatformSource, PlatformSources } from "../port/mod.ts";
import { DAY_SEC, UnixSec } from "../time/mod.ts";
import { GameLedger, type PlatformLook } from "./game_ledger.ts";
import { Games, scanWindow } from "./game_plan.ts";
import { MachineTime } from "./machine_time.ts";
import { nowSec } from "./opened_window.ts";
import { type JobOutcome } from "./refresh_schedule.ts";

/** A platform that takes longer must not keep the others waiting. In machine time. */
const SCAN_TIMEOUT_MS = 120_000;

/** Long after they prove anything, and long enough to see what was looked at lately. */
const SCANS_KEPT_SEC = DAY_SEC;

/** Scans every platform for every league of the plan that it lists. */
export const refreshPlatforms = Effect.fn("refreshPlatforms")(function* () {
  const sources = yield* PlatformSources;
  const scanned = yield* Effect.forEach(sources, scanOne, { concurrency: "unbounded" });
  const looks = new Map<LeagueCode, PlatformLook[]>();
  for (const { look } of scanned.flat()) {
    const { league } = look.scan;
    looks.set(league, [...looks.get(league) ?? [], look]);
  }
  const ledger = yield* GameLedger;
  yield* Effect.forEach(looks, ([league, looks]) => ledger.takeScans(league, looks), {
    discard: true,
  });
  yield* (yield* GameStore).forgetScans(UnixSec(Math.max(0, (yield* nowSec) - SCANS_KEPT_SEC)));
  return { ok: scanned.flat().every(({ isAnswered }) => isAnswered) } satisfies JobOutcome;
});

/** What a platform listed of a league, and whether it said anything. */
interface ScannedLeague {
  readonly look: PlatformLook;
  readonly isAnswered: boolean;
}

/** What cannot be listed is noted as a scan that proves nothing. */
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
    look: { scan: scanOf(league, false), games: [] },
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
    if (!isComplete) yield* noted(Effect.logDebug("A scan did not come to the end"));
    yield* Effect.forEach(
      unread,
      ({ id, why }) => noted(Effect.logDebug(`Cannot read ${id} as a game: ${why}`)),
      { discard: true },
    );
    return { look: { scan: scanOf(league, isComplete), games }, isAnswered: true };
  });
  const { sleep } = yield* MachineTime;
  return yield* Effect.raceFirst(
    Effect.flatMap(source.scan({ leagues, window }), (scans) => Effect.forEach(scans, read)),
    Effect.as(sleep(SCAN_TIMEOUT_MS), leagues.map(failed)),
  );
});
