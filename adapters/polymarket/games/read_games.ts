/**
 * The games in what the venue lists of a league.
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

/** Why events are unread that are of one game, which may be any. */
export const NAMELESS_GAME = "It is of a game, and names no two sides";

/** What was read, and what could not be. */
export interface GamesReading {
  readonly games: ReadonlyArray<PlatformGame>;
  readonly unread: ReadonlyArray<UnreadListing>;
  /** Whether some event is of no form that we know: it may be about any game. */
  readonly hasUnknownForm: boolean;
}

/** Reads the events of a league, as they were written; each id counts once, the last time. */
export function readGames(
  written: ReadonlyArray<unknown>,
  { league, firstNamed }: { readonly league: LeagueCode; readonly firstNamed: FirstNamed },
): GamesReading {
  const events = new Map<string, GammaGameEvent>();
  const unread: UnreadListing[] = [];
  for (const each of written) {
    const read = decodeEvent(each);
    if (Result.isSuccess(read)) events.set(String(read.success.id), read.success);
    else unread.push({ ...namesOf(each), why: "It has another form than events have" });
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
  const stranger = events.map(leagueOf).find((other) => other !== undefined && other !== league);
  if (stranger !== undefined) return Result.fail(`It is of ${stranger}`);
  const sides = firstSides(events, firstNamed);
  if (sides === undefined) {
    return Result.fail(events.some(isOfGame) ? NAMELESS_GAME : "It names no two sides");
  }
  const kickoff = kickoffOf(events);
  if (kickoff.kind === "unknown" && !events.some(isOfGame)) {
    return Result.fail("It names two sides, and no game of theirs");
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

/** The league the event says it is of, where it says so and it is one of ours. */
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

/** Names of two sides alone may be of a bet on their season. */
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
