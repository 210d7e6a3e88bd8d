/**
 * Finds the games in the secondary venue's listing.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import type {
  LeagueCode,
  PlatformEvent,
  PlatformGame,
  UnreadListing,
} from "../../core/game/mod.ts";
import type { LeagueListing } from "../../core/port/platform_source.ts";
import { type Contest, isContest, readContest } from "./contest.ts";
import { type OutcomeMeta, OutcomeRow, QuestionRow } from "./payload.ts";

/** A market, or a question with several markets, in a common form. */
interface Listed {
  readonly id: string;
  readonly description: string;
  readonly markets: ReadonlyArray<string>;
}

/** The listed games, by league. */
export interface ListedGames {
  readonly of: (league: LeagueCode) => LeagueListing;
}

/**
 * Groups a listing into games. One answer lists everything live, so it is complete for all leagues;
 * if a row is unreadable, its league is unknown and no league counts as complete.
 */
export function sortListing(meta: typeof OutcomeMeta.Type): ListedGames {
  const read = [...meta.outcomes.map(readOutcome), ...meta.questions.map(readQuestion)];
  const isComplete = read.every(Result.isSuccess);
  const games = new Map<string, PlatformGame>();
  const unread: Array<UnreadListing & { readonly league: LeagueCode }> = [];
  for (const row of read) {
    const listed = Option.getOrUndefined(Option.flatten(Result.getSuccess(row)));
    const contest = Option.getOrUndefined(readContest(listed?.description ?? ""));
    if (listed === undefined || contest === undefined) continue;
    if (Result.isFailure(contest)) {
      unread.push({ id: listed.id, title: listed.description, ...contest.failure });
    } else addTo(games, contest.success, listed);
  }
  return {
    of: (league) => ({
      games: [...games.values()].filter((game) => game.league === league),
      isComplete,
      unread: unread.filter((row) => row.league === league)
        .map(({ id, title, why }) => ({ id, title, why })),
    }),
  };
}

function addTo(games: Map<string, PlatformGame>, contest: Contest, listed: Listed): void {
  const { key, league, kickoff, home, away, title } = contest;
  const event: PlatformEvent = { id: listed.id, title, markets: listed.markets };
  const known = games.get(key);
  const events = [...known?.events ?? [], event];
  games.set(key, {
    source: "hyperliquid",
    key,
    league,
    kickoff,
    home,
    away,
    isOpen: true,
    events,
  });
}

type RowReading = Result.Result<Option.Option<Listed>, unknown>;

const decodeOutcome = Schema.decodeUnknownResult(OutcomeRow);

function readOutcome(row: unknown): RowReading {
  return Result.map(decodeOutcome(row), ({ outcome, name, description }) => {
    const id = `outcome:${outcome}`;
    const listed = { id, description: description ?? "", markets: [String(outcome)] };
    return isContest(name) ? Option.some(listed) : Option.none();
  });
}

const decodeQuestion = Schema.decodeUnknownResult(QuestionRow);

function readQuestion(row: unknown): RowReading {
  return Result.map(decodeQuestion(row), ({ question, name, description, namedOutcomes }) => {
    const id = `question:${question}`;
    const markets = [...new Set(namedOutcomes)].map(String);
    const listed = { id, description: description ?? "", markets };
    return isContest(name) ? Option.some(listed) : Option.none();
  });
}
