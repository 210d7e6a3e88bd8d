/**
 * Parses the kickoff of a match on Limitless.
 *
 * @module
 */
import { Result } from "effect";
import type { PlatformKickoff } from "../../core/game/mod.ts";
import { parseTimestamp, type UnixSec } from "../../core/time/mod.ts";

const UNKNOWN: PlatformKickoff = { kind: "unknown" };

/**
 * Parses unix seconds, unix milliseconds or ISO 8601; a time without an offset is UTC, as the
 * field's name says. A date alone or an implausible date is an unknown kickoff.
 */
export function readKickoff(
  written: number | string | null | undefined,
  nowSec: UnixSec,
): PlatformKickoff {
  const text = String(written ?? "").trim();
  if (!/^\d+$|T/i.test(text)) return UNKNOWN;
  const parsed = parseTimestamp(text, { parameter: "startMatchTimestampInUTC", nowSec });
  return Result.isSuccess(parsed) ? { kind: "at", sec: parsed.success } : UNKNOWN;
}

/**
 * Returns the kickoff that the markets of one match agree on. Unknown if they contradict each
 * other: some are stale after a move.
 */
export function agreedKickoff(kickoffs: ReadonlyArray<PlatformKickoff>): PlatformKickoff {
  const [one, another] = new Set(
    kickoffs.flatMap((kickoff) => kickoff.kind === "at" ? [kickoff.sec] : []),
  );
  return one === undefined || another !== undefined ? UNKNOWN : { kind: "at", sec: one };
}
