/**
 * Reads the names of soccer clubs from the files of openfootball, which come with the service.
 *
 * @module
 */
import { Effect } from "effect";
import { type NameEntry } from "../../core/game/mod.ts";
import * as clubTexts from "./club_texts.ts";

/** The clubs of all countries, one entry per club, from the files in `clubs/`. */
export const clubNames: Effect.Effect<ReadonlyArray<NameEntry>> = Effect.sync(() =>
  Object.entries(clubTexts).flatMap(([country, text]) => parseClubNames(text, { country }))
);

/**
 * Parses one country's file.
 *
 * A line without indentation is a club: its name up to a comma, then year, ground and city.
 * Indented lines that begin with `|` are its other names, some with a language in brackets; other
 * indented lines are addresses. `#` begins a comment, `=` a heading, `ii)` a reserve side. Omits
 * reserves and dissolved clubs, `(1893-1928)`, whose names other clubs may have today.
 */
export function parseClubNames(
  text: string,
  { country }: { readonly country: string },
): ReadonlyArray<NameEntry> {
  const clubs: Array<{ readonly names: string[]; readonly isListed: boolean }> = [];
  for (const line of text.split(/\r?\n/)) {
    const content = line.replace(/#.*$/, "").trimEnd();
    if (content === "" || content.startsWith("=")) continue;
    if (!/^\s/.test(content)) clubs.push(readClub(content));
    else if (/^\s+\|/.test(content)) clubs.at(-1)?.names.push(...readNames(content));
  }
  return clubs.filter(({ isListed, names }) => isListed && names.length > 0)
    .map(({ names }) => ({ scope: { country }, names: [...new Set(names)] }));
}

function readClub(content: string): { readonly names: string[]; readonly isListed: boolean } {
  const [heading = "", ...others] = content.split("|");
  const [name = ""] = heading.split(",");
  const isReserve = /^[a-z]+\)/.test(name);
  const isOver = /\((\d{4})? ?[-–] ?\d{4}\)/.test(name);
  const usual = name.replace(/\((\d{4})? ?[-–] ?(\d{4})?\)/, "");
  return { names: [usual, ...others].flatMap(readNames), isListed: !isReserve && !isOver };
}

function readNames(text: string): ReadonlyArray<string> {
  return text.split("|")
    .map((name) => name.replace(/\[[a-z]{2}\]/g, "").replace(/\s+/g, " ").trim())
    .filter((name) => name !== "");
}
