/**
 * The questions of an event's markets, and their results.
 *
 * @module
 */
import { type Sport } from "../../../core/game/mod.ts";
import { type OfferKind } from "../season/season.ts";
import { type ListedGame, type ListedSide } from "./listed_game.ts";

/** A market: its ticker suffix, its question, and its result at a score. */
export interface MarketLine {
  readonly code: string;
  readonly title: string;
  readonly label: string;
  /** The side it is about; undefined if it is about both. */
  readonly side: ListedSide | undefined;
  /** The threshold of the question; undefined if it asks who wins. */
  readonly floor: number | undefined;
  readonly isTrue: (score: Score) => boolean;
}

/** Points in Kalshi's order of sides. */
export interface Score {
  readonly home: number;
  readonly away: number;
}

/** Lines are half a point below these, so that no market ends even. */
const SPREADS: Readonly<Record<Sport, ReadonlyArray<number>>> = {
  football: [3, 7],
  basketball: [4, 9],
  baseball: [2, 3],
  hockey: [2, 3],
  soccer: [2, 3],
  mma: [],
  tennis: [],
};
const TOTALS: Readonly<Record<Sport, ReadonlyArray<number>>> = {
  football: [38, 45, 52],
  basketball: [205, 220, 235],
  baseball: [7, 9, 11],
  hockey: [5, 6, 7],
  soccer: [2, 3, 4],
  mma: [],
  tennis: [],
};

/** Returns the markets of an event of this kind, in order. */
export function marketLines(game: ListedGame, kind: OfferKind): ReadonlyArray<MarketLine> {
  switch (kind) {
    case "winner":
      return winnerLines(game);
    case "spread":
      return game.sides.flatMap((side) =>
        SPREADS[game.sport].map((points) => spreadLine(game, side, points))
      );
    case "total":
      return TOTALS[game.sport].map(totalLine);
    case "props":
      return game.sport === "soccer"
        ? [BOTH_SCORE]
        : game.sides.flatMap((side) =>
          TOTALS[game.sport].map((points) => teamTotalLine(game, side, Math.ceil(points / 2)))
        );
  }
}

function winnerLines({ sides, sport, ...game }: ListedGame): ReadonlyArray<MarketLine> {
  const wins = sides.map((side): MarketLine => ({
    code: side.code,
    title: `${side.name} wins`,
    label: side.name,
    side,
    floor: undefined,
    isTrue: (score) => marginOf(game, side, score) > 0,
  }));
  return sport === "soccer" ? [...wins, TIE] : wins;
}

const TIE: MarketLine = {
  code: "TIE",
  title: "Tie is the result",
  label: "Tie",
  side: undefined,
  floor: undefined,
  isTrue: ({ home, away }) => home === away,
};

const BOTH_SCORE: MarketLine = {
  code: "BTTS",
  title: "Both teams to score",
  label: "Both teams to score",
  side: undefined,
  floor: undefined,
  isTrue: ({ home, away }) => home > 0 && away > 0,
};

function spreadLine(game: ListedGame, side: ListedSide, points: number): MarketLine {
  const label = `${side.name} wins by over ${points - 0.5}`;
  return {
    code: `${side.code}${points}`,
    title: `${label}?`,
    label,
    side,
    floor: points - 0.5,
    isTrue: (score) => marginOf(game, side, score) >= points,
  };
}

function totalLine(points: number): MarketLine {
  const label = `Over ${points - 0.5} scored`;
  return {
    code: String(points),
    title: label,
    label,
    side: undefined,
    floor: points - 0.5,
    isTrue: ({ home, away }) => home + away >= points,
  };
}

function teamTotalLine(game: ListedGame, side: ListedSide, points: number): MarketLine {
  const label = `${side.name} over ${points - 0.5}`;
  return {
    code: `${side.code}${points}`,
    title: label,
    label,
    side,
    floor: points - 0.5,
    isTrue: ({ home, away }) => (side === game.home ? home : away) >= points,
  };
}

function marginOf(
  { home }: Pick<ListedGame, "home">,
  side: ListedSide,
  score: Score,
): number {
  const margin = score.home - score.away;
  return side === home ? margin : -margin;
}
