/**
 * The errors that a loop over the stream can throw. A broken connection is not one: the client
 * reconnects.
 *
 * @module
 */

/** Thrown when the service refuses a subscription and retrying would not help. */
export class StreamRejected extends Error {
  override readonly name = "StreamRejected";
  /** The service's error message, such as `Cannot use assets "gold"`. */
  readonly error: string;
  /**
   * `bad_request` or another of the service's codes; `protocol` if the service uses another version
   * of the protocol.
   */
  readonly code: string;
  /** What to send instead, if the service says so. */
  readonly hint: string | undefined;

  constructor({ error, code, hint }: {
    readonly error: string;
    readonly code: string;
    readonly hint?: string | undefined;
  }) {
    super(hint === undefined ? error : `${error}: ${hint}`);
    this.error = error;
    this.code = code;
    this.hint = hint;
  }
}

/**
 * Thrown when the bot takes events more slowly than they arrive. The loop gets every buffered event
 * before it.
 */
export class StreamOverrun extends Error {
  override readonly name = "StreamOverrun";
  /** The last seq that the loop got, by topic. Nothing before it is missing: pass it as `since`. */
  readonly lastSeqs: Readonly<Record<string, number>>;

  constructor(buffered: number, lastSeqs: Readonly<Record<string, number>>) {
    super(`Cannot buffer more than ${buffered} events: the loop takes them too slowly`);
    this.lastSeqs = lastSeqs;
  }
}
