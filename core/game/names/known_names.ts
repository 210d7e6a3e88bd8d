/**
 * All team names that are maintained by hand.
 *
 * @module
 */
import { COLLEGE_NAMES } from "./colleges.ts";
import { MLB_NAMES } from "./mlb.ts";
import { MLS_NAMES } from "./mls.ts";
import { type NameEntry } from "./name_table.ts";
import { NATION_NAMES } from "./nations.ts";
import { NBA_NAMES } from "./nba.ts";
import { NFL_NAMES } from "./nfl.ts";
import { NHL_NAMES } from "./nhl.ts";
import { NWSL_NAMES } from "./nwsl.ts";
import { SOCCER_NAMES } from "./soccer.ts";
import { WNBA_NAMES } from "./wnba.ts";

/** Entries for a name table, to add after openfootball's clubs, whose usual names come first. */
export const KNOWN_NAMES: ReadonlyArray<NameEntry> = [
  ...NFL_NAMES,
  ...NBA_NAMES,
  ...WNBA_NAMES,
  ...MLB_NAMES,
  ...NHL_NAMES,
  ...MLS_NAMES,
  ...NWSL_NAMES,
  ...COLLEGE_NAMES,
  ...NATION_NAMES,
  ...SOCCER_NAMES,
];
