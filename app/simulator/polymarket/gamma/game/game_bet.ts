/**
 * The bets on a game: the question of each market, and its result.
 *
 * @module
 */
import { LEAGUE_FACTS, type Sport } from "../../../../../core/game/mod.ts";
import { hash32, streamOf, unit } from "../../../world/hash.ts";
import { type GameListing, inTitleOrder, type ListedSide, sidesOf } from "./game_listing.ts";
import { calledIn, easternText, gameTitle, isSoccer } from "./game_text.ts";

/** The subject of a bet's first outcome. */
export type BetSubject =
  /** A side, in the venue's order, leads by more than `-line` points. */
  | { readonly kind: "lead"; readonly side: "home" | "away"; readonly line: number }
  | { readonly kind: "draw" }
  /** Both sides together have more than `line` points. */
  | { readonly kind: "total"; readonly line: number }
  /** Something that the score does not show. */
  | { readonly kind: "other" };

/** A market of a game: its texts and its subject. */
export interface GameBet {
  readonly type: "moneyline" | "spreads" | "totals" | "child_moneyline" | "player_props";
  readonly question: string;
  readonly outcomes: readonly [string, string];
  /** Its slug after the stem, with a leading dash. */
  readonly slugEnd: string;
  readonly line?: number;
  /** The text that distinguishes it within a neg-risk event. */
  readonly answer?: string;
  readonly subject: BetSubject;
  /** Returns the value of the first outcome after the game: 1, 0, or 0.5 if nobody won. */
  readonly worth: number;
}

/** A bet with its index among the event's markets, at an instant in unix seconds. */
export interface GameMarketView {
  readonly listing: GameListing;
  readonly bet: GameBet;
  readonly marketIndex: number;
  readonly nowSec: number;
}

/** Returns the bets of an event, in the order of its markets. */
export function betsOf(seed: number, listing: GameListing): ReadonlyArray<GameBet> {
  const { kinds } = listing.offer;
  const isDrawable = isSoccer(listing.sport);
  const lines = linesOf(seed, listing);
  const spread = kinds.includes("spread") ? [spreadBet(listing, lines.spread)] : [];
  const total = kinds.includes("total") ? [totalBet(listing, lines.total)] : [];
  switch (listing.part) {
    case "main":
      return isDrawable ? threeWayBets(listing) : [winnerBet(listing), ...spread, ...total];
    case "more-markets":
      return isDrawable ? [...spread, ...total] : [halfBet(listing, lines.chance)];
    case "player-props":
      return inTitleOrder(listing).map((side, at) =>
        propBet(listing, { side, isTrue: (lines.chance * 100 + at) % 2 < 1 })
      );
  }
}

const YES_NO = ["Yes", "No"] as const;

function winnerBet(listing: GameListing): GameBet {
  const [first, second] = inTitleOrder(listing);
  return {
    type: "moneyline",
    question: gameTitle(listing),
    outcomes: [calledIn(listing.sport, first), calledIn(listing.sport, second)],
    slugEnd: "",
    subject: { kind: "lead", side: first.isHome ? "home" : "away", line: 0 },
    worth: first.score === second.score ? 0.5 : Number(first.score > second.score),
  };
}

function threeWayBets(listing: GameListing): ReadonlyArray<GameBet> {
  const { home, away } = sidesOf(listing.offer);
  const day = easternText(listing.startSec);
  const wins = (side: ListedSide, other: ListedSide): GameBet => ({
    type: "moneyline",
    question: `Will ${side.name} win on ${day}?`,
    outcomes: YES_NO,
    slugEnd: `-${side.code.toLowerCase()}`,
    answer: side.name,
    subject: { kind: "lead", side: side.isHome ? "home" : "away", line: -0.5 },
    worth: Number(side.score > other.score),
  });
  const title = gameTitle(listing);
  const draw: GameBet = {
    type: "moneyline",
    question: `Will ${title} end in a draw?`,
    outcomes: YES_NO,
    slugEnd: "-draw",
    answer: `Draw (${title})`,
    subject: { kind: "draw" },
    worth: Number(home.score === away.score),
  };
  return [wins(home, away), draw, wins(away, home)];
}

function spreadBet(listing: GameListing, line: number): GameBet {
  const { home, away } = sidesOf(listing.offer);
  const [one, other] = [calledIn(listing.sport, home), calledIn(listing.sport, away)];
  return {
    type: "spreads",
    question: `Spread: ${one} (${line})`,
    outcomes: [one, other],
    slugEnd: `-spread-home-${lineText(line)}`,
    line,
    subject: { kind: "lead", side: "home", line },
    worth: Number(home.score + line > away.score),
  };
}

function totalBet(listing: GameListing, line: number): GameBet {
  const { home, away } = sidesOf(listing.offer);
  return {
    type: "totals",
    question: `${gameTitle({ ...listing, part: "main" })}: O/U ${line}`,
    outcomes: ["Over", "Under"],
    slugEnd: `-total-${lineText(line)}`,
    line,
    subject: { kind: "total", line },
    worth: Number(home.score + away.score > line),
  };
}

function halfBet(listing: GameListing, chance: number): GameBet {
  const [first, second] = inTitleOrder(listing).map((side) => calledIn(listing.sport, side));
  return {
    type: "child_moneyline",
    question: `${gameTitle({ ...listing, part: "main" })}: 1H Moneyline`,
    outcomes: [first ?? "", second ?? ""],
    slugEnd: "-1h-moneyline",
    subject: { kind: "other" },
    worth: Number(chance < 0.5),
  };
}

function propBet(
  { sport }: GameListing,
  { side, isTrue }: { readonly side: ListedSide; readonly isTrue: boolean },
): GameBet {
  return {
    type: "player_props",
    question: `Will a player of ${calledIn(sport, side)} score first?`,
    outcomes: YES_NO,
    slugEnd: `-${side.code.toLowerCase()}-first-score`,
    subject: { kind: "other" },
    worth: Number(isTrue),
  };
}

/** Typical values of the sport: the margin and the total score. */
const USUAL: Readonly<Record<Sport, readonly [spread: number, total: number]>> = {
  football: [13, 47],
  basketball: [14, 224],
  baseball: [2, 8],
  hockey: [2, 6],
  soccer: [2, 3],
  mma: [1, 2],
  tennis: [2, 3],
};

function linesOf(seed: number, { offer: { game } }: GameListing) {
  const draw = hash32(streamOf(seed, "venue game lines"), game.number >>> 0);
  const [spread, total] = USUAL[LEAGUE_FACTS[game.league].sport];
  return {
    spread: 0.5 - 1 - Math.floor(unit(hash32(draw, 0)) * spread),
    total: Math.max(1, total + Math.floor((unit(hash32(draw, 1)) - 0.5) * total * 0.2)) + 0.5,
    chance: unit(hash32(draw, 2)),
  };
}

/** Returns `6pt5`, without the sign. */
function lineText(line: number): string {
  return String(Math.abs(line)).replace(".", "pt");
}
