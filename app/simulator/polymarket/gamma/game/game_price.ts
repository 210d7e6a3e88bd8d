/**
 * The fair price of a bet on a game at an instant: the price that the venue publishes, and the
 * centre of its order book.
 *
 * @module
 */
import { LEAGUE_FACTS, type Sport } from "../../../../../core/game/mod.ts";
import { chanceOf } from "../../venue/outcome_price.ts";
import { hash32, signedUnit, streamOf } from "../../../world/hash.ts";
import { type BetSubject, type GameMarketView } from "./game_bet.ts";
import { type GameListing, isVoid, shownMoment, sidesOf } from "./game_listing.ts";

/**
 * Returns the price of the first outcome, from 0 to 1, in USDC; the second's is 1 minus that. It
 * follows the score, equals the payout once the game is over, and is a half without a game.
 */
export function gameFair(
  seed: number,
  { listing, bet, marketIndex, nowSec }: GameMarketView,
): number {
  const { game } = listing.offer;
  const { phase } = shownMoment(listing);
  if (isVoid(listing) || phase === "cancelled") return 0.5;
  if (phase === "final") return bet.worth;
  const stream = hash32(streamOf(seed, "venue game price"), game.number);
  const left = phase === "playing" || phase === "break" ? partLeft(listing, nowSec) : 1;
  return fairOf(bet.subject, { listing, left, wander: wanderer({ stream, nowSec }), marketIndex });
}

/** The length of a game, and the typical final margin of its sides. */
const USUAL: Readonly<Record<Sport, readonly [lengthSec: number, apart: number]>> = {
  football: [11_400, 13],
  basketball: [8_400, 12],
  baseball: [10_500, 4],
  hockey: [9_300, 2.4],
  soccer: [6_900, 1.7],
  mma: [3_600, 1],
  tennis: [7_200, 1],
};
/** The least remaining part: a game that runs long is close to its end, but never at it. */
const LEFT_MIN = 0.02;
/** One side's advantage, and how far its estimate moves, in units of the typical margin. */
const EDGE = 0.8;
const MOVE = 0.2;
/** Length of the intervals at whose ends estimates are drawn; they move linearly in between. */
const KNOT_SEC = 900;

/** From -1 to 1: a constant part, and a slowly moving part. */
interface Wander {
  fixed(index: number): number;
  moving(index: number): number;
}

function wanderer(
  { stream, nowSec }: { readonly stream: number; readonly nowSec: number },
): Wander {
  const knot = Math.floor(nowSec / KNOT_SEC);
  return {
    fixed: (index) => signedUnit(hash32(hash32(stream, -1), index)),
    moving(index) {
      const own = hash32(stream, index);
      const [from, to] = [signedUnit(hash32(own, knot)), signedUnit(hash32(own, knot + 1))];
      return from + (to - from) * (nowSec / KNOT_SEC - knot);
    },
  };
}

function partLeft({ offer: { game } }: GameListing, nowSec: number): number {
  const [lengthSec] = USUAL[LEAGUE_FACTS[game.league].sport];
  return Math.max(LEFT_MIN, 1 - (nowSec - game.kickoffSec) / lengthSec);
}

function fairOf(
  subject: BetSubject,
  { listing, left, wander, marketIndex }: {
    readonly listing: GameListing;
    readonly left: number;
    readonly wander: Wander;
    readonly marketIndex: number;
  },
): number {
  const { home, away } = sidesOf(listing.offer);
  const [, apart] = USUAL[LEAGUE_FACTS[listing.offer.game.league].sport];
  const chance = (ahead: number) => chanceOf(ahead / (apart * Math.sqrt(left)));
  const edge = (EDGE * wander.fixed(0) + MOVE * wander.moving(0)) * apart * left;
  const homeAhead = home.score - away.score + edge;
  switch (subject.kind) {
    case "lead":
      return chance((subject.side === "home" ? homeAhead : -homeAhead) + subject.line);
    case "draw":
      return chance(homeAhead + 0.5) - chance(homeAhead - 0.5);
    case "total": {
      const toCome = (subject.line + MOVE * wander.moving(1) * apart) * left;
      return chance(home.score + away.score + toCome - subject.line);
    }
    case "other":
      // A separate, unrelated draw decides the result.
      return 0.5 + 0.2 * wander.fixed(2 + marketIndex) + 0.1 * wander.moving(2 + marketIndex);
  }
}
