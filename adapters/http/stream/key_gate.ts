/**
 * Lets a client of the stream in where a key is wanted, and remembers the key it has shown.
 *
 * @module
 */
import { Cause, Redacted } from "effect";
import type { KeyHolder } from "../../../core/access/mod.ts";
import { type CheckKey, missingScope } from "../key_check.ts";
import { KEY_PLACE } from "../key_place.ts";
import type { Refusal } from "../refusal.ts";

/** Who wants to get in, and what becomes of it. */
export interface Entry {
  readonly admitted: () => void;
  readonly refused: (refusal: Refusal) => void;
}

/** Messages that wait for a key to be checked; a client sends few before it has an answer. */
const WAITING_MAX = 32;

/**
 * One a connection. Keys are checked one after the other, in the order in which they come: so a
 * client that sends key after key has one look-up at a time.
 */
export class KeyGate {
  readonly #checkKey: CheckKey;
  readonly #nowMs: () => number;
  #shown: Redacted.Redacted | undefined;
  #waiting: Array<() => void | Promise<void>> = [];
  #isChecking = false;
  #isClosed = false;

  constructor(checkKey: CheckKey, nowMs: () => number) {
    this.#checkKey = checkKey;
    this.#nowMs = nowMs;
  }

  /**
   * Checks a key: at once if it can be, and after everything that waits. Without a key it is the
   * last one that was good on this connection.
   */
  enter(key: Redacted.Redacted | undefined, entry: Entry): void {
    this.#do(() => this.#check(key ?? this.#shown, entry), entry);
  }

  /** Lets in without a key, after everything that waits. */
  leave(entry: Entry): void {
    this.#do(entry.admitted, entry);
  }

  /** The connection has gone: nothing is done any more, and no key is kept. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#shown = undefined;
  }

  #do(action: () => void | Promise<void>, { refused }: Entry): void {
    if (this.#waiting.length >= WAITING_MAX) return refused(TOO_MANY);
    this.#waiting.push(action);
    if (!this.#isChecking) this.#goOn();
  }

  #goOn(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const done = next();
      if (done === undefined) continue;
      this.#isChecking = true;
      void done.finally(() => {
        this.#isChecking = false;
        this.#goOn();
      });
      return;
    }
  }

  /** A key that was good is asked about again: it may have been revoked since. */
  #check(
    key: Redacted.Redacted | undefined,
    { admitted, refused }: Entry,
  ): void | Promise<void> {
    const settle = (verdict: KeyHolder | Refusal) => {
      if (this.#isClosed) return;
      if ("error" in verdict) return refused(toFrameTerms(verdict));
      if (!verdict.key.scopes.includes("read")) return refused(missingScope("read", verdict.key));
      this.#shown = key;
      admitted();
    };
    const verdict = this.#checkKey(key === undefined ? null : Redacted.value(key), this.#nowMs());
    return verdict instanceof Promise
      ? verdict.then(settle).catch((error) => refused({ ...FAILED, why: Cause.die(error) }))
      : settle(verdict);
  }
}

/** Requests have the key in a header, and messages in a field. */
function toFrameTerms(refusal: Refusal): Refusal {
  return { ...refusal, hint: refusal.hint.replace(KEY_PLACE, "the field key") };
}

const FAILED: Refusal = {
  status: 500,
  error: "Cannot answer the message",
  hint: "Try again shortly",
};

const TOO_MANY: Refusal = {
  status: 429,
  error: `Cannot let more than ${WAITING_MAX} messages wait for a key that is checked`,
  hint: "Wait for the answers to those before",
};
