/**
 * Checks the API keys of a stream client and remembers its last valid one.
 *
 * @module
 */
import { Cause, Effect, type Fiber, Redacted, Semaphore } from "effect";
import type { KeyHolder } from "../../../core/access/mod.ts";
import { type CheckKey, missingScope } from "../edge/limit/key_check.ts";
import { KEY_HEADERS } from "../edge/request/key_location.ts";
import { editedHint } from "../edge/answer/hint.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import type { CountedStranger } from "../edge/limit/stranger_count.ts";

/** The callbacks of one admission check. */
export interface Admission {
  /** Called with whose key it is, where one was checked. What it returns runs before the next. */
  readonly admitted: (by?: Admitted) => Effect.Effect<void> | void;
  readonly refused: (refusal: Refusal) => void;
}

/** A valid key, and whose it is. */
export interface Admitted extends KeyHolder {
  readonly sent: Redacted.Redacted;
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
  readonly #options: KeyGateOptions;
  readonly #inTurn = Semaphore.makeUnsafe(1).withPermit;
  /** The messages that wait, and the one whose key is checked. */
  readonly #messages = new Set<Fiber.Fiber<void>>();
  #lastKey: Redacted.Redacted | undefined;
  #isRechecking = false;

  constructor(options: KeyGateOptions) {
    this.#options = options;
  }

  /**
   * Checks a key after all waiting messages, synchronously if possible. Without a key, checks the
   * last valid one of this connection.
   */
  check(key: Redacted.Redacted | undefined, admission: Admission): void {
    this.#enqueue(this.#check(key, admission), admission);
  }

  /** Admits without a key, after all waiting messages. */
  pass(admission: Admission): void {
    this.#enqueue(Effect.sync(() => admission.admitted()), admission);
  }

  /** Called when the connection is closed: drops waiting messages and the key. */
  close(): void {
    for (const message of this.#messages) message.interruptUnsafe();
    this.#lastKey = undefined;
  }

  /**
   * Checks keys that were valid once more after all waiting messages, however many those are and
   * whatever else the address sends, and calls back with each that is refused. Does nothing while
   * it still waits for the last time.
   */
  recheck(
    keys: ReadonlyArray<Redacted.Redacted>,
    refused: (key: Redacted.Redacted, refusal: Refusal) => void,
  ): void {
    if (this.#isRechecking || keys.length === 0) return;
    this.#isRechecking = true;
    const recheck = Effect.forEach(
      keys,
      (key) =>
        Effect.map(this.#judge(key, UNCOUNTED), (verdict) => {
          if ("error" in verdict) refused(key, verdict);
        }).pipe(Effect.catchDefect(() => Effect.void)),
      { discard: true },
    );
    this.#run(Effect.ensuring(recheck, Effect.sync(() => (this.#isRechecking = false))));
  }

  #enqueue(message: Effect.Effect<void>, { refused }: Admission): void {
    if (this.#messages.size > WAITING_MAX) refused(TOO_MANY);
    else this.#run(message);
  }

  #run(message: Effect.Effect<void>): void {
    const fiber = Effect.runFork(this.#inTurn(message));
    this.#messages.add(fiber);
    fiber.addObserver(() => this.#messages.delete(fiber));
  }

  /** Checks a remembered key again: it may have been revoked since. */
  #check(
    sent: Redacted.Redacted | undefined,
    { admitted, refused }: Admission,
  ): Effect.Effect<void> {
    return Effect.gen({ self: this }, function* () {
      const key = sent ?? this.#lastKey;
      const verdict = yield* this.#judge(key, this.#options.countStranger);
      if ("error" in verdict) return refused(verdict);
      this.#lastKey = key;
      const rest = admitted(key === undefined ? undefined : { ...verdict, sent: key });
      if (rest !== undefined) yield* Effect.uninterruptible(rest);
    }).pipe(
      Effect.catchDefect((error) =>
        Effect.sync(() => refused({ ...FAILED, why: Cause.die(error) }))
      ),
    );
  }

  /** Returns the holder of a key that may read. */
  #judge(
    key: Redacted.Redacted | undefined,
    countStranger: KeyGateOptions["countStranger"],
  ): Effect.Effect<KeyHolder | Refusal> {
    return Effect.map(this.#verdictOn(key, countStranger), (verdict) => {
      if ("error" in verdict) return toFrameTerms(verdict);
      return verdict.key.scopes.includes("read") ? verdict : missingScope("read", verdict.key);
    });
  }

  /** What was counted is given back although the connection is closed meanwhile. */
  #verdictOn(
    key: Redacted.Redacted | undefined,
    countStranger: KeyGateOptions["countStranger"],
  ): Effect.Effect<KeyHolder | Refusal> {
    const { checkKey, nowMs } = this.#options;
    return Effect.uninterruptible(Effect.gen(function* () {
      let counted: CountedStranger | undefined;
      const admitStranger = () => (counted = countStranger()).refusal;
      const sent = key === undefined ? null : Redacted.value(key);
      const checked = checkKey(sent, nowMs(), admitStranger);
      const verdict = checked instanceof Promise ? yield* Effect.promise(() => checked) : checked;
      if (!("error" in verdict) || verdict.status >= 500) counted?.giveBack();
      return verdict;
    }));
  }
}

const UNCOUNTED = (): CountedStranger => ({ refusal: undefined, giveBack: () => {} });

/** Adapts the hint: requests send the key in a header, messages in a field. */
function toFrameTerms(refusal: Refusal): Refusal {
  return {
    ...refusal,
    hint: editedHint(refusal.hint, (text) => text.replace(KEY_HEADERS, "the field key")),
  };
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
