/**
 * Resolves several games of one platform that match the same game of the schedule.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { CONFIDENCES, type Link } from "../link.ts";
import { type PlatformCode } from "../platform.ts";
import { ALONE_SEC } from "./choose_game.ts";
import { type GameLookup } from "./game_lookup.ts";
import { kickoffsOf } from "./kickoff_distance.ts";
import { type Match } from "./match.ts";
import { everBeginningIn, spanAround } from "./timeline.ts";

const RIVAL = "Another game of the platform is linked to the same game";

/**
 * Keeps the most certain claim of a platform on a game and sends the others to review: one of them
 * is another game, which the schedule does not have or has elsewhere.
 *
 * Sends equally certain claims to review, except `exact` ones if the two teams have no second game
 * nearby: the platform then lists one game twice.
 */
export function resolveRivals(
  matches: ReadonlyArray<Match>,
  { games, lookup }: { readonly games: ReadonlyArray<Game>; readonly lookup: GameLookup },
): ReadonlyArray<Match> {
  const contests = contestsOf(matches);
  if (contests.length === 0) return matches;
  const contested = new Set(contests.map(([{ link }]) => link.gameId));
  const alone = new Set(
    games.filter((game) => contested.has(game.id) && isOnlyGameNearby(game, lookup))
      .map(({ id }) => id),
  );
  const doubted = new Set(contests.flatMap((rivals) => doubtedOf(rivals, alone)));
  return matches.map((match) => isClaim(match) && doubted.has(match) ? toReview(match) : match);
}

/** A match with a link. */
interface Claim extends Match {
  readonly link: Link;
}

function isClaim(match: Match): match is Claim {
  return match.link !== null;
}

/** Several claims of a platform on one game. */
type Contest = [first: Claim, second: Claim, ...others: Claim[]];

/** Platforms list most games once, so a contest is only made for the second claim on a game. */
function contestsOf(matches: ReadonlyArray<Match>): ReadonlyArray<Contest> {
  const firstClaims = new Map<PlatformCode, Map<string, Claim>>();
  const contests = new Map<Claim, Contest>();
  for (const match of matches) {
    if (!isClaim(match)) continue;
    const ofPlatform = firstClaims.get(match.source) ?? new Map<string, Claim>();
    const first = ofPlatform.get(match.link.gameId);
    const contest = first === undefined ? undefined : contests.get(first);
    if (contest !== undefined) contest.push(match);
    else if (first !== undefined) contests.set(first, [first, match]);
    else firstClaims.set(match.source, ofPlatform.set(match.link.gameId, match));
  }
  return [...contests.values()];
}

/** Whether no kickoff of another game of its teams lies near any of its own. */
function isOnlyGameNearby(game: Game, lookup: GameLookup): boolean {
  const ofPair = lookup.ofPair(game.home.id, game.away.id);
  return kickoffsOf(game).every((sec) =>
    everBeginningIn(ofPair, spanAround(sec, ALONE_SEC)).every((other) => other === game)
  );
}

/** The rivals that another one keeps from the game. */
function doubtedOf(rivals: Contest, alone: ReadonlySet<string>): ReadonlyArray<Claim> {
  const best = rivals.map(rankOf).reduce((one, other) => Math.min(one, other));
  const [leader, second] = rivals.filter((rival) => rankOf(rival) === best);
  const mayShare = leader?.link.confidence === "exact" && alone.has(leader.link.gameId);
  return second === undefined || mayShare
    ? rivals.filter((rival) => rankOf(rival) !== best)
    : rivals;
}

function toReview(claim: Claim): Match {
  const { link, why } = claim;
  return { ...claim, link: { ...link, confidence: "review" }, why: why ?? RIVAL };
}

function rankOf({ link }: Claim): number {
  return CONFIDENCES.indexOf(link.confidence);
}
