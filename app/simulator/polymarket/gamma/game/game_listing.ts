/**
 * A listing of a game: one event about it, before it is formatted.
 *
 * @module
 */
import {
  type Moment,
  type Offer,
  type SeasonGame,
  type SeasonTeam,
} from "../../../season/season.ts";
import { hash32 } from "../../../world/hash.ts";
import { type VenueSport } from "./venue_sport.ts";

/** The events that a game may have. */
export const GAME_PARTS = ["main", "more-markets", "player-props"] as const;

/** One of {@linkcode GAME_PARTS}. */
export type GamePart = (typeof GAME_PARTS)[number];

/** An event about a game. All times are unix seconds. */
export interface GameListing {
  readonly offer: Offer;
  readonly sport: VenueSport;
  readonly part: GamePart;
  /** The event's id, as a number. */
  readonly eventNumber: number;
  /** The common prefix of its slug and its markets' slugs; it never changes. */
  readonly stem: string;
  readonly createdSec: number;
  readonly deployedSec: number;
  /** The kickoff according to the venue, shown or not. */
  readonly startSec: number;
  readonly endSec: number;
  /** When it was closed; {@linkcode NOT_CLOSED_SEC} until then. */
  readonly closedSec: number;
}

/** Later than any instant. */
export const NOT_CLOSED_SEC = Number.MAX_SAFE_INTEGER;

/** For a century, ids of game events are above all others, which distinguishes them. */
const ORIGIN = 5_000_000_000;
const PARTS_MAX = 4;

/** Returns the id of an event about a game, as a number. */
export function gameEventNumber({ number }: Pick<SeasonGame, "number">, part: GamePart): number {
  return ORIGIN + number * PARTS_MAX + GAME_PARTS.indexOf(part);
}

/** Returns the number of the event's game. */
export function gameNumberOf(eventNumber: number): number {
  return Math.floor((eventNumber - ORIGIN) / PARTS_MAX);
}

/** Returns whether an id may belong to a game's event. */
export function isGameEventNumber(eventNumber: number): boolean {
  return eventNumber >= ORIGIN;
}

/** Returns the venue's own number of the game, which differs from the schedule's. */
export function gameIdOf({ number }: Pick<SeasonGame, "number">): number {
  return 20_000_000 + number;
}

/**
 * Returns whether it shows the game's number: some secondary events have only their slug and their
 * parent.
 */
export function hasGameId({ part, eventNumber }: GameListing): boolean {
  return part === "main" || hash32(GAME_PARTS.length, eventNumber >>> 0) % 8 !== 0;
}

/**
 * Returns whether it was closed without a game, so that every share pays half. The game may be
 * played later, on a date that was unknown at the time.
 */
export function isVoid({ offer: { game }, closedSec }: GameListing): boolean {
  return closedSec !== NOT_CLOSED_SEC &&
    (game.moment.phase !== "final" || closedSec <= game.kickoffSec);
}

/** Returns the game state that the venue shows: nothing new after it has given a game up. */
export function shownMoment(listing: GameListing): Moment {
  const { moment } = listing.offer.game;
  return isVoid(listing) ? { ...moment, phase: "postponed" } : moment;
}

/** A side according to the venue. */
export interface ListedSide {
  readonly name: string;
  /** In upper case. */
  readonly code: string;
  readonly team: SeasonTeam;
  readonly isHome: boolean;
  readonly score: number;
}

/** Returns the sides of an offer; a swapped offer calls the game's away side the home side. */
export function sidesOf(
  { game, isSwapped, ...names }: Offer,
): { readonly home: ListedSide; readonly away: ListedSide } {
  const { moment } = game;
  const one = { name: names.homeName, code: names.homeCode, team: game.home };
  const other = { name: names.awayName, code: names.awayCode, team: game.away };
  const host = { ...one, isHome: !isSwapped, score: moment.homeScore };
  const guest = { ...other, isHome: isSwapped, score: moment.awayScore };
  return isSwapped ? { home: guest, away: host } : { home: host, away: guest };
}

/** Returns the sides in the order of titles, slugs and scores. */
export function inTitleOrder(
  { offer, sport }: Pick<GameListing, "offer" | "sport">,
): readonly [ListedSide, ListedSide] {
  const { home, away } = sidesOf(offer);
  return sport.ordering === "home" ? [home, away] : [away, home];
}
