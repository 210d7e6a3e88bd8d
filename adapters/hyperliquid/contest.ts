/**
 * A contest of two sides, from the description of a market.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { LeagueCode, PlatformKickoff, PlatformSide } from "../../core/game/mod.ts";
import { type Description, parseDescription, parseMinuteStamp } from "../../core/venue2/mod.ts";
import { leagueOf } from "./competition.ts";

/** A contest of a league that we list. */
export interface Contest {
  /** The same for every market of it. */
  readonly key: string;
  readonly league: LeagueCode;
  readonly title: string;
  readonly kickoff: PlatformKickoff;
  readonly home: PlatformSide;
  readonly away: PlatformSide;
}

/** A contest; what is wrong with one; or none, where it is of no league that we list. */
export type ContestReading = Option.Option<Result.Result<Contest, ContestUnread>>;

/** A market that is of a league and yet of no game. */
export interface ContestUnread {
  readonly league: LeagueCode;
  readonly why: string;
}

/**
 * Templates of contests, in all their versions: `sportsContestWinner` and on to
 * `sportsContestWinner5` and later, and `sportsContestResult` for questions. The outcomes of a
 * question have templates of their own, and say only whose they are.
 */
const TEMPLATE = /^template:sportsContest(Winner|Result)\d*$/;

/** Two of many who may win it stand in these: `tournament` was seen, the others mean the same. */
const NO_GAME = /^(tournament|season|league|championship|outright|futures?)$/i;

/** A tag as it stands in tickers; longer ones are names. */
const CODE = /^[A-Za-z]{2,4}$/;

/** Whether it is a market of a contest, by the name of its template. */
export function isContest(name: string): boolean {
  return TEMPLATE.test(name);
}

/**
 * Reads a contest. The venue names two participants and does not say who is at home: the first is
 * taken for the home side, which deployers of one game do in both ways.
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
