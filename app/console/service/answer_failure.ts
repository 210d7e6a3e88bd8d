/**
 * A request that was not answered as it should be, in the words that a reader sees.
 *
 * @module
 */

/** The reason of a failure, and what to do about it. */
export class AnswerFailure extends Error {
  /** The HTTP status; 0 where no answer arrived. */
  readonly status: number;
  readonly hint: string | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** How long to wait before the request is worth repeating; undefined where nobody says. */
  readonly retryAfterSec: number | undefined;

  constructor(
    message: string,
    { status, hint, requestId, retryAfterSec }: {
      readonly status: number;
      readonly hint?: string | undefined;
      readonly requestId?: string | undefined;
      readonly retryAfterSec?: number | undefined;
    },
  ) {
    super(message);
    this.status = status;
    this.hint = hint;
    this.requestId = requestId;
    this.retryAfterSec = retryAfterSec;
  }

  /** Whether no answer arrived. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  /** Anything thrown, as a failure. A defect of the page itself is named as such. */
  static of(thrown: unknown): AnswerFailure {
    if (thrown instanceof AnswerFailure) return thrown;
    console.error(thrown);
    return new AnswerFailure("This page failed", { status: -1, hint: "Load it again" });
  }
}
