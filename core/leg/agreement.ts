/**
 * How often two venues name the same winner of a window, by how close it was at the first one.
 *
 * @module
 */
import { Option } from "effect";
import { parseE18 } from "../price/mod.ts";
import type { Leg } from "./leg.ts";

/**
 * The lower ends of the gaps that are counted apart, in tenths of a basis point: the size of the
 * distance between close and target, of the target.
 */
const GAPS_TENTH_BPS = [0, 5, 10, 20, 50, 100, 200, 500] as const;

/** Windows whose gap lies in `[fromBps, toBps)`. `toBps` is null for the widest. */
export interface GapCount {
  readonly fromBps: number;
  readonly toBps: number | null;
  readonly agreed: number;
  readonly disagreed: number;
}

/** The counts of some windows, each counted once in `total`. */
export interface LegAgreement {
  readonly gaps: ReadonlyArray<GapCount>;
  readonly total: {
    readonly agreed: number;
    readonly disagreed: number;
    /** The other venue's market has no winner. */
    readonly void: number;
    /** One of both is not known, or not listed. */
    readonly missing: number;
  };
}

/** A window that has ended at both venues. */
export interface ComparedLegs {
  readonly primary: Leg;
  readonly other: Leg | undefined;
}

/** Counts windows. */
export function countAgreement(windows: ReadonlyArray<ComparedLegs>): LegAgreement {
  const gaps = GAPS_TENTH_BPS.map((from, index) => {
    const to = GAPS_TENTH_BPS[index + 1];
    const toBps = to === undefined ? null : to / 10;
    return { fromBps: from / 10, toBps, agreed: 0, disagreed: 0 };
  });
  const total = { agreed: 0, disagreed: 0, void: 0, missing: 0 };
  for (const { primary, other } of windows) {
    if (other?.outcomeState === "void" && other.id !== null) {
      total.void += 1;
      continue;
    }
    const gap = gaps[gapIndex(primary)];
    const result = other?.outcome ?? null;
    if (gap === undefined || primary.outcome === null || result === null) {
      total.missing += 1;
      continue;
    }
    const verdict = primary.outcome === result ? "agreed" : "disagreed";
    gap[verdict] += 1;
    total[verdict] += 1;
  }
  return { gaps, total };
}

/** Returns the place of a window's gap; -1 while its target or its close is not known. */
function gapIndex({ target, settled }: Leg): number {
  const both = Option.all([parseE18(target ?? ""), parseE18(settled ?? "")]);
  if (Option.isNone(both)) return -1;
  const [targetE18, settledE18] = both.value;
  if (targetE18 <= 0n) return -1;
  const distanceE18 = settledE18 > targetE18 ? settledE18 - targetE18 : targetE18 - settledE18;
  return GAPS_TENTH_BPS.findLastIndex((from) => distanceE18 * 100_000n >= BigInt(from) * targetE18);
}
