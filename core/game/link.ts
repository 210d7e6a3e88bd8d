/**
 * How a platform's game is linked to a game of the spine.
 *
 * @module
 */
import { type UnixSec } from "../time/mod.ts";
import { type PlatformCode } from "./platform.ts";
import { type PlatformGame } from "./platform_game.ts";

/**
 * Surest first.
 *
 * - `exact`: both teams and the kickoff matched, the sides as the spine has them.
 * - `high`: both teams matched, through swapped sides or another kickoff.
 * - `review`: it may be this game; a person should look.
 */
export const CONFIDENCES = ["exact", "high", "review"] as const;

/** One of {@linkcode CONFIDENCES}. */
export type Confidence = (typeof CONFIDENCES)[number];

/** Which game of the spine a platform's game is. */
export interface Link {
  readonly gameId: string;
  readonly confidence: Confidence;
  /** Whether the platform's home side is the spine's away side. */
  readonly isSwapped: boolean;
}

/** What is known of one platform's game. */
export interface PlatformRecord {
  readonly game: PlatformGame;
  readonly firstSeenSec: UnixSec;
  readonly lastSeenSec: UnixSec;
  /** Null where no game was found. */
  readonly link: Link | null;
  /** Other games that it may be as well: none of them can be said to be absent. */
  readonly maybe: ReadonlyArray<string>;
  /** Why it is not linked, or not for certain; null where it is. For whoever mends the aliases. */
  readonly why: string | null;
}

/** A game that a platform lists, and when it last did. */
export type ListedGame = Pick<PlatformRecord, "game" | "lastSeenSec">;

/** All that one platform has of a game. */
export interface GamePlatform {
  readonly source: PlatformCode;
  /** The best of its events. */
  readonly confidence: Confidence;
  readonly events: number;
  readonly marketsStored: number;
  readonly lastSeenSec: UnixSec;
}
