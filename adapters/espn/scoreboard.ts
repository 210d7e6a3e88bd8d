/**
 * The games of a scoreboard.
 *
 * @module
 */
import { Result, Schema } from "effect";
import { LEAGUE_FACTS, type SpineGame } from "../../core/game/mod.ts";
import type { ScheduleDay } from "../../core/port/mod.ts";
import { type CalendarDay, easternDay, toDayText } from "../../core/time/mod.ts";
import { drawMembership } from "./draw.ts";
import { isOfLeague } from "./event_league.ts";
import { type Look, toSpineGame } from "./game.ts";
import { EspnCompetition, EspnEvent, type EspnScoreboard } from "./payload.ts";

const decodeEvent = Schema.decodeUnknownResult(EspnEvent);
const decodeCompetition = Schema.decodeUnknownResult(EspnCompetition);

/** How much is said of what cannot be read. */
const WHY_CHARS_MAX = 200;

/**
 * Reads the games of a league from the scoreboard of a US Eastern day.
 *
 * What the provider lists under the day is given, whenever it begins; only a tennis tournament is
 * listed whole on each of its days, so of it the day's own matches are. What is no game says
 * nothing: an empty entry, a competition without sides, another league's or another draw's.
 */
export function readScoreboard(
  { events }: EspnScoreboard,
  look: Look & { readonly day: CalendarDay },
): Omit<ScheduleDay, "isWhole"> {
  const games = new Map<string, SpineGame>();
  const troubles: Array<string> = [];
  for (const written of events ?? []) {
    const event = decodeEvent(written);
    if (Result.isFailure(event)) {
      troubles.push(`an event: ${why(event.failure)}`);
    } else if (isOfLeague(event.success, look.league)) {
      for (const game of gamesOfEvent(event.success, look)) {
        if (Result.isFailure(game)) troubles.push(`${nameOf(event.success)}: ${game.failure}`);
        else if (isToldOf(game.success, look)) games.set(game.success.eventId, game.success);
      }
    }
  }
  return { games: [...games.values()], troubles };
}

type ReadGame = Result.Result<SpineGame, string>;

function gamesOfEvent(event: EspnEvent, look: Look): ReadonlyArray<ReadGame> {
  const lists = [
    { slug: null, competitions: event.competitions },
    ...(event.groupings ?? []).map(({ grouping, competitions }) => ({
      slug: grouping?.slug ?? null,
      competitions,
    })),
  ];
  return lists.flatMap(({ slug, competitions }) =>
    (competitions ?? []).flatMap((written): ReadonlyArray<ReadGame> => {
      const competition = decodeCompetition(written);
      if (Result.isFailure(competition)) return [Result.fail(why(competition.failure))];
      if (competition.success.competitors.length === 0) return [];
      switch (drawMembership(competition.success, { league: look.league, slug })) {
        case "another":
          return [];
        case "unknown":
          return [Result.fail(`match ${competition.success.id} is of no known draw`)];
        case "ours":
          return [toSpineGame({ event, competition: competition.success }, look)];
      }
    })
  );
}

function isToldOf(
  { kickoffSec }: SpineGame,
  { league, day }: Look & { readonly day: CalendarDay },
): boolean {
  return LEAGUE_FACTS[league].sport !== "tennis" ||
    toDayText(easternDay(kickoffSec)) === toDayText(day);
}

function nameOf({ id, name }: EspnEvent): string {
  return `event ${String(id ?? "without id").slice(0, 40)} "${(name ?? "").slice(0, 80)}"`;
}

function why(failure: Schema.SchemaError): string {
  return failure.message.replaceAll(/\s+/g, " ").slice(0, WHY_CHARS_MAX);
}
