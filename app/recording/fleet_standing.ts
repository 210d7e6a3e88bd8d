/**
 * How the recording of a replica stands, for its status.
 *
 * @module
 */
import { Context } from "effect";
import type { RecordingReport } from "../../core/port/recording.ts";

/** What a recorder tells while it runs. */
interface Running {
  readonly report: () => RecordingReport | undefined;
}

/** How the recording of a replica stands: its recorder, while it has one. */
export class Standing {
  #recorder: Running | undefined;
  #last: RecordingReport = {
    state: "standing_by",
    bytes: 0,
    kept: 0,
    dropped: 0,
    failure: undefined,
    lastMs: 0,
  };

  /** Returns how far the recorder is, or was when it ended. */
  readonly report = (): RecordingReport => {
    const now = this.#recorder?.report();
    if (now !== undefined) this.#last = now;
    return now ?? { ...this.#last, state: "standing_by" };
  };

  begin(recorder: Running): void {
    this.#recorder = recorder;
  }

  end(): void {
    this.report();
    this.#recorder = undefined;
  }

  /** Returns whether it is news that, and why, a recorder could not begin. */
  fail(cause: unknown): boolean {
    const failure = cause instanceof Error ? cause.message : String(cause);
    const isNew = this.#last.failure !== failure;
    this.#last = { ...this.#last, failure };
    return isNew;
  }
}

/** That of this replica; undefined of a process that is no part of a fleet, or does not record. */
export const FleetStanding = Context.Reference<Standing | undefined>(
  "app/recording/FleetStanding",
  { defaultValue: () => undefined },
);
