/** Finds the frames in a WebSocket server's stream at the lowest cost. @module */

const OPCODE = 0x0f;
const TEXT = 1;
const PING = 9;
const LENGTH = 0x7f;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** One connection's frames. A server does not mask them. */
export class FrameReader {
  /** Whole frames in order of arrival; the reader empties it. */
  readonly kept: Array<Buffer> = [];
  readonly #pinged: () => void;
  #rest: Buffer | undefined;

  /** Calls `pinged` for every ping, which must be answered. */
  constructor(pinged: () => void) {
    this.#pinged = pinged;
  }

  /** Adds a piece of the stream, and returns the number of text frames it completes. */
  take(piece: Buffer): number {
    const bytes = this.#rest === undefined ? piece : Buffer.concat([this.#rest, piece]);
    let texts = 0;
    let at = 0;
    for (let end = frameEnd(bytes, at); end >= 0; end = frameEnd(bytes, at)) {
      const opcode = (bytes[at] ?? 0) & OPCODE;
      if (opcode === TEXT) texts++;
      else if (opcode === PING) this.#pinged();
      else throw new Error(`an unexpected frame of opcode ${opcode}`);
      at = end;
    }
    this.#rest = at === bytes.length ? undefined : bytes.subarray(at);
    if (at > 0) this.kept.push(at === bytes.length ? bytes : bytes.subarray(0, at));
    return texts;
  }

  /** Returns the payloads of the kept text frames, and drops them. */
  texts(): ReadonlyArray<Buffer> {
    return this.kept.splice(0).flatMap((bytes) => {
      const texts: Array<Buffer> = [];
      for (let at = 0; at < bytes.length; at = frameEnd(bytes, at)) {
        const end = frameEnd(bytes, at);
        const isText = ((bytes[at] ?? 0) & OPCODE) === TEXT;
        if (isText) texts.push(bytes.subarray(at + headBytes(bytes, at), end));
      }
      return texts;
    });
  }
}

function headBytes(bytes: Buffer, at: number): number {
  const length = (bytes[at + 1] ?? 0) & LENGTH;
  return length === LENGTH_64 ? 10 : length === LENGTH_16 ? 4 : 2;
}

/** Returns the end of the frame that begins here; -1 if it is incomplete. */
function frameEnd(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) return -1;
  const head = headBytes(bytes, at);
  if (at + head > bytes.length) return -1;
  const length = head === 2
    ? (bytes[at + 1] ?? 0) & LENGTH
    : head === 4
    ? bytes.readUInt16BE(at + 2)
    : Number(bytes.readBigUInt64BE(at + 2));
  const end = at + head + length;
  return end > bytes.length ? -1 : end;
}
