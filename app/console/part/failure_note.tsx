/**
 * A failure in words: what failed, what to do, and the request's name for the operator.
 *
 * @module
 */
import type { AnswerFailure } from "../service/answer_failure.ts";

/** The note; nothing without a failure. `retry` adds a button. */
export function FailureNote({ failure, retry }: {
  readonly failure: AnswerFailure | undefined;
  readonly retry?: (() => void) | undefined;
}) {
  if (failure === undefined) return null;
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

/** What is wrong with what was entered, before it is sent; nothing where nothing is. */
export function FaultNote({ fault }: { readonly fault: string | undefined }) {
  return fault === undefined ? null : <p class="note failed" role="alert">{fault}</p>;
}
