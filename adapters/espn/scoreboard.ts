/**
 * Reads the games of a scoreboard.
 *
 * @module
 */
import { Result, Schema } from "effect";
import { LEAGUE_FACTS, type ScheduledGame } from "../../core/game/mod.ts";
import type { ScheduleDay } from "../../core/port/schedule_source.ts";
import { type CalendarDay, easternDay, toDayText } from "../../core/time/mod.ts";
import { drawMembership } from "./draw.ts";
import { isOfLeague } from "./event_league.ts";
import { type ReadContext, toScheduledGame } from "./game.ts";
import { EspnCompetition, EspnEvent, type EspnScoreboard } from "./payload.ts";

const decodeEvent = Schema.decodeUnknownResult(EspnEvent);
const decodeCompetition = Schema.decodeUnknownResult(EspnCompetition);

/** Maximum length of the reason why something cannot be read. */
const WHY_CHARS_MAX = 200;

/**
 * Reads the games of a league from the scoreboard of a US Eastern day.
 *
 * Returns everything that the provider lists under the day, whenever it begins. Only a tennis
 * tournament is listed in full on each of its days, so its matches are filtered by day. Silently
 * skips what is not a game of the league: empty entries, competitions without sides, other leagues
 * and other draws.
 */
export function readScoreboard(
  { events }: EspnScoreboard,
  context: ReadContext & { readonly day: CalendarDay },
): Omit<ScheduleDay, "isWhole"> {
  const games = new Map<string, ScheduledGame>();
  const troubles: Array<string> = [];
  for (const written of events ?? []) {
    const event = decodeEvent(written);
    if (Result.isFailure(event)) {
      troubles.push(`an event: ${why(event.failure)}`);
    } else if (isOfLeague(event.success, context.league)) {
      for (const game of gamesOfEvent(event.success, context)) {
        if (Result.isFailure(game)) troubles.push(`${nameOf(event.success)}: ${game.failure}`);
        else if (isOnDay(game.success, context)) games.set(game.success.eventId, game.success);
      }
    }
  }
  return { games: [...games.values()], troubles };
}

type ReadGame = Result.Result<ScheduledGame, string>;

function gamesOfEvent(event: EspnEvent, context: ReadContext): ReadonlyArray<ReadGame> {
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
      switch (drawMembership(competition.success, { league: context.league, slug })) {
        case "another":
          return [];
        case "unknown":
          return [Result.fail(`match ${competition.success.id} is of no known draw`)];
        case "ours":
          return [toScheduledGame({ event, competition: competition.success }, context)];
      }
    })
  );
}

function isOnDay(
  { kickoffSec }: ScheduledGame,
  { league, day }: ReadContext & { readonly day: CalendarDay },
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
