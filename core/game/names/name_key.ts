/**
 * What is compared of a name: its letters and digits, without case, accents and punctuation.
 *
 * @module
 */

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
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

/** How these are written where the keyboard has no such letter: `Koeln`, `Malmoe`. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["ø", "oe"],
  ["å", "aa"],
]);

/** Words that are written in full or not, in names that we know. */
const ABBREVIATED: ReadonlyArray<readonly [from: string, to: string]> = [
  ["state", "st"],
  ["saint", "st"],
  ["st", "saint"],
];

const PLAIN_LETTER = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "g");
const HAS_DIGRAPH = new RegExp(`[${[...DIGRAPHS.keys()].join("")}]|\\p{M}`, "iu");
const DIGRAPH_LETTER = new RegExp(`[${[...DIGRAPHS.keys()].join("")}]`, "g");

/** Small letters without marks, those of other scripts as well. */
export function plainLetters(text: string): string {
  return text.toLowerCase()
    .replace(PLAIN_LETTER, (letter) => PLAIN.get(letter) ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
}

/** The words of a name in `a-z0-9`. An `&` and the word "and" are the same, and are no word. */
export function nameWords(text: string): ReadonlyArray<string> {
  return plainLetters(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && word !== "and");
}

/** The words of a name run together; empty where no letter of it is Latin. */
export function toNameKey(text: string): string {
  return nameWords(text).join("");
}

/**
 * Every key that a name we know may be met under: with `ö` as `o` and as `oe`, `State` as `St`,
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
  return text.normalize("NFC").toLowerCase()
    .replace(DIGRAPH_LETTER, (letter) => DIGRAPHS.get(letter) ?? letter);
}
