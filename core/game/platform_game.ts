/**
 * A game as a platform lists it, before it is matched to a game of the schedule.
 *
 * A platform has several events per game: the winner, spreads, totals, props. Its adapter groups
 * them by the platform's own ids, so that matching works on games.
 *
 * @module
 */
import { type CalendarDay, type UnixSec } from "../time/mod.ts";
import { type LeagueCode } from "./league.ts";
import { type PlatformCode } from "./platform.ts";

/** The platform's names for one side. More names make a match more certain. */
export interface PlatformSide {
  /** `Kansas City Chiefs`, `Chiefs`, `New York M`. */
  readonly names: ReadonlyArray<string>;
  /** Short codes such as `KC`, in any case: used only where the names do not decide. */
  readonly codes: ReadonlyArray<string>;
}

/** The kickoff according to the platform. */
export type PlatformKickoff =
  | { readonly kind: "at"; readonly sec: UnixSec }
  /** Only the US Eastern day, and the number within a doubleheader, from 1, if given. */
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
  /** The platform's key of the game: unique within it and stable across scans. */
  readonly key: string;
  readonly league: LeagueCode;
  readonly kickoff: PlatformKickoff;
  /** The side that the platform marks, or orders, as the home side. */
  readonly home: PlatformSide;
  readonly away: PlatformSide;
  /** False if the platform reports that none of its markets trade any more. */
  readonly isOpen: boolean;
  readonly events: ReadonlyArray<PlatformEvent>;
}

/** An entry of a platform's listing that could not be read as a game. */
export interface UnreadListing {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}
