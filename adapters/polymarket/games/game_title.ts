/**
 * Titles of events about games: `Colts vs. Chiefs`, `Chelsea FC vs. Hull City AFC - More Markets`.
 *
 * @module
 */

/** The two names of a title in its order, or undefined where it names no two sides. */
export function readGameTitle(
  title: string | null | undefined,
): readonly [string, string] | undefined {
  const text = (title ?? "").trim();
  const parts = text.split(/\s+vs?\.?\s+/i);
  const [left, right, ...more] = parts;
  // A question is about a game at most.
  if (left === undefined || right === undefined || more.length > 0 || text.endsWith("?")) {
    return undefined;
  }
  const first = left.split(": ").at(-1)?.trim() ?? "";
  const second = right.replace(CARD, "").split(/: | [-–] /)[0]?.trim() ?? "";
  return first === "" || second === "" || isSameName(first, second) ? undefined : [first, second];
}

/** `(Lightweight, Main Card)`. What stands in brackets alone may be part of the name, as `(W)`. */
const CARD = /\s*\([^()]*,[^()]*\)\s*$/;

/** Whether two names differ in nothing but case. */
export function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
