/**
 * A request that was not answered as it should be, in the words that a reader sees.
 *
 * @module
 */
import { ApiError, NoAnswer } from "../../client/typescript/mod.ts";

/** The facts of an {@linkcode AnswerFailure}. */
export interface FailureFacts {
  /** The HTTP status; 0 where no answer arrived. */
  readonly status: number;
  /** The service's word for it; undefined where something else may have answered in its place. */
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  /** Names the request in the service's log. */
  readonly requestId?: string | undefined;
  /** How long to wait before the request is worth repeating; undefined where nobody says. */
  readonly retryAfterSec?: number | undefined;
  /** Whether an order was sent of which it is not known how it ended, whatever the status says. */
  readonly isUncertain?: boolean;
}

/** The reason of a failure, and what to do about it. */
export class AnswerFailure extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly hint: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSec: number | undefined;
  readonly isUncertain: boolean;

  constructor(
    message: string,
    { status, code, hint, requestId, retryAfterSec, isUncertain = false }: FailureFacts,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.requestId = requestId;
    this.retryAfterSec = retryAfterSec;
    this.isUncertain = isUncertain;
  }

  /** Whether no answer arrived. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  /** No answer arrived. */
  static offline(facts: Pick<FailureFacts, "isUncertain"> = {}): AnswerFailure {
    const { onLine } = navigator as { readonly onLine?: boolean };
    return new AnswerFailure("The service does not answer", {
      ...facts,
      status: 0,
      hint: onLine ? "It may be restarting" : "This device is offline",
    });
  }

  /** An answer arrived that the service does not write. `status`: 200 and others. */
  static unreadable(facts: FailureFacts): AnswerFailure {
    return new AnswerFailure(`The service answered ${facts.status}, which cannot be read`, {
      hint: "Something between this page and the service may have answered in its place",
      ...facts,
    });
  }

  /** Anything thrown, as a failure. A defect of the page itself is named as such. */
  static of(thrown: unknown): AnswerFailure {
    if (thrown instanceof AnswerFailure) return thrown;
    if (thrown instanceof ApiError) return failureOf(thrown, false);
    if (thrown instanceof NoAnswer) {
      const { cause, idempotencyKey } = thrown;
      const isUncertain = idempotencyKey !== undefined;
      if (cause instanceof ApiError) return failureOf(cause, isUncertain);
      // The answer arrived, and was no JSON.
      if (cause instanceof SyntaxError) {
        return AnswerFailure.unreadable({ status: 200, isUncertain });
      }
      return AnswerFailure.offline({ isUncertain });
    }
    console.error(thrown);
    return new AnswerFailure("This page failed", { status: -1, hint: "Load it again" });
  }
}

function failureOf(refused: ApiError, isUncertain: boolean): AnswerFailure {
  const { error, code, hint, status, requestId, retryAfterSec } = refused;
  const facts = { status, requestId, retryAfterSec, isUncertain };
  // The client's own words, for an answer that has none of the service.
  return error === `Answered with ${status}`
    ? AnswerFailure.unreadable(facts)
    : new AnswerFailure(error, { ...facts, code, hint });
}
