/**
 * Port: a journal of targets that are told and not stored yet, for the case that the process ends
 * meanwhile.
 *
 * @module
 */
import { Context, Effect, Result } from "effect";
import type { IdentifiedTarget } from "./target_store.ts";

/**
 * Keeps targets with their evidence outside of the store.
 *
 * What is appended outlives the process as soon as the call returns, though not the machine: nobody
 * waits for a disk. A failure says why, in the words of the system.
 */
export interface TargetJournalService {
  /** Returns what earlier runs of the service left. What cannot be read is logged. */
  readonly load: Effect.Effect<ReadonlyArray<IdentifiedTarget>>;
  readonly append: (found: ReadonlyArray<IdentifiedTarget>) => Result.Result<void, unknown>;
  /** Forgets everything, also what was loaded: it is stored. */
  readonly clear: () => Result.Result<void, unknown>;
}

/** The journal in use. Default: none, so that nothing outlives a run. */
export const TargetJournal = Context.Reference<TargetJournalService>("core/port/TargetJournal", {
  defaultValue: () => ({
    load: Effect.succeed([]),
    append: () => Result.void,
    clear: () => Result.void,
  }),
});
