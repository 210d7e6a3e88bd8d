/**
 * Counts attempts to sign in, and makes those wait who failed before.
 *
 * An attempt counts as a failure until it turns out to be none: otherwise many attempts at the same
 * time would all be checked before the first of them is counted.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import {
  type FailureCount,
  waitLeftMs,
  type WaitRule,
  withFailure,
  withoutFailure,
} from "../../access/mod.ts";
import { SignInStore } from "../../port/sign_in_store.ts";
import { MachineTime } from "../time/machine_time.ts";

/** Whoever is behind an attempt has to wait, because too many failed before. */
export class AttemptsTooMany extends Schema.TaggedError<AttemptsTooMany>()("AttemptsTooMany", {
  /** How long, in milliseconds. */
  waitMs: Schema.Number,
}) {
  override get message(): string {
    return "Cannot try to sign in now: too many attempts failed";
  }
}

/** One that attempts are counted for. */
export interface Caller {
  readonly name: string;
  readonly rule: WaitRule;
  /** Whether a success forgets all failures, and not only its own attempt. */
  readonly isForgiven: boolean;
}

const MINUTE_MS = 60_000;
const GROWING = {
  firstWaitMs: 1_000,
  longestWaitMs: 15 * MINUTE_MS,
  forgottenMs: 24 * 60 * MINUTE_MS,
};

/** Failures of an account, whichever addresses they come from. */
export function accountCaller(email: string): Caller {
  return { name: `account ${email}`, rule: { ...GROWING, freeFailures: 5 }, isForgiven: true };
}

/**
 * Failures of a client address, which may be a whole office. A success does not forget them:
 * whoever guesses may have an account of his own.
 */
export function addressCaller(address: string): Caller {
  return { name: `address ${address}`, rule: { ...GROWING, freeFailures: 20 }, isForgiven: false };
}

/** Sign-ups of a client address, every one of which costs a hash and an account. */
export function signUpCaller(address: string): Caller {
  return { name: `sign-up ${address}`, rule: { ...GROWING, freeFailures: 10 }, isForgiven: false };
}

/** Failures are kept for so long, and of so many callers. */
export const FAILURES_KEPT_MS = GROWING.forgottenMs;
export const CALLERS_MAX = 100_000;

/** Attempts of one caller at the same time that are more than these are refused. */
const TRIES_MAX = 10;
/** What one waits then. */
const CONTENDED_MS = 1_000;

/** An attempt of one caller that is counted: its failures `before`, and with this one. */
export interface CountedAttempt {
  readonly caller: Caller;
  readonly before: Option.Option<FailureCount>;
  readonly after: FailureCount;
}

/** Counts an attempt of all callers as a failure, unless one of them has to wait. */
export const countAttempt = Effect.fnUntraced(function* (callers: ReadonlyArray<Caller>) {
  const store = yield* SignInStore;
  const nowMs = yield* (yield* MachineTime).nowMs;
  for (const { name, rule } of callers) {
    const waitMs = waitLeftMs(rule, yield* store.failuresOf(name), nowMs);
    if (waitMs > 0) return yield* new AttemptsTooMany({ waitMs });
  }
  return yield* Effect.forEach(callers, (caller) => countOne(caller, nowMs));
});

const countOne = Effect.fnUntraced(function* (caller: Caller, nowMs: number) {
  const { name, rule } = caller;
  const store = yield* SignInStore;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const before = yield* store.failuresOf(name);
    const waitMs = waitLeftMs(rule, before, nowMs);
    if (waitMs > 0) return yield* new AttemptsTooMany({ waitMs });
    const after = withFailure(rule, before, nowMs);
    if (yield* store.replaceFailures({ caller: name, from: before, to: Option.some(after) })) {
      return { caller, before, after } satisfies CountedAttempt;
    }
  }
  return yield* new AttemptsTooMany({ waitMs: CONTENDED_MS });
});

/** Takes an attempt back that succeeded: an account's failures are forgotten with it. */
export const forgiveAttempt = Effect.fnUntraced(function* (counted: ReadonlyArray<CountedAttempt>) {
  for (const one of counted) {
    yield* replaceAttempt(
      one,
      (failures) => one.caller.isForgiven ? Option.none() : withoutAttempt(one, failures),
    );
  }
});

/** Takes an attempt back that was never checked. Failures before it still count. */
export const takeBackAttempt = Effect.fnUntraced(
  function* (counted: ReadonlyArray<CountedAttempt>) {
    for (const one of counted) {
      yield* replaceAttempt(one, (failures) => withoutAttempt(one, failures));
    }
  },
);

const replaceAttempt = Effect.fnUntraced(function* (
  { caller: { name } }: CountedAttempt,
  replaced: (failures: FailureCount) => Option.Option<FailureCount>,
) {
  const store = yield* SignInStore;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const from = yield* store.failuresOf(name);
    if (Option.isNone(from)) return;
    if (yield* store.replaceFailures({ caller: name, from, to: replaced(from.value) })) return;
  }
});

/** If nobody failed since, all is as before: neither the wait nor its time begins anew. */
function withoutAttempt(
  { before, after }: CountedAttempt,
  failures: FailureCount,
): Option.Option<FailureCount> {
  const isLast = failures.failures === after.failures && failures.lastMs === after.lastMs;
  return isLast ? before : withoutFailure(failures);
}
