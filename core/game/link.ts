/**
 * How a platform's game is linked to a game of the schedule.
 *
 * @module
 */
import { type UnixSec } from "../time/mod.ts";
import { type PlatformCode } from "./platform.ts";
import { type PlatformGame } from "./platform_game.ts";

/**
 * The confidences of a link, most certain first.
 *
 * - `exact`: both teams and the kickoff matched, with the sides as in the schedule.
 * - `high`: both teams matched, with swapped sides or another kickoff.
 * - `review`: it may be this game; a person should check.
 */
export const CONFIDENCES = ["exact", "high", "review"] as const;

/** One of {@linkcode CONFIDENCES}. */
export type Confidence = (typeof CONFIDENCES)[number];

/** A link from a platform's game to a game of the schedule. */
export interface Link {
  readonly gameId: string;
  readonly confidence: Confidence;
  /** Whether the platform's home side is the schedule's away side. */
  readonly isSwapped: boolean;
}

/** A platform's game with its link. */
export interface PlatformRecord {
  readonly game: PlatformGame;
  readonly firstSeenSec: UnixSec;
  readonly lastSeenSec: UnixSec;
  /** Null if no game was found. */
  readonly link: Link | null;
  /** Ids of other games that it may be: none of them can be reported as not listed. */
  readonly maybe: ReadonlyArray<string>;
  /** Why it is not linked, or only for review; null otherwise. Helps to correct the aliases. */
  readonly why: string | null;
}

/** A platform's game and when it was last seen. */
export type ListedGame = Pick<PlatformRecord, "game" | "lastSeenSec">;

/** A summary of a game's own listings on one platform. */
export interface GamePlatform {
  readonly source: PlatformCode;
  /** The highest confidence among its events. */
  readonly confidence: Confidence;
  readonly events: number;
  readonly marketsStored: number;
  readonly lastSeenSec: UnixSec;
}
