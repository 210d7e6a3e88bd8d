/**
 * Parses a contest of two sides from a market's description.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { LeagueCode, PlatformKickoff, PlatformSide } from "../../core/game/mod.ts";
import { type Description, parseDescription, parseMinuteStamp } from "../../core/venue2/mod.ts";
import { leagueOf } from "./competition.ts";

/** A contest of a supported league. */
export interface Contest {
  /** The same for every market of the contest. */
  readonly key: string;
  readonly league: LeagueCode;
  readonly title: string;
  readonly kickoff: PlatformKickoff;
  readonly home: PlatformSide;
  readonly away: PlatformSide;
}

/** A contest, an error, or none for a market outside the supported leagues. */
export type ContestReading = Option.Option<Result.Result<Contest, ContestUnread>>;

/** A market of a league that is not a readable game. */
export interface ContestUnread {
  readonly league: LeagueCode;
  readonly why: string;
}

/**
 * Templates of contests, in all versions: `sportsContestWinner`, `sportsContestWinner5` and so on,
 * and `sportsContestResult` for questions. The outcomes of a question have their own templates,
 * which only name the side.
 */
const TEMPLATE = /^template:sportsContest(Winner|Result)\d*$/;

/** Stages with many possible winners: `tournament` was seen, the others mean the same. */
const NO_GAME = /^(tournament|season|league|championship|outright|futures?)$/i;

/** A code as in tickers; longer ones are names. */
const CODE = /^[A-Za-z]{2,4}$/;

/** Whether the market is a contest, by its template name. */
export function isContest(name: string): boolean {
  return TEMPLATE.test(name);
}

/**
 * Parses a contest. The venue names two participants without saying who is at home: the first one
 * counts as home, which deployers of the same game do both ways.
 */
export function readContest(description: string): ContestReading {
  const facts = parseDescription(description);
  return Option.map(
    Option.flatMap(Option.fromNullishOr(facts.get("competition")), leagueOf),
    (league) => Result.mapError(readSides(facts, league), (why) => ({ league, why })),
  );
}

function readSides(facts: Description, league: LeagueCode): Result.Result<Contest, string> {
  const [homeName = "", awayName = ""] = ["A", "B"]
    .map((letter) => facts.get(`participant${letter}`)?.trim());
  if (homeName === "" || awayName === "") return Result.fail("it does not name two participants");
  if (homeName === awayName) return Result.fail("it names one participant twice");
  const stages = [facts.get("contestType"), facts.get("stage")];
  if (stages.some((stage) => stage !== undefined && NO_GAME.test(stage.trim()))) {
    return Result.fail("it is about more than one game");
  }
  const start = Option.flatMap(
    Option.fromNullishOr(facts.get("scheduledStart")),
    parseMinuteStamp,
  );
  return Result.succeed({
    key: [league, homeName, awayName, facts.get("scheduledStart") ?? ""].join("|"),
    league,
    title: `${homeName} vs ${awayName}`,
    kickoff: Option.match(start, {
      onNone: () => ({ kind: "unknown" }),
      onSome: (sec) => ({ kind: "at", sec }),
    }),
    home: sideOf(homeName, facts.get("shortNameA")),
    away: sideOf(awayName, facts.get("shortNameB")),
  });
}

function sideOf(name: string, shortName = ""): PlatformSide {
  const isCode = CODE.test(shortName);
  const isName = !isCode && shortName !== "" && shortName !== name;
  return { names: isName ? [name, shortName] : [name], codes: isCode ? [shortName] : [] };
}
