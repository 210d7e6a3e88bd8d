/**
 * Names of clubs that are written out one by one.
 *
 * @module
 */
import { type NameEntry, type NameScope } from "./name_table.ts";

/** A club by all its names. */
export interface NamedClub {
  /** The usual one first. */
  readonly names: ReadonlyArray<string>;
  /** Separated by spaces. */
  readonly codes?: string;
}

/** Entries of one scope. */
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
