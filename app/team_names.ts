/**
 * The names of teams: a list by hand, and openfootball's clubs.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { clubNames } from "../adapters/openfootball/club_names.ts";
import { KNOWN_NAMES, makeNameTable } from "../core/game/mod.ts";
import { TeamNames } from "../core/use_case/mod.ts";

/** Provides the table of names that links games. */
export const layerTeamNames = Layer.effect(
  TeamNames,
  Effect.map(clubNames, (clubs) => makeNameTable([...KNOWN_NAMES, ...clubs])),
);
