/**
 * Settles what happens where several games of one platform claim the same game of the schedule.
 *
 * @module
 */
import { type Game } from "../game.ts";
import { CONFIDENCES } from "../link.ts";
import { ALONE_SEC, isNear } from "./choose_game.ts";
import { type Match } from "./match.ts";

const RIVAL = "Another game of the platform is linked to the same game";

/**
 * Lets the surest claim of a platform on a game stand, and sends the others to review: one of them
 * is another game, which the schedule does not have or has elsewhere.
 *
 * Of equally sure claims none stands, but for `exact` ones with no second game of the two teams
 * about: those are one game that the platform lists twice.
 */
export function settleRivals(
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
    const isLonely = game !== undefined &&
      (pairs.get(pairOf(game)) ?? []).every((other) =>
        other === game || !isNear(game, other, ALONE_SEC)
      );
    return settled(claim, { rivals: rivals.filter((rival) => rival !== claim), isLonely });
  });
}

function pairOf({ home, away }: Game): string {
  return [home.id, away.id].toSorted().join(" ");
}

function settled(
  claim: Match,
  { rivals, isLonely }: { readonly rivals: ReadonlyArray<Match>; readonly isLonely: boolean },
): Match {
  const { link } = claim;
  const rank = rankOf(claim);
  const best = Math.min(...rivals.map(rankOf));
  const mayShare = link?.confidence === "exact" && isLonely;
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
