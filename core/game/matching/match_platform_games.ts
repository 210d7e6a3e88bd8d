/**
 * Matches each game of the platforms to a game of the schedule.
 *
 * @module
 */
import { DAY_SEC, type UnixSec } from "../../time/mod.ts";
import { type Game, isCalledOff } from "../game.ts";
import { LEAGUE_FACTS, type LeagueCode } from "../league.ts";
import type { Confidence, ListedGame } from "../link.ts";
import { type PlatformGame, type PlatformSide } from "../platform_game.ts";
import { type Team } from "../team.ts";
import {
  ANCHOR_SEC_MAX,
  type Choice,
  chooseGame,
  nearestFirst,
  SAME_KICKOFF_SEC_MAX,
  WEEK_SEC,
} from "./choose_game.ts";
import { findSide } from "./find_side.ts";
import { type GameLookup, lookUpGames } from "./game_lookup.ts";
import { daysFrom, secondsFrom, spanOfDays, startOf } from "./kickoff_distance.ts";
import { type Match } from "./match.ts";
import { resolveRivals } from "./resolve_rivals.ts";
import { type SideFound, teamsOf } from "./side_found.ts";
import { type TeamIndex } from "./team_index.ts";
import { beginningIn, everBeginningIn, type Span, spanAround, type Timeline } from "./timeline.ts";
import { MAKE_UP_SEC_MAX } from "../make_up.ts";

/** A platform's game that was last seen longer ago is no longer listed. */
const UNSEEN_SEC_MAX = DAY_SEC;

/** Returns the possible make-ups among the games of its two teams, in any order. */
function possibleMakeUps(
  ofPair: Timeline,
  { listed: { game, lastSeenSec }, choice, nowSec }: {
    readonly listed: ListedGame;
    /** The game chosen by its kickoff. */
    readonly choice: Choice | null;
    readonly nowSec: UnixSec;
  },
): ReadonlyArray<Game> {
  const startSec = startOf(game.kickoff);
  if (startSec === null || !game.isOpen || nowSec - lastSeenSec > UNSEEN_SEC_MAX) return [];
  const meant = choice === null || choice.certainty === "remote" ? [] : choice.meant;
  if (meant.length > 0 && !meant.some(isCalledOff)) return [];
  return beginningIn(ofPair, { firstSec: startSec + 1, lastSec: startSec + MAKE_UP_SEC_MAX })
    .filter((other) => !meant.includes(other));
}

/** The games to match. */
export interface MatchQuestion {
  readonly league: LeagueCode;
  readonly index: TeamIndex;
  /** Candidate games of the league with any status, including postponed and cancelled ones. */
  readonly games: ReadonlyArray<Game>;
  /**
   * `games` includes all that begin then or later. Listings up to a week after it are not matched,
   * because their game may be missing. Omitted: no game is missing.
   */
  readonly sinceSec?: UnixSec;
  /** The platforms' games of the league. */
  readonly listed: ReadonlyArray<ListedGame>;
  readonly nowSec: UnixSec;
}

/**
 * Returns one match for each platform game, in their order.
 *
 * - `exact`: both teams, with the sides as in the schedule, and the kickoff within 15 minutes.
 * - `high`: both teams through swapped sides, an anchor (a current or previous kickoff within 3
 *   hours, or none given, and no other game of the two nearby), or the number of a doubleheader's
 *   game.
 * - `review`: only one team, or more than one candidate game.
 *
 * A label of another squad is a veto. Names match only if their keys are equal.
 */
export function matchPlatformGames(question: MatchQuestion): ReadonlyArray<Match> {
  const { games, listed } = question;
  const lookup = lookUpGames(games);
  const context = { ...question, lookup };
  return resolveRivals(listed.map((each) => claimOf(each, context)), { games, lookup });
}

interface Context extends MatchQuestion {
  readonly lookup: GameLookup;
}

function claimOf(listed: ListedGame, context: Context): Match {
  const { game: platformGame } = listed;
  const home = findSide(context.index, platformGame.home);
  const away = findSide(context.index, platformGame.away);
  const { link, maybe, why } = home.kind === "one" && away.kind === "one"
    ? judgePair({ listed, home: home.team, away: away.team }, context)
    : judgeUncertain({ platformGame, home, away }, context);
  return { source: platformGame.source, key: platformGame.key, link, maybe, why };
}

interface Sides {
  readonly platformGame: PlatformGame;
  readonly home: SideFound;
  readonly away: SideFound;
}

/** Home side first. */
type BothFound = readonly [home: SideFound, away: SideFound];

type Judgement = Omit<Match, "source" | "key">;

function noLink(why: string, maybe: ReadonlyArray<Game> = []): Judgement {
  return { link: null, maybe: maybe.map(({ id }) => id), why };
}

/** At least one team is not known for certain. */
function judgeUncertain(sides: Sides, context: Context): Judgement {
  const { platformGame, home, away } = sides;
  for (const side of [home, away]) {
    if (side.kind === "another_squad") {
      return noLink(`"${side.label}" is not the side that plays in ${context.league}`);
    }
  }
  if (mayPredateGames(platformGame, context.sinceSec)) return noLink("Its day is too long ago");
  if (home.kind === "unknown" && away.kind === "unknown") {
    return noLink(
      `Knows no team ${labelOf(platformGame.home)} or ${labelOf(platformGame.away)} ` +
        `in ${context.league}`,
      gamesAbout(platformGame, context),
    );
  }
  return judgeInPart(sides, context);
}

/** If neither team is known, any game with this kickoff may be meant. */
function gamesAbout(platformGame: PlatformGame, context: Context): ReadonlyArray<Game> {
  const { kickoff } = platformGame;
  const { all } = context.lookup;
  if (kickoff.kind === "at") return beginningIn(all, spanAround(kickoff.sec, SAME_KICKOFF_SEC_MAX));
  const { span, distanceOf, distanceMax } = nearnessTo(platformGame, context.nowSec);
  return nearestFirst(everBeginningIn(all, span), distanceOf, distanceMax);
}

/** Both teams are known. */
function judgePair(
  { listed, home, away }: {
    readonly listed: ListedGame;
    readonly home: Team;
    readonly away: Team;
  },
  context: Context,
): Judgement {
  const { kickoff } = listed.game;
  const { nowSec } = context;
  const ofPair = context.lookup.ofPair(home.id, away.id);
  const choice = mayPredateGames(listed.game, context.sinceSec)
    ? null
    : chooseGame(ofPair, { kickoff, nowSec });
  const makeUps = possibleMakeUps(ofPair, { listed, choice, nowSec });
  if (choice === null) {
    const why = `The schedule has no game of ${home.name} and ${away.name} near its kickoff`;
    return noLink(why, makeUps);
  }
  const meant = makeUps.length === 0 ? choice.meant : [...new Set([...choice.meant, ...makeUps])];
  if (choice.certainty === "remote") return noLink(choice.why, meant);
  const isSwapped = choice.game.home.id !== home.id;
  const confidence = confidenceOf(choice, isSwapped && LEAGUE_FACTS[context.league].hasHomeSide);
  return {
    link: { gameId: choice.game.id, confidence, isSwapped },
    maybe: meant.slice(1).map(({ id }) => id),
    why: choice.why === "" ? null : choice.why,
  };
}

/** Whether its candidates may be older than the loaded games. */
export function mayPredateGames(
  { kickoff }: Pick<PlatformGame, "kickoff">,
  sinceSec: UnixSec | undefined,
): boolean {
  const startSec = startOf(kickoff);
  return sinceSec !== undefined && startSec !== null && startSec < sinceSec + WEEK_SEC;
}

function confidenceOf({ certainty }: Choice, isSwapped: boolean): Confidence {
  if (certainty === "doubtful") return "review";
  return certainty === "on_time" && !isSwapped ? "exact" : "high";
}

/** At least one side is uncertain: only games near its kickoff may be meant. */
function judgeInPart(sides: Sides, context: Context): Judgement {
  const { platformGame, home, away } = sides;
  const why = whyInPart(sides, context.league);
  const { span, distanceOf, distanceMax } = nearnessTo(platformGame, context.nowSec);
  const candidates = timelinesOf([home, away], context.lookup)
    .flatMap((timeline) => everBeginningIn(timeline, span));
  const near = nearestFirst([...new Set(candidates)], distanceOf, distanceMax);
  const [nearest, ...others] = near;
  const unknown = [home, away].find(({ kind }) => kind === "unknown");
  const contradicts = unknown?.kind === "unknown" && unknown.isAnotherClub;
  if (nearest === undefined || contradicts || (unknown !== undefined && others.length > 0)) {
    return noLink(why, near);
  }
  const isSwapped = !fits(nearest, [home, away]);
  return {
    link: { gameId: nearest.id, confidence: "review", isSwapped },
    maybe: others.map(({ id }) => id),
    why,
  };
}

interface Nearness {
  readonly distanceOf: (game: Game) => number;
  readonly distanceMax: number;
  /** Holds a kickoff of every game within that distance. */
  readonly span: Span;
}

/** Within 3 hours of its kickoff, on the same day, or within a week of now. */
function nearnessTo({ kickoff }: PlatformGame, nowSec: UnixSec): Nearness {
  switch (kickoff.kind) {
    case "at":
      return {
        distanceOf: (game) => secondsFrom(game, kickoff.sec),
        distanceMax: ANCHOR_SEC_MAX,
        span: spanAround(kickoff.sec, ANCHOR_SEC_MAX),
      };
    case "day":
      return {
        distanceOf: (game) => daysFrom(game, kickoff.day),
        distanceMax: 0,
        span: spanOfDays(kickoff.day, 0),
      };
    case "unknown":
      return {
        distanceOf: (game) => Math.abs(game.kickoffSec - nowSec),
        distanceMax: WEEK_SEC,
        span: spanAround(nowSec, WEEK_SEC),
      };
  }
}

/** Games of any pair of teams that the sides may be. */
function timelinesOf([home, away]: BothFound, lookup: GameLookup): ReadonlyArray<Timeline> {
  const [homes, aways] = [teamsOf(home), teamsOf(away)];
  return homes.length === 0 || aways.length === 0
    ? [...homes, ...aways].flatMap((team) => [...lookup.ofTeam(team.id)])
    : homes.flatMap((one) =>
      aways.flatMap((other) => one.id === other.id ? [] : [lookup.ofPair(one.id, other.id)])
    );
}

function fits(game: Game, [home, away]: BothFound): boolean {
  const mayBe = (side: SideFound, team: Team) =>
    side.kind === "unknown" || teamsOf(side).some(({ id }) => id === team.id);
  return mayBe(home, game.home) && mayBe(away, game.away);
}

function whyInPart({ platformGame, home, away }: Sides, league: LeagueCode): string {
  const whyOf = (found: SideFound, side: PlatformSide) =>
    found.kind === "unknown"
      ? [`Knows no team ${labelOf(side)} in ${league}`]
      : found.kind === "several"
      ? [`${labelOf(side)} may be ${found.teams.map(({ name }) => name).join(", ")} or another`]
      : [];
  return [...whyOf(home, platformGame.home), ...whyOf(away, platformGame.away)].join("; ");
}

function labelOf({ names, codes }: PlatformSide): string {
  return `"${names[0] ?? codes[0] ?? ""}"`;
}
