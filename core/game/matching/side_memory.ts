/**
 * Remembers which teams sides were found to be: platforms repeat the same labels thousands of
 * times.
 *
 * @module
 */
import { type PlatformSide } from "../platform_game.ts";
import { type SideFound } from "./side_found.ts";

/** Bounds memory against invented labels: above this number of sides all are forgotten. */
const SIDES_MAX = 20_000;

/** What was found, by the names and codes of a side. */
export interface SideMemory {
  readonly get: (side: PlatformSide) => SideFound | undefined;
  readonly set: (side: PlatformSide, found: SideFound) => void;
}

/**
 * Makes an empty memory.
 *
 * It is a map of maps, because most sides have one name and one code, and those are keys as they
 * are: a joined key would be built and hashed for each look-up.
 */
export function makeSideMemory(): SideMemory {
  const byNames = new Map<string, Map<string, SideFound>>();
  let sides = 0;
  return {
    get: ({ names, codes }) => byNames.get(keyOf(names))?.get(keyOf(codes)),
    set: ({ names, codes }, found) => {
      if (sides >= SIDES_MAX) {
        byNames.clear();
        sides = 0;
      }
      const key = keyOf(names);
      const byCodes = byNames.get(key) ?? new Map<string, SideFound>();
      byNames.set(key, byCodes.set(keyOf(codes), found));
      sides += 1;
    },
  };
}

function keyOf(words: ReadonlyArray<string>): string {
  const only = words[0];
  return only !== undefined && words.length === 1 ? only : words.join("\n");
}
