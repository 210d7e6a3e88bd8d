/** Finds the end of an HTTP answer at the lowest cost. @module */

const HEADER_END = "\r\n\r\n";

/** Counts the bytes of a connection's answer in flight. */
export class ResponseFraming {
  #head: Buffer | undefined;
  #bytesLeft = 0;
  /** Bytes of the last answer that arrived in one piece: the next one is probably as long. */
  #usualBytes = -1;

  /**
   * Adds received bytes. Returns true when the answer is complete; throws unless it is a 200 or a
   * 304.
   */
  take(chunk: Buffer): boolean {
    if (this.#bytesLeft > 0) return this.#count(chunk.length);
    if (chunk.length === this.#usualBytes && this.#head === undefined && isCounted(chunk)) {
      return true;
    }
    const head = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
    const endAt = head.indexOf(HEADER_END);
    if (endAt === -1) {
      this.#head = Buffer.from(head);
      return false;
    }
    this.#head = undefined;
    const lines = head.toString("latin1", 0, endAt);
    const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1];
    const hasBody = !lines.startsWith("HTTP/1.1 304");
    if (hasBody && (length === undefined || !lines.startsWith("HTTP/1.1 200"))) {
      throw new Error(`Cannot count this answer: ${lines}`);
    }
    this.#bytesLeft = endAt + HEADER_END.length + (hasBody ? Number(length) : 0);
    if (this.#bytesLeft === chunk.length) this.#usualBytes = chunk.length;
    return this.#count(head.length);
  }

  #count(bytes: number): boolean {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new Error("Cannot count answers without a request");
    return this.#bytesLeft === 0;
  }
}

/** Returns whether this begins with `HTTP/1.1 2` or `HTTP/1.1 3`, by its last character. */
function isCounted(chunk: Buffer): boolean {
  return chunk[9] === 0x32 || chunk[9] === 0x33;
}
