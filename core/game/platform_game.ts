/**
 * A game as a platform lists it, before anybody knows which game of the spine it is.
 *
 * A platform has several events a game: the winner, spreads, totals, props. Its adapter brings
 * those together by the platform's own ids, so that what is matched is a game.
 *
 * @module
 */
import { type CalendarDay, type UnixSec } from "../time/mod.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformCode } from "./platform.ts";

/** What the platform calls one side. The more it says, the surer the match. */
export interface PlatformSide {
  /** `Kansas City Chiefs`, `Chiefs`, `New York M`. */
  readonly names: ReadonlyArray<string>;
  /** Short codes such as `KC`, in any case: believed only where names say nothing else. */
  readonly codes: ReadonlyArray<string>;
}

/** When the platform says the game begins. */
export type PlatformKickoff =
  | { readonly kind: "at"; readonly sec: UnixSec }
  /** Only its US Eastern day, and which game of a doubleheader it is, from 1, if it says so. */
  | { readonly kind: "day"; readonly day: CalendarDay; readonly gameNumber: number | null }
  | { readonly kind: "unknown" };

/** An event of the platform about the game. */
export interface PlatformEvent {
  readonly id: string;
  readonly title: string;
  /** The platform's ids of its markets. */
  readonly markets: ReadonlyArray<string>;
}

/** A game of a platform. */
export interface PlatformGame {
  readonly source: PlatformCode;
  /** What the platform knows the game by. Unique within it, and the same at every look. */
  readonly key: string;
  readonly league: LeagueCode;
  readonly kickoff: PlatformKickoff;
  /** The side the platform calls, or names, as the home side. */
  readonly home: PlatformSide;
  readonly away: PlatformSide;
  /** False where the platform says that nothing of it is traded any more. */
  readonly isOpen: boolean;
  readonly events: ReadonlyArray<PlatformEvent>;
}

/** Something in a platform's listing of a league that could not be read as a game. */
export interface UnreadListing {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}
