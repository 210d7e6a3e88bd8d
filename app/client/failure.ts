/**
 * How following the stream can fail for good. Connections that break are no failure.
 *
 * @module
 */

/** The service refuses what was subscribed to: asking again would not help. */
export class StreamRejected extends Error {
  override readonly name = "StreamRejected";
  /** The service's own sentence, such as `Cannot use assets "gold"`. */
  readonly error: string;
  /** `bad_request`, or another of the service's codes; `protocol` if it speaks another one. */
  readonly code: string;
  /** What would be right. */
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

/** The bot takes events more slowly than they come. Those that were kept were given before this. */
export class StreamOverrun extends Error {
  override readonly name = "StreamOverrun";
  /** The last seq of each topic that was given. Nothing before it is missing. */
  readonly lastSeqs: Readonly<Record<string, number>>;

  constructor(kept: number, lastSeqs: Readonly<Record<string, number>>) {
    super(`Cannot keep more than ${kept} events that nobody takes`);
    this.lastSeqs = lastSeqs;
  }
}
