/**
 * What is noted of a sandbox's world, and whether another start can go on with it.
 *
 * @module
 */
import { Result } from "effect";
import type { VenueProfileName } from "../../../core/market/mod.ts";

/** The note of a world, which is renewed while it runs. */
export interface WorldNote {
  /** What its clock showed, in unix milliseconds. */
  readonly atMs: number;
  readonly speed: number;
  readonly profile: VenueProfileName;
  /** Whether the venue's orders were in the same process, and so are in the same folder. */
  readonly isVenueHere: boolean;
  /** Whether it was stopped then. One that was killed went on for a moment. */
  readonly isStopped: boolean;
}

/** What a start would be without the world that was made before. */
export interface WorldStart extends Pick<WorldNote, "profile" | "isVenueHere"> {
  /** What its clock would show, in unix milliseconds. */
  readonly atMs: number;
  /** Whether others have the same clock: other processes, or a recording. */
  readonly isClockShared: boolean;
}

/** Between two notes, in the machine's milliseconds. */
export const NOTE_EVERY_MS = 1_000;

/**
 * Returns what the clock shows first, in unix milliseconds: it never goes back. A failure says why
 * the start cannot go on with the world, and how it could.
 */
export function goOn(note: WorldNote, start: WorldStart): Result.Result<number, string> {
  const { atMs, profile, isVenueHere } = note;
  if (profile !== start.profile) {
    return Result.fail(`it was made with VENUE_PROFILE=${profile}; set that`);
  }
  if (isVenueHere !== start.isVenueHere) {
    return Result.fail(
      isVenueHere
        ? "its orders are at its own venue; unset POLYMARKET_CLOB_URL"
        : "its orders are at the venue of another process; set POLYMARKET_CLOB_URL to that",
    );
  }
  if (!start.isClockShared) return Result.succeed(Math.max(start.atMs, lastMs(note)));
  return start.atMs >= atMs ? Result.succeed(start.atMs) : Result.fail(
    `its clock stood at ${toIso(atMs)}, and the clock that other processes or a recording share ` +
      `with it stands at ${toIso(start.atMs)}; start it later`,
  );
}

/** Returns the latest that the clock may have shown. A busy machine notes it late. */
function lastMs({ atMs, speed, isStopped }: WorldNote): number {
  return isStopped ? atMs : Math.ceil(atMs + 3 * NOTE_EVERY_MS * speed);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
