/**
 * Parses the two sides that a title names.
 *
 * @module
 */
import { Option } from "effect";

/** Both sides in title order. */
export interface TitleSides {
  readonly first: string;
  readonly second: string;
  /** `at`: the second one plays at home. `vs` does not say. */
  readonly link: "at" | "vs";
}

const LINK = /\s+(at|vs\.?|v\.?|@)\s+/gi;

/**
 * Parses `Boston vs Detroit`, `Boston at Detroit`, and the same after `Game 5: ` or before
 * `: Total Points`. None if a title does not link exactly two sides.
 */
export function parseTitle(title: string): Option.Option<TitleSides> {
  const found = title.split(/:\s+|:$/).flatMap((part) => {
    const names = part.split(LINK).map((name) => name.trim());
    const [first = "", link = "", second = ""] = names;
    return names.length === 3 && first !== "" && second !== "" ? [{ first, link, second }] : [];
  });
  const [sides] = found;
  if (sides === undefined || found.length > 1) return Option.none();
  const { first, second } = sides;
  return Option.some({ first, second, link: /^(at|@)$/i.test(sides.link) ? "at" : "vs" });
}
