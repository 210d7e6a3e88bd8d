/**
 * Resolves several games of one platform that match the same game of the schedule.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { CONFIDENCES } from "../link.ts";
import { ALONE_SEC, isNear } from "./choose_game.ts";
import { type Match } from "./match.ts";

const RIVAL = "Another game of the platform is linked to the same game";

/**
 * Keeps the most certain claim of a platform on a game and sends the others to review: one of them
 * is another game, which the schedule does not have or has elsewhere.
 *
 * Sends equally certain claims to review, except `exact` ones if the two teams have no second game
 * nearby: the platform then lists one game twice.
 */
export function resolveRivals(
  claims: ReadonlyArray<Match>,
  games: ReadonlyMap<string, Game>,
): ReadonlyArray<Match> {
  const byGame = Map.groupBy(
    claims.filter(({ link }) => link !== null),
    ({ source, link }) => `${source} ${link?.gameId}`,
  );
  const pairs = Map.groupBy(games.values(), pairOf);
  return claims.map((claim) => {
    const rivals = byGame.get(`${claim.source} ${claim.link?.gameId}`) ?? [];
    if (claim.link === null || rivals.length < 2) return claim;
    const game = games.get(claim.link.gameId);
    const isOnlyGameNearby = game !== undefined &&
      (pairs.get(pairOf(game)) ?? []).every((other) =>
        other === game || !isNear(game, other, ALONE_SEC)
      );
    return resolve(claim, { rivals: rivals.filter((rival) => rival !== claim), isOnlyGameNearby });
  });
}

function pairOf({ home, away }: Game): string {
  return [home.id, away.id].toSorted().join(" ");
}

function resolve(
  claim: Match,
  { rivals, isOnlyGameNearby }: {
    readonly rivals: ReadonlyArray<Match>;
    readonly isOnlyGameNearby: boolean;
  },
): Match {
  const { link } = claim;
  const rank = rankOf(claim);
  const best = Math.min(...rivals.map(rankOf));
  const mayShare = link?.confidence === "exact" && isOnlyGameNearby;
  if (link === null || rank < best || (rank === best && mayShare)) return claim;
  return {
    ...claim,
    link: { ...link, confidence: "review" },
    why: claim.why ?? RIVAL,
  };
}

function rankOf({ link }: Match): number {
  return link === null ? CONFIDENCES.length : CONFIDENCES.indexOf(link.confidence);
}
