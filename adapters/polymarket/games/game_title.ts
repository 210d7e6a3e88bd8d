/**
 * Parses titles of game events: `Colts vs. Chiefs`, `Chelsea FC vs. Hull City AFC - More Markets`.
 *
 * @module
 */
import { foldName } from "../../../core/fold_name.ts";

/** Returns the two names of a title, in its order; undefined if it does not name two sides. */
export function readGameTitle(
  title: string | null | undefined,
): readonly [string, string] | undefined {
  const text = (title ?? "").trim();
  const parts = text.split(/\s+vs?\.?\s+/i);
  const [left, right, ...more] = parts;
  // A question may mention a game, but is not the game.
  if (left === undefined || right === undefined || more.length > 0 || text.endsWith("?")) {
    return undefined;
  }
  const first = left.split(": ").at(-1)?.trim() ?? "";
  const second = right.replace(CARD, "").split(/: | [-–] /)[0]?.trim() ?? "";
  return first === "" || second === "" || isSameName(first, second) ? undefined : [first, second];
}

/** `(Lightweight, Main Card)`. Brackets without a comma may be part of the name, as `(W)`. */
const CARD = /\s*\([^()]*,[^()]*\)\s*$/;

/** Whether two names are equal, whatever their case and Unicode form. */
export function isSameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}
