/**
 * Names of teams besides those of their schedule.
 *
 * @module
 */
import { Context } from "effect";
import { KNOWN_NAMES, makeNameTable, type NameTable } from "../../game/mod.ts";

/** The current name table. The default has the names that are maintained by hand. */
export const TeamNames = Context.Reference<NameTable>("core/use_case/TeamNames", {
  defaultValue: () => makeNameTable(KNOWN_NAMES),
});
