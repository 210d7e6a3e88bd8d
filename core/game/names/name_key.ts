/**
 * The comparison key of a name: its letters and digits, without case, accents and punctuation.
 *
 * @module
 */

import { foldName } from "../../fold_name.ts";

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ħ", "h"],
  ["ı", "i"],
  ["ŋ", "n"],
  ["ə", "e"],
]);

/** Spellings without special letters: `Koeln`, `Malmoe`. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["ø", "oe"],
  ["å", "aa"],
]);

/** Words that known names abbreviate or spell out. */
const ABBREVIATED: ReadonlyArray<readonly [from: string, to: string]> = [
  ["state", "st"],
  ["saint", "st"],
  ["st", "saint"],
];

const PLAIN_LETTER = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "g");
const HAS_DIGRAPH = new RegExp(`[${[...DIGRAPHS.keys()].join("")}]|\\p{M}`, "iu");
const DIGRAPH_LETTER = new RegExp(`[${[...DIGRAPHS.keys()].join("")}]`, "g");

/** Returns the text in lower case without accents, in any script. */
export function plainLetters(text: string): string {
  // Without its marks first: a letter may have both, such as the stroke and the accent of ǿ.
  return foldName(text)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(PLAIN_LETTER, (letter) => PLAIN.get(letter) ?? letter);
}

/** Returns the words of a name in `a-z0-9`. Drops `&` and the word "and". */
export function nameWords(text: string): ReadonlyArray<string> {
  return plainLetters(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && word !== "and");
}

/** Returns the words of a name joined without spaces; empty if it has no Latin letter or digit. */
export function toNameKey(text: string): string {
  return nameWords(text).join("");
}

/**
 * Returns every key under which a known name may appear: `ö` as `o` and as `oe`, `State` as `St`,
 * and `Saint` and `St` for each other.
 */
export function nameKeys(text: string): ReadonlyArray<string> {
  const words = nameWords(text);
  const spellings = [words.join("")];
  if (HAS_DIGRAPH.test(text)) spellings.push(toNameKey(withDigraphs(text)));
  for (const [from, to] of ABBREVIATED) {
    if (words.includes(from)) {
      spellings.push(words.map((word) => word === from ? to : word).join(""));
    }
  }
  return [...new Set(spellings)].filter((key) => key !== "");
}

function withDigraphs(text: string): string {
  return foldName(text)
    .replace(DIGRAPH_LETTER, (letter) => DIGRAPHS.get(letter) ?? letter);
}
