/**
 * Reads the games from the venue's events of a league.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import type { LeagueCode, PlatformGame, UnreadListing } from "../../../core/game/mod.ts";
import { type EventGroup, gameIdOf, groupEvents } from "./game_key.ts";
import { readGameSlug } from "./game_slug.ts";
import { kickoffOf } from "./kickoff.ts";
import type { FirstNamed } from "./league_series.ts";
import { GammaGameEvent, GammaNamed } from "./payload.ts";
import { readSides, type Sides } from "./sides.ts";
import { leagueOfSport } from "./sport_code.ts";

/** Reason for events of a game that cannot be identified and so may be any. */
export const NAMELESS_GAME = "It belongs to a game but does not name two sides";

/** The games, and the events that could not be read. */
export interface GamesReading {
  readonly games: ReadonlyArray<PlatformGame>;
  readonly unread: ReadonlyArray<UnreadListing>;
  /** Whether any event has an unexpected format, so that it may be about any game. */
  readonly hasUnknownForm: boolean;
}

/** Reads the undecoded events of a league. If an id repeats, the last event wins. */
export function readGames(
  written: ReadonlyArray<unknown>,
  { league, firstNamed }: { readonly league: LeagueCode; readonly firstNamed: FirstNamed },
): GamesReading {
  const events = new Map<string, GammaGameEvent>();
  const unread: UnreadListing[] = [];
  for (const each of written) {
    const read = decodeEvent(each);
    if (Result.isSuccess(read)) events.set(String(read.success.id), read.success);
    else unread.push({ ...namesOf(each), why: "It has an unexpected format" });
  }
  const hasUnknownForm = unread.length > 0;
  const games: PlatformGame[] = [];
  for (const group of groupEvents([...events.values()])) {
    const game = readGame(group, { league, firstNamed });
    if (Result.isSuccess(game)) games.push(game.success);
    else unread.push(...group.events.map((event) => ({ ...named(event), why: game.failure })));
  }
  return { games, unread, hasUnknownForm };
}

const decodeEvent = Schema.decodeUnknownResult(GammaGameEvent);
const decodeNames = Schema.decodeUnknownResult(GammaNamed);

function readGame(
  { key, events }: EventGroup,
  { league, firstNamed }: { readonly league: LeagueCode; readonly firstNamed: FirstNamed },
): Result.Result<PlatformGame, string> {
  const otherLeague = events.map(leagueOf).find((code) => code !== undefined && code !== league);
  if (otherLeague !== undefined) return Result.fail(`It belongs to ${otherLeague}`);
  const sides = firstSides(events, firstNamed);
  if (sides === undefined) {
    return Result.fail(events.some(isOfGame) ? NAMELESS_GAME : "It does not name two sides");
  }
  const kickoff = kickoffOf(events);
  if (kickoff.kind === "unknown" && !events.some(isOfGame)) {
    return Result.fail("It names two sides but no game");
  }
  return Result.succeed({
    source: "polymarket",
    key,
    league,
    kickoff,
    ...sides,
    isOpen: events.some(({ closed }) => closed !== true),
    events: events.map((event) => ({
      ...named(event),
      markets: (event.markets ?? []).map(({ id }) => String(id)),
    })),
  });
}

/** The league that the event names, if it is one of ours. */
function leagueOf({ sport }: GammaGameEvent): LeagueCode | undefined {
  return leagueOfSport(sport?.sport ?? "");
}

function firstSides(
  events: ReadonlyArray<GammaGameEvent>,
  firstNamed: FirstNamed,
): Sides | undefined {
  for (const event of events) {
    const sides = readSides(event, firstNamed);
    if (sides !== undefined) return sides;
  }
  return undefined;
}

/** Whether it is about a game: the names of two sides alone may be a bet on their season. */
function isOfGame(event: GammaGameEvent): boolean {
  return gameIdOf(event) !== undefined || readGameSlug(event.slug) !== undefined;
}

function named({ id, title }: typeof GammaNamed.Type): { id: string; title: string } {
  return { id: String(id), title: title ?? "" };
}

function namesOf(written: unknown): { id: string; title: string } {
  return Option.match(Result.getSuccess(decodeNames(written)), {
    onNone: () => ({ id: "", title: "" }),
    onSome: named,
  });
}
