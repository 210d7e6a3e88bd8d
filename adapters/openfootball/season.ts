/**
 * Reads a season of a league from its file.
 *
 * @module
 */
import { Result, Schema } from "effect";
import type { LeagueCode, ScheduledGame } from "../../core/game/mod.ts";
import { parseDay, toDayText, type UnixSec } from "../../core/time/mod.ts";
import { type Kickoff, parseKickoff } from "./kickoff.ts";
import type { LeagueFile } from "./league_file.ts";
import { OpenfootballMatch, OpenfootballSeason } from "./payload.ts";
import { matchStatusOf } from "./match_status.ts";
import { parseSide } from "./side.ts";

/** A match with known sides and day. */
export interface Fixture {
  readonly kickoff: Kickoff;
  /** The game as of an instant. */
  readonly at: (nowSec: UnixSec) => ScheduledGame;
}

/** A match that cannot be read. */
export interface UnreadMatch {
  /** `2025-08-16`; null if unknown, so that it may be on any day. */
  readonly date: string | null;
  readonly trouble: string;
}

/** The content of a file. */
export interface Season {
  readonly fixtures: ReadonlyArray<Fixture>;
  readonly unread: ReadonlyArray<UnreadMatch>;
}

const decodeSeason = Schema.decodeUnknownSync(Schema.fromJsonString(OpenfootballSeason));
const decodeMatch = Schema.decodeUnknownResult(OpenfootballMatch);

/** Reads a file's text. Throws if it is not a season. */
export function readSeason(
  text: string,
  of: LeagueFile & { readonly league: LeagueCode; readonly season: string },
): Season {
  const fixtures: Fixture[] = [];
  const unread: UnreadMatch[] = [];
  const meetings = new Map<string, number>();
  for (const [index, written] of decodeSeason(text).matches.entries()) {
    const match = decodeMatch(written);
    if (Result.isFailure(match)) {
      const why = match.failure.message.replaceAll(/\s+/g, " ");
      unread.push({ date: null, trouble: `match ${index + 1}: ${why}`.slice(0, 300) });
      continue;
    }
    const fixture = readFixture(match.success, { ...of, meetings });
    if (Result.isSuccess(fixture)) fixtures.push(fixture.success);
    else unread.push(fixture.failure);
  }
  return { fixtures, unread };
}

/**
 * Reads a fixture. Its id consists of season and sides, so that it stays the same if the kickoff
 * moves. Repeated meetings with the same home side, as in a later round, are numbered by their
 * order in the file.
 */
function readFixture(
  match: OpenfootballMatch,
  { league, season, zone, meetings }: LeagueFile & {
    readonly league: LeagueCode;
    readonly season: string;
    readonly meetings: Map<string, number>;
  },
): Result.Result<Fixture, UnreadMatch> {
  const { date, team1, team2 } = match;
  const day = Result.getOrElse(Result.map(parseDay(date, "date"), toDayText), () => null);
  const fail = (why: string) =>
    Result.fail({ date: day, trouble: `${date} ${team1} v ${team2}: ${why}`.slice(0, 300) });
  const kickoff = parseKickoff(match, zone);
  if (Result.isFailure(kickoff)) return fail(kickoff.failure);
  const [home, away] = [parseSide(team1, league), parseSide(team2, league)];
  if (Result.isFailure(home)) return fail(home.failure);
  if (Result.isFailure(away)) return fail(away.failure);
  if (home.success.slug === away.success.slug) return fail("a side against itself");
  const pair = `${league}-${season}-${home.success.slug}-${away.success.slug}`;
  const meeting = (meetings.get(pair) ?? 0) + 1;
  meetings.set(pair, meeting);
  const fixed = {
    eventId: meeting === 1 ? pair : `${pair}-${meeting}`,
    league,
    home: home.success.team,
    away: away.success.team,
    kickoffSec: kickoff.success.sec,
    isKickoffConfirmed: kickoff.success.isConfirmed,
  };
  return Result.succeed({
    kickoff: kickoff.success,
    at: (nowSec) => ({ ...fixed, ...matchStatusOf(match, { kickoff: kickoff.success, nowSec }) }),
  });
}
