/**
 * Whether a platform offers a game, and what proves that it does not.
 *
 * @module
 */
import { type TimeRange, UnixSec } from "../time/mod.ts";
import { type GameRecord } from "./game_record.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformCode, type PlatformFacts } from "./platform.ts";
import { type Scan } from "./scan.ts";

/**
 * The coverage statuses, most certain last.
 *
 * - `not_checked`: no recent scan covers the game, one of the platform's events may be it, or the
 *   game is over and the platform lists only open games.
 * - `not_listed`: a recent scan of the league around the kickoff was complete and did not find it.
 * - `listed`: found, for certain or for review; the link's confidence says which.
 */
export const COVERAGE_STATUSES = ["not_checked", "not_listed", "listed"] as const;

/** One of {@linkcode COVERAGE_STATUSES}. */
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

/** The coverage of one game on one platform. */
export interface Coverage {
  readonly source: PlatformCode;
  readonly status: CoverageStatus;
  /**
   * When the platform was last checked. `listed`: when the game was last seen. `not_listed`: when
   * the most recent scan that proves it began. `not_checked`: null.
   */
  readonly checkedSec: UnixSec | null;
}

/** Maximum age of a scan that proves an absence, in seconds. */
export const SCAN_AGE_SEC_MAX = 1_800;

/** Minimum reach of a scan on either side of a kickoff, because a platform may list a wrong one. */
const MARGIN_SEC = 86_400;

/** The scans that prove absences at one instant. */
export interface ScanEvidence {
  /** When a scan last expired; 0 if none has. */
  readonly changedSec: UnixSec;
  /** Valid scans by league and platform, most recent first. */
  readonly scans: ReadonlyMap<LeagueCode, ReadonlyMap<PlatformCode, ReadonlyArray<Scan>>>;
}

/** Evidence without any scan. */
export const NO_EVIDENCE: ScanEvidence = { changedSec: UnixSec(0), scans: new Map() };

/**
 * Returns what these scans prove at an instant.
 *
 * The result depends only on the scans, in any order, and on which of them have expired: two
 * instants with the same `changedSec` give the same coverage for every game.
 */
export function evidenceAt(scans: Iterable<Scan>, atSec: UnixSec): ScanEvidence {
  const counting = new Map<LeagueCode, Map<PlatformCode, ReadonlyArray<Scan>>>();
  let changedSec = UnixSec(0);
  for (const [league, ofLeague] of Map.groupBy(complete(scans), (scan) => scan.league)) {
    const bySource = new Map<PlatformCode, ReadonlyArray<Scan>>();
    for (const [source, ofSource] of Map.groupBy(ofLeague, (scan) => scan.source)) {
      const relevant = withoutSuperseded(ofSource);
      bySource.set(source, relevant.filter((scan) => atSec <= scan.atSec + SCAN_AGE_SEC_MAX));
      for (const scan of relevant) {
        const expiredSec = UnixSec(scan.atSec + SCAN_AGE_SEC_MAX + 1);
        if (expiredSec <= atSec && expiredSec > changedSec) changedSec = expiredSec;
      }
    }
    counting.set(league, bySource);
  }
  return { changedSec, scans: counting };
}

function* complete(scans: Iterable<Scan>): Generator<Scan> {
  for (const scan of scans) if (scan.isComplete) yield scan;
}

/** Most recent first. Drops scans whose window lies inside that of a more recent one. */
function withoutSuperseded(scans: ReadonlyArray<Scan>): ReadonlyArray<Scan> {
  const kept: Array<Scan> = [];
  for (const scan of scans.toSorted((left, right) => right.atSec - left.atSec)) {
    if (!kept.some(({ window }) => contains(window, scan.window))) kept.push(scan);
  }
  return kept;
}

function contains(outer: TimeRange, inner: TimeRange): boolean {
  return outer.startSec <= inner.startSec && inner.endSec <= outer.endSec;
}

/** Whether a scan would have found a game with this kickoff, allowing for a wrong one. */
function covers({ window }: Scan, kickoffSec: UnixSec): boolean {
  return window.startSec <= Math.max(0, kickoffSec - MARGIN_SEC) &&
    kickoffSec + MARGIN_SEC < window.endSec;
}

/**
 * Returns the coverage of a game on each of these platforms, in their order.
 *
 * A found game is `listed`, however old the scan. A platform is `not_checked`, never `not_listed`,
 * if an unlinked event there may be this game, if the game is over or called off and the platform
 * lists only open games, or if the kickoff is unknown.
 */
export function coverageOf(
  { game, platforms, maybeOn }: GameRecord,
  { evidence, on }: {
    readonly evidence: ScanEvidence;
    readonly on: ReadonlyArray<Pick<PlatformFacts, "code" | "listsOnlyOpen">>;
  },
): ReadonlyArray<Coverage> {
  const scans = evidence.scans.get(game.league);
  const isOpen = game.status === "scheduled" || game.status === "live";
  return on.map(({ code: source, listsOnlyOpen }): Coverage => {
    const found = platforms.find((platform) => platform.source === source);
    if (found !== undefined) return { source, status: "listed", checkedSec: found.lastSeenSec };
    const isHidden = game.isOffSchedule || (!isOpen && listsOnlyOpen);
    const scan = isHidden || maybeOn.includes(source)
      ? undefined
      : scans?.get(source)?.find((each) => covers(each, game.kickoffSec));
    return scan === undefined
      ? { source, status: "not_checked", checkedSec: null }
      : { source, status: "not_listed", checkedSec: scan.atSec };
  });
}
