/**
 * A failure in words: what failed, what to do, and the request's name for the operator.
 *
 * @module
 */
import type { AnswerFailure } from "../service/answer_failure.ts";

/** The note. `retry` adds a button. */
export function FailureNote({ failure, retry }: {
  readonly failure: AnswerFailure;
  readonly retry?: (() => void) | undefined;
}) {
  const { isOffline, message, hint, requestId } = failure;
  return (
    <div class={isOffline ? "note offline" : "note failed"} role="alert">
      <p>
        <strong>{isOffline ? "Offline: " : ""}{message}</strong>
        {hint === undefined ? null : (
          <>
            <br />
            {hint}
          </>
        )}
      </p>
      {requestId === undefined ? null : (
        <p class="soft">
          Request <code>{requestId}</code>
        </p>
      )}
      {retry === undefined ? null : <button type="button" onClick={retry}>Try again</button>}
    </div>
  );
}
