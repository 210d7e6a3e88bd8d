/**
 * What teams are called, beyond what their spine calls them.
 *
 * @module
 */
import { Context } from "effect";
import { KNOWN_NAMES, makeNameTable, type NameTable } from "../game/mod.ts";

/** The table in force; by default it knows the leagues whose teams are listed by hand. */
export const TeamNames = Context.Reference<NameTable>("core/use_case/TeamNames", {
  defaultValue: () => makeNameTable(KNOWN_NAMES),
});
