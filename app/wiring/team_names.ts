/**
 * The names of teams: a list by hand, and openfootball's clubs.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { clubNames } from "../../adapters/openfootball/club_names.ts";
import { KNOWN_NAMES, makeNameTable, type NameTable } from "../../core/game/mod.ts";
import { TeamNames } from "../../core/use_case/game/mod.ts";

/** Provides the table of names that links games. */
export const layerTeamNames = Layer.sync(
  TeamNames,
  () => whenAsked(() => makeNameTable([...KNOWN_NAMES, ...Effect.runSync(clubNames)])),
);

/** Makes a table at the first look-up: nothing is linked before the service answers. */
function whenAsked(make: () => NameTable): NameTable {
  let made: NameTable | undefined;
  const table = () => made ??= make();
  return {
    clubsOf: (league, name) => table().clubsOf(league, name),
    clubsIn: (league) => table().clubsIn(league),
    certainClubsOf: (league, name) => table().certainClubsOf(league, name),
  };
}
