/**
 * Whether a platform offers a game, and how sure we are of a no.
 *
 * @module
 */
import { type TimeRange, UnixSec } from "../time/mod.ts";
import { type GameRecord } from "./game_record.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformCode, type PlatformFacts } from "./platform.ts";
import { type Scan } from "./scan.ts";

/**
 * Surest last.
 *
 * - `not_checked`: no recent look covers the game, or one of the events there may be it, or it is
 *   over and the platform lists only what is not.
 * - `not_listed`: a recent look at the league around the kickoff was complete, and the game absent.
 * - `listed`: found, for certain or for review; its link says which.
 */
export const COVERAGE_STATUSES = ["not_checked", "not_listed", "listed"] as const;

/** One of {@linkcode COVERAGE_STATUSES}. */
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

/** What is known of one game on one platform. */
export interface Coverage {
  readonly source: PlatformCode;
  readonly status: CoverageStatus;
  /**
   * When the platform was last looked at to say so: where listed, when it was last seen; where not,
   * when the youngest look that counts began. Null where not checked.
   */
  readonly checkedSec: UnixSec | null;
}

/** A look that is older no longer proves that a game is absent. */
export const SCAN_AGE_SEC_MAX = 1_800;

/** How far a look must reach before and behind a kickoff, which may be given wrongly there. */
const MARGIN_SEC = 86_400;

/** The looks that prove absences at one instant. */
export interface ScanEvidence {
  /** Until when nothing had become older than it may be; 0: nothing ever did. */
  readonly changedSec: UnixSec;
  /** Those that count, by league and platform, youngest first. */
  readonly scans: ReadonlyMap<LeagueCode, ReadonlyMap<PlatformCode, ReadonlyArray<Scan>>>;
}

/** Nobody has looked. */
export const NO_EVIDENCE: ScanEvidence = { changedSec: UnixSec(0), scans: new Map() };

/**
 * What these looks prove at an instant.
 *
 * A function of the looks, in any order, and of which of them are too old: between two instants
 * with the same `changedSec` it says the same of every game.
 */
export function evidenceAt(scans: Iterable<Scan>, atSec: UnixSec): ScanEvidence {
  const counting = new Map<LeagueCode, Map<PlatformCode, ReadonlyArray<Scan>>>();
  let changedSec = UnixSec(0);
  for (const [league, ofLeague] of Map.groupBy(complete(scans), (scan) => scan.league)) {
    const bySource = new Map<PlatformCode, ReadonlyArray<Scan>>();
    for (const [source, ofSource] of Map.groupBy(ofLeague, (scan) => scan.source)) {
      const telling = withoutOutdone(ofSource);
      bySource.set(source, telling.filter((scan) => atSec <= scan.atSec + SCAN_AGE_SEC_MAX));
      for (const scan of telling) {
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

/** Youngest first. One that sees no more than a younger one proves nothing, now or later. */
function withoutOutdone(scans: ReadonlyArray<Scan>): ReadonlyArray<Scan> {
  const kept: Array<Scan> = [];
  for (const scan of scans.toSorted((left, right) => right.atSec - left.atSec)) {
    if (!kept.some(({ window }) => holds(window, scan.window))) kept.push(scan);
  }
  return kept;
}

function holds(outer: TimeRange, inner: TimeRange): boolean {
  return outer.startSec <= inner.startSec && inner.endSec <= outer.endSec;
}

/** Whether a look would have shown a game with this kickoff, though it be given wrongly there. */
function covers({ window }: Scan, kickoffSec: UnixSec): boolean {
  return window.startSec <= Math.max(0, kickoffSec - MARGIN_SEC) &&
    kickoffSec + MARGIN_SEC < window.endSec;
}

/**
 * What is known of a game on each of these platforms, in their order.
 *
 * Finding it beats every look, however old. What may be it, and was not linked, keeps a platform
 * from being said not to have it; of a game that is over or called off nothing is said of a
 * platform that lists no such game; and of one whose kickoff nobody knows, nothing at all.
 */
export function coverageOf(
  { game, platforms, maybeOn }: GameRecord,
  { evidence, on }: {
    readonly evidence: ScanEvidence;
    readonly on: ReadonlyArray<Pick<PlatformFacts, "code" | "listsOnlyOpen">>;
  },
): ReadonlyArray<Coverage> {
  const looks = evidence.scans.get(game.league);
  const isOpen = game.status === "scheduled" || game.status === "live";
  return on.map(({ code: source, listsOnlyOpen }): Coverage => {
    const found = platforms.find((platform) => platform.source === source);
    if (found !== undefined) return { source, status: "listed", checkedSec: found.lastSeenSec };
    const isHidden = game.isOffSchedule || (!isOpen && listsOnlyOpen);
    const look = isHidden || maybeOn.includes(source)
      ? undefined
      : looks?.get(source)?.find((scan) => covers(scan, game.kickoffSec));
    return look === undefined
      ? { source, status: "not_checked", checkedSec: null }
      : { source, status: "not_listed", checkedSec: look.atSec };
  });
}
