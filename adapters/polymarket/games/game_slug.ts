/**
 * Slugs of events about games: `nfl-ind-kc-2026-09-21`, `...-more-markets`.
 *
 * @module
 */

/** A slug, taken apart. */
export interface GameSlug {
  /** Up to and with the day: the slug of the game's main event. */
  readonly stem: string;
  /** What follows the day, without its dash; empty in a main event. */
  readonly suffix: string;
  /** The codes of the sides as they are written; empty where they cannot be told apart. */
  readonly codes: ReadonlyArray<string>;
}

const SLUG = /^([a-z0-9]+)-([a-z0-9-]+)-\d{4}-\d{2}-\d{2}(?=$|-)/;

/** Takes it apart; undefined for a slug of another form. The day in it is not to be trusted. */
export function readGameSlug(slug: string | null | undefined): GameSlug | undefined {
  const [stem, , sides = ""] = SLUG.exec(slug ?? "") ?? [];
  if (stem === undefined || slug === null || slug === undefined) return undefined;
  const codes = sides.split("-");
  return {
    stem,
    suffix: slug.slice(stem.length + 1),
    codes: codes.length === 2 ? codes : [],
  };
}

/** Whether a suffix is of another game of the same sides and day, as `game-2` is. */
export function isOtherGame(suffix: string): boolean {
  return /^(g|game-?)?\d{1,2}($|-)/.test(suffix);
}
