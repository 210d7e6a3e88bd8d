/**
 * The errors that requests and loops throw. A broken stream is none: the client reconnects.
 *
 * @module
 */

import type { OrderReason } from "./wire/names.ts";

/** What the service says when it refuses. */
export interface Refusal {
  /** The service's own sentence, such as `Cannot use assets "gold"`. */
  readonly error: string;
  /** Such as `not_found`; requests about prices and fees have none. */
  readonly code?: string | undefined;
  /** What to do instead. */
  readonly hint?: string | undefined;
  /** Of an order: why it is refused. */
  readonly reason?: OrderReason | undefined;
}

/** The facts of an {@linkcode ApiError}. */
export interface RefusedRequest extends Refusal {
  /** The HTTP status. */
  readonly status: number;
  /** Names the request in the operator's log. */
  readonly requestId: string | undefined;
  /** After how many seconds the same request may succeed; undefined where repeating is no use. */
  readonly retryAfterSec: number | undefined;
}

/** Makes a class of errors that have the fields of what they report. */
export function errorOf<Facts extends object>(name: string, messageOf: (facts: Facts) => string) {
  return class extends Error {
    override readonly name = name;

    constructor(facts: Facts) {
      super(messageOf(facts));
      Object.assign(this, facts);
    }
  } as unknown as new (facts: Facts) => Error & Facts;
}

const sentenceOf = ({ error, hint }: Refusal) => hint ? `${error}: ${hint}` : error;

/** The service refused the request, or failed. */
export class ApiError extends errorOf<RefusedRequest>("ApiError", sentenceOf) {}

/** Thrown by a loop when the service refuses its subscription and retrying would not help. */
export class StreamRejected extends errorOf<Refusal>("StreamRejected", sentenceOf) {}

/** What an unanswered request leaves behind. */
export interface Unanswered {
  /** Its method and address. */
  readonly request: string;
  /**
   * The key of an order whose outcome is not known. Place the same order with it again to learn the
   * outcome; without it the order could be placed twice.
   */
  readonly idempotencyKey: string | undefined;
  /** The keys of all of its orders: those of a batch in its order. */
  readonly idempotencyKeys: ReadonlyArray<string>;
  /** What the last attempt said: an {@linkcode ApiError}, or the error of a broken connection. */
  readonly cause: unknown;
}

/** There is no certain answer: none arrived, or the deadline passed first. */
export class NoAnswer extends errorOf<Unanswered>(
  "NoAnswer",
  ({ request, cause }) => `No certain answer to ${request}: ${cause}`,
) {}

/** How far a loop came that was too slow. */
export interface Overrun {
  /** The events that waited for it. */
  readonly buffered: number;
  /** The last seq that the loop got, by topic. Nothing before it is missing: pass it as `since`. */
  readonly lastSeqs: Readonly<Record<string, number>>;
}

/**
 * Thrown when the bot takes events more slowly than they arrive. The loop gets every buffered event
 * before it.
 */
export class StreamOverrun extends errorOf<Overrun>(
  "StreamOverrun",
  ({ buffered }) => `Cannot buffer more than ${buffered} events: the loop takes them too slowly`,
) {}
