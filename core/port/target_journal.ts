/**
 * Port: a journal of targets that wait for the store, for the case that the process ends meanwhile.
 *
 * @module
 */
import { Context, Effect } from "effect";
import type { IdentifiedTarget } from "./target_store.ts";

/** Keeps targets with their evidence outside of the store. Never fails: trouble is logged. */
export interface TargetJournalService {
  /** Returns what an earlier run of the service left. */
  readonly load: Effect.Effect<ReadonlyArray<IdentifiedTarget>>;
  readonly append: (found: ReadonlyArray<IdentifiedTarget>) => Effect.Effect<void>;
  /** Forgets everything: it is stored. */
  readonly clear: Effect.Effect<void>;
}

/** The journal in use. Default: none, so that nothing outlives a run. */
export const TargetJournal = Context.Reference<TargetJournalService>("core/port/TargetJournal", {
  defaultValue: () => ({
    load: Effect.succeed([]),
    append: () => Effect.void,
    clear: Effect.void,
  }),
});
