/**
 * The line of the log about a job that could not run.
 *
 * @module
 */
import { Cause, Effect, Option } from "effect";

/** Logs the reason of a failure; of a defect, which has none, all that is known of it. */
export function logJobFailure(job: string, cause: Cause.Cause<Error>): Effect.Effect<void> {
  const message = `Cannot run the job ${job}`;
  return Option.match(Cause.findErrorOption(cause), {
    onNone: () => Effect.logWarning(message, cause),
    onSome: ({ message: reason }) => Effect.annotateLogs(Effect.logWarning(message), { reason }),
  });
}
