/**
 * Checks the API keys of a stream client and remembers its last valid one.
 *
 * @module
 */
import { Cause, Redacted } from "effect";
import type { KeyHolder } from "../../../core/access/mod.ts";
import { type CheckKey, missingScope } from "../edge/key_check.ts";
import { KEY_HEADERS } from "../edge/key_location.ts";
import type { Refusal } from "../edge/refusal.ts";
import type { CountedStranger } from "../edge/stranger_count.ts";

/** The callbacks of one admission check. */
export interface Admission {
  readonly admitted: () => void;
  readonly refused: (refusal: Refusal) => void;
}

/**
 * The maximum number of messages that wait for a key check; clients rarely send more before an
 * answer.
 */
const WAITING_MAX = 32;

/** The dependencies of a gate. */
export interface KeyGateOptions {
  readonly checkKey: CheckKey;
  readonly nowMs: () => number;
  /** Counts a key that was never seen to be valid, by the client's address. */
  readonly countStranger: () => CountedStranger;
}

/**
 * One gate per connection. Keys are checked one after the other, in the order of arrival, so that a
 * client that sends many keys causes one lookup at a time.
 */
export class KeyGate {
  readonly #checkKey: CheckKey;
  readonly #nowMs: () => number;
  readonly #countStranger: () => CountedStranger;
  #lastKey: Redacted.Redacted | undefined;
  #queued: Array<() => void | Promise<void>> = [];
  #isChecking = false;
  #isClosed = false;

  constructor({ checkKey, nowMs, countStranger }: KeyGateOptions) {
    this.#checkKey = checkKey;
    this.#nowMs = nowMs;
    this.#countStranger = countStranger;
  }

  /**
   * Checks a key after all waiting messages, synchronously if possible. Without a key, checks the
   * last valid one of this connection.
   */
  check(key: Redacted.Redacted | undefined, admission: Admission): void {
    this.#enqueue(() => this.#check(key ?? this.#lastKey, admission), admission);
  }

  /** Admits without a key, after all waiting messages. */
  pass(admission: Admission): void {
    this.#enqueue(admission.admitted, admission);
  }

  /** Called when the connection is closed: drops waiting messages and the key. */
  close(): void {
    this.#isClosed = true;
    this.#queued = [];
    this.#lastKey = undefined;
  }

  #enqueue(action: () => void | Promise<void>, { refused }: Admission): void {
    if (this.#queued.length >= WAITING_MAX) return refused(TOO_MANY);
    this.#queued.push(action);
    if (!this.#isChecking) this.#runQueue();
  }

  #runQueue(): void {
    for (let next = this.#queued.shift(); next !== undefined; next = this.#queued.shift()) {
      const done = next();
      if (done === undefined) continue;
      this.#isChecking = true;
      void done.finally(() => {
        this.#isChecking = false;
        this.#runQueue();
      });
      return;
    }
  }

  /** Checks a remembered key again: it may have been revoked since. */
  #check(
    key: Redacted.Redacted | undefined,
    { admitted, refused }: Admission,
  ): void | Promise<void> {
    let counted: CountedStranger | undefined;
    const admitStranger = () => (counted = this.#countStranger()).refusal;
    const decide = (verdict: KeyHolder | Refusal) => {
      if (!("error" in verdict) || verdict.status >= 500) counted?.giveBack();
      if (this.#isClosed) return;
      if ("error" in verdict) return refused(toFrameTerms(verdict));
      if (!verdict.key.scopes.includes("read")) return refused(missingScope("read", verdict.key));
      this.#lastKey = key;
      admitted();
    };
    const sent = key === undefined ? null : Redacted.value(key);
    const verdict = this.#checkKey(sent, this.#nowMs(), admitStranger);
    return verdict instanceof Promise
      ? verdict.then(decide).catch((error) => refused({ ...FAILED, why: Cause.die(error) }))
      : decide(verdict);
  }
}

/** Adapts the hint: requests send the key in a header, messages in a field. */
function toFrameTerms(refusal: Refusal): Refusal {
  return { ...refusal, hint: refusal.hint.replace(KEY_HEADERS, "the field key") };
}

const FAILED: Refusal = {
  status: 500,
  error: "Cannot answer the message",
  hint: "Try again shortly",
};

const TOO_MANY: Refusal = {
  status: 429,
  error: `Cannot queue more than ${WAITING_MAX} messages while an API key is checked`,
  hint: "Wait for the answers to earlier messages",
};
