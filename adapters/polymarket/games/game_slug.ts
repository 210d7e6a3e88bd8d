/**
 * Parses slugs of game events: `nfl-ind-kc-2026-09-21`, `...-more-markets`.
 *
 * @module
 */

/** A parsed slug. */
export interface GameSlug {
  /** Everything up to and including the day: the slug of the game's main event. */
  readonly stem: string;
  /** The part after the day, without its dash; empty for a main event. */
  readonly suffix: string;
  /** The codes of the sides as written; empty if they cannot be separated. */
  readonly codes: ReadonlyArray<string>;
}

const SLUG = /^([a-z0-9]+)-([a-z0-9-]+)-\d{4}-\d{2}-\d{2}(?=$|-)/;

/** Parses a slug; undefined for another form. The day in it is unreliable. */
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

/** Whether a suffix, such as `game-2`, marks another game of the same sides and day. */
export function isOtherGame(suffix: string): boolean {
  return /^(g|game-?)?\d{1,2}($|-)/.test(suffix);
}
