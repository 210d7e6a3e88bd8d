/**
 * Finds the holder of the API key that a request carries.
 *
 * @module
 */
import { Exit, Option } from "effect";
import {
  type ApiKey,
  isWholeKey,
  type KeyHolder,
  type KeyMode,
  modeOfKey,
  type Scope,
} from "../../../../core/access/mod.ts";
import { type KeyCache, type KeyLookup } from "../../../../core/use_case/account/mod.ts";
import { digestOfKey } from "./key_digest.ts";
import { KEY_CHALLENGE, KEY_HEADERS } from "../request/key_location.ts";
import { editedHint, type Hint } from "../answer/hint.ts";
import { type Refusal } from "../answer/refusal.ts";
import { type Run } from "../run.ts";

/**
 * Counts a key that was never seen to be valid, before the store is asked for it. Returns the
 * refusal of a caller that has sent too many.
 */
export type AdmitStranger = () => Refusal | undefined | Promise<Refusal | undefined>;

/** Returns the holder of a key, or the refusal. Returns synchronously if the key is cached. */
export type CheckKey = (
  sent: string | null,
  nowMs: number,
  admitStranger: AdmitStranger,
) => KeyHolder | Refusal | Promise<KeyHolder | Refusal>;

/** The dependencies of a key check. */
export interface KeyCheckOptions<Ports> {
  readonly keyCache: KeyCache["Service"];
  readonly run: Run<Ports>;
  /** The accepted kind of key: a sandbox refuses live keys, and a live service sandbox keys. */
  readonly world: KeyMode;
  /** A key that is accepted even without a valid checksum. */
  readonly fixedKey: Option.Option<string>;
  /** Milliseconds of the machine's time from an arbitrary origin. */
  readonly stopwatchMs: () => number;
}

/** An API key in a header is visible ASCII of at most 200 characters. */
const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;

/**
 * Creates a key check.
 *
 * Keys are compared as SHA-256 digests: the time of a comparison can reveal something about a
 * digest at most, never about the key.
 */
export function makeKeyCheck<Ports>(options: KeyCheckOptions<Ports>): CheckKey {
  const { keyCache, run, world, stopwatchMs } = options;
  const [missing, invalid] = [missingKey(world), invalidKey(world)];
  const fixedDigest = Option.getOrUndefined(Option.map(options.fixedKey, digestOfKey));

  const judge = (lookup: KeyLookup, nowMs: number): KeyHolder | Refusal => {
    if (Option.isNone(lookup) || Option.isSome(lookup.value.key.revokedMs)) return invalid;
    const use = keyCache.recordUse(lookup.value, nowMs);
    // In the background: the request does not wait for the record of the key's use.
    if (use !== undefined) void run(use);
    return lookup.value;
  };

  const lookUp = (digest: string, nowMs: number) => {
    const exit = run(keyCache.find(digest, stopwatchMs()));
    const judgeExit = (exit: Exit.Exit<KeyLookup, unknown>) =>
      Exit.isSuccess(exit) ? judge(exit.value, nowMs) : { ...UNCHECKED, why: exit.cause };
    return exit instanceof Promise ? exit.then(judgeExit) : judgeExit(exit);
  };

  return (sent, nowMs, admitStranger) => {
    if (sent === null || sent === "") return missing;
    if (!KEY_SHAPE.test(sent)) return invalid;
    const digest = digestOfKey(sent);
    const isFixed = digest === fixedDigest;
    const claimed = modeOfKey(sent);
    if (!isFixed && Option.isSome(claimed) && claimed.value !== world) return OTHER_WORLD[world];
    const known = keyCache.known(digest, stopwatchMs());
    if (known !== undefined) return judge(known, nowMs);
    if (!isFixed && !isWholeKey(sent)) return invalid;
    // Nobody's quota depends on what others send from the same address, once the key was valid.
    if (keyCache.isFamiliar(digest)) return lookUp(digest, nowMs);
    const refusal = admitStranger();
    return refusal instanceof Promise
      ? refusal.then((refusal) => refusal ?? lookUp(digest, nowMs))
      : refusal ?? lookUp(digest, nowMs);
  };
}

/** Returns the refusal for a key that lacks a scope. */
export function missingScope(scope: Scope, key: ApiKey): Refusal {
  return {
    status: 403,
    error: `Cannot use the API key ${key.prefix}... here: it lacks the scope ${scope}`,
    hint: `Its scopes are ${key.scopes.join(", ")}; use a key with ${scope}, ` +
      "which is asked for when one is made",
    headers: {
      "www-authenticate": `${KEY_CHALLENGE}, error="insufficient_scope", scope="${scope}"`,
    },
  };
}

/** How to get a key. A sandbox opens an account with its first key. */
const HOW_TO_GET: Readonly<Record<KeyMode, Hint>> = {
  live: (ownCommand) =>
    "Make one at /console of this service; its operator opens an account with " +
    `\`${ownCommand("account add <email>")}\` and lets you in with ` +
    `\`${ownCommand("account link <email>")}\``,
  test: "The sandbox prints its key when it starts; make others at /console of this service",
};

/** Returns the refusal for a request without a key. */
export function missingKey(world: KeyMode): Refusal {
  return {
    status: 401,
    error: "Cannot answer a request without an API key",
    hint: editedHint(HOW_TO_GET[world], (how) => `Send it in ${KEY_HEADERS}. ${how}`),
    headers: { "www-authenticate": KEY_CHALLENGE },
  };
}

/** The challenge for an invalid key (RFC 6750, section 3.1). */
const INVALID_HEADERS = { "www-authenticate": `${KEY_CHALLENGE}, error="invalid_token"` };

function invalidKey(world: KeyMode): Refusal {
  return {
    status: 401,
    error: "Cannot use this API key: it is not valid",
    hint: editedHint(
      HOW_TO_GET[world],
      (how) =>
        `Send a complete key that was issued here and is not revoked, in ${KEY_HEADERS}. ${how}`,
    ),
    headers: INVALID_HEADERS,
  };
}

const OTHER_WORLD: Readonly<Record<KeyMode, Refusal>> = {
  live: {
    status: 401,
    error: "Cannot use a sandbox key here: this is a live service",
    hint: "Send a key that begins with sk_live_",
    headers: INVALID_HEADERS,
  },
  test: {
    status: 401,
    error: "Cannot use a live key here: this is a sandbox",
    hint: "Send a key that begins with sk_test_, and revoke the live key: it was exposed",
    headers: INVALID_HEADERS,
  },
};
const UNCHECKED: Refusal = {
  status: 503,
  error: "Cannot check the API key: the store did not answer",
  hint: "Try again shortly",
  retryAfterSec: 1,
  isCached: true,
};
