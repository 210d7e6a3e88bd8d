/**
 * Counts attempts to sign in, and makes those wait who failed before.
 *
 * An attempt counts as a failure until it turns out to be none: otherwise many attempts at the same
 * time would all be checked before the first of them is counted.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { waitLeftMs, type WaitRule, withFailure, withoutFailure } from "../../access/mod.ts";
import { SignInStore } from "../../port/mod.ts";
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

/** Counts an attempt of all callers as a failure, unless one of them has to wait. */
export const countAttempt = Effect.fnUntraced(function* (callers: ReadonlyArray<Caller>) {
  const store = yield* SignInStore;
  const nowMs = yield* (yield* MachineTime).nowMs;
  for (const { name, rule } of callers) {
    const waitMs = waitLeftMs(rule, yield* store.failuresOf(name), nowMs);
    if (waitMs > 0) return yield* new AttemptsTooMany({ waitMs });
  }
  for (const caller of callers) yield* countOne(caller, nowMs);
});

const countOne = Effect.fnUntraced(function* ({ name, rule }: Caller, nowMs: number) {
  const store = yield* SignInStore;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const from = yield* store.failuresOf(name);
    const waitMs = waitLeftMs(rule, from, nowMs);
    if (waitMs > 0) return yield* new AttemptsTooMany({ waitMs });
    const to = Option.some(withFailure(rule, from, nowMs));
    if (yield* store.replaceFailures({ caller: name, from, to })) return;
  }
  return yield* new AttemptsTooMany({ waitMs: CONTENDED_MS });
});

/** Takes an attempt back that turned out to be no failure. */
export const takeBackAttempt = Effect.fnUntraced(function* (callers: ReadonlyArray<Caller>) {
  for (const caller of callers) yield* takeBackOne(caller);
});

const takeBackOne = Effect.fnUntraced(function* ({ name, isForgiven }: Caller) {
  const store = yield* SignInStore;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const from = yield* store.failuresOf(name);
    if (Option.isNone(from)) return;
    const to = isForgiven ? Option.none() : withoutFailure(from.value);
    if (yield* store.replaceFailures({ caller: name, from, to })) return;
  }
});
