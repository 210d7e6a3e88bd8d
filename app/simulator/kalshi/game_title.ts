/**
 * Kalshi's titles for games.
 *
 * @module
 */
import { type OfferKind } from "../season/season.ts";
import { type ListedGame, type ListedSide } from "./listed_game.ts";

/** Returns `IND Colts` in football, and the label alone elsewhere. */
function sideTitle({ offer }: ListedGame, { name, code, team }: ListedSide): string {
  const isByLocation = name.split(" ")[0] === team.location.split(" ")[0];
  return offer.game.league === "nfl" && isByLocation ? `${code} ${team.nickname}` : name;
}

const KIND_TITLES: Readonly<Record<OfferKind, string>> = {
  winner: "",
  spread: ": Spread",
  total: ": Totals",
  props: ": Team Totals",
};

/** Returns an event's title: `Boston vs Detroit`, `Boston vs Detroit: Spread`. */
export function eventTitle(game: ListedGame, kind: OfferKind): string {
  return game.sides.map((side) => sideTitle(game, side)).join(" vs ") + KIND_TITLES[kind];
}

/** Every ninth basketball game has a series number in its title, as in the finals. */
const SERIES_EVERY = 9;

/** Returns a milestone's title: `Boston at Detroit`, `Game 5: New York at San Antonio`. */
export function milestoneTitle(game: ListedGame): string {
  const { offer: { game: { league, number } }, sport } = game;
  const isOfSeries = league === "nba" && number % SERIES_EVERY === 0;
  const prefix = isOfSeries ? `Game ${1 + number % 7}: ` : "";
  const names = game.sides.map((side) => sideTitle(game, side));
  return prefix + names.join(sport === "soccer" ? " vs " : " at ");
}
