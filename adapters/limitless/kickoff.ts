/**
 * When a match begins, as Limitless writes it.
 *
 * @module
 */
import { Result } from "effect";
import type { PlatformKickoff } from "../../core/game/mod.ts";
import { parseTimestamp, type UnixSec } from "../../core/time/mod.ts";

const UNKNOWN: PlatformKickoff = { kind: "unknown" };

/**
 * Reads unix seconds, unix milliseconds or ISO 8601; a time without an offset is UTC, which the
 * field's name says. A date alone is no kickoff, and neither is what no season reaches.
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
 * What several markets of one match say together. Where they contradict each other, nobody knows:
 * one of them has not heard that the match was moved.
 */
export function agreedKickoff(kickoffs: ReadonlyArray<PlatformKickoff>): PlatformKickoff {
  const [one, another] = new Set(
    kickoffs.flatMap((kickoff) => kickoff.kind === "at" ? [kickoff.sec] : []),
  );
  return one === undefined || another !== undefined ? UNKNOWN : { kind: "at", sec: one };
}
