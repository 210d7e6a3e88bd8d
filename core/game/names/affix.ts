/**
 * Affixes that clubs put before or after their name and others omit.
 *
 * @module
 */
import { nameWords } from "./name_key.ts";

const AFFIXES: ReadonlySet<string> = new Set(
  [
    "fc afc cf sc ac as ss ssc us uc ud cd rcd rc sd ca aj ogc losc sv fsv tsv tsg vfb vfl bsc ssv",
    "spvgg sco club calcio bc bfc fk if bk sk ff cp ec acf afk nk kv krc rsc kaa pfc",
  ].flatMap((line) => line.split(" ")),
);

function isAffix(word: string): boolean {
  return AFFIXES.has(word) || /^\d+$/.test(word);
}

/**
 * Returns the key of a club's name without affixes and numbers at either end: `koln` for
 * `1. FC Köln`. Empty if nothing else remains, or if there was nothing to remove.
 */
export function keyWithoutAffixes(name: string): string {
  const words = nameWords(name);
  let from = 0;
  let to = words.length;
  while (from < to && isAffix(words[from] ?? "")) from++;
  while (to > from && isAffix(words[to - 1] ?? "")) to--;
  return to - from === words.length ? "" : words.slice(from, to).join("");
}
