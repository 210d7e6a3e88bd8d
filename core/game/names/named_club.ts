/**
 * Entries for clubs whose names are listed in full.
 *
 * @module
 */
import { type NameEntry, type NameScope } from "./name_table.ts";

/** A club with all its names. */
export interface NamedClub {
  /** The usual one first. */
  readonly names: ReadonlyArray<string>;
  /** Separated by spaces. */
  readonly codes?: string;
}

/** Returns the entries of clubs in one scope. */
export function namedClubs(
  scope: NameScope,
  clubs: ReadonlyArray<NamedClub>,
): ReadonlyArray<NameEntry> {
  return clubs.map(({ names, codes = "" }) => ({
    scope,
    names,
    codes: codes.split(" ").filter((code) => code !== ""),
  }));
}
