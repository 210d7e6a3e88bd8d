/**
 * Tells from the API key of a request who is asking.
 *
 * @module
 */
import { Exit, Option } from "effect";
import {
  type ApiKey,
  isWholeKey,
  type KeyHolder,
  type KeyWorld,
  type Scope,
  worldOfKey,
} from "../../core/access/mod.ts";
import { type KeyLookup, type KeyRing } from "../../core/use_case/mod.ts";
import { digestOfKey } from "./key_digest.ts";
import { KEY_CHALLENGE, KEY_PLACE } from "./key_place.ts";
import { type Refusal } from "./refusal.ts";
import { type Run } from "./run.ts";

/** Who holds the key that was sent, or why nobody does. A key that is known is told at once. */
export type CheckKey = (
  sent: string | null,
  nowMs: number,
) => KeyHolder | Refusal | Promise<KeyHolder | Refusal>;

/** What a check stands on. */
export interface KeyCheckOptions<Ports> {
  readonly ring: KeyRing["Service"];
  readonly run: Run<Ports>;
  /** Which keys are taken: a sandbox takes none of a live service, and the other way round. */
  readonly world: KeyWorld;
  /** A key that is taken though it may have no checksum. */
  readonly fixedKey: Option.Option<string>;
  /** Milliseconds of the machine's own time from any fixed point. */
  readonly stopwatchMs: () => number;
}

/** A key in a header is visible ASCII, and no key is longer. */
const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;

/**
 * Makes the check.
 *
 * Keys are compared as SHA-256 digests: how long a comparison takes tells something of a digest at
 * most, and nothing of the key.
 */
export function makeKeyCheck<Ports>(options: KeyCheckOptions<Ports>): CheckKey {
  const { ring, run, world, stopwatchMs } = options;
  const [missing, invalid] = [missingKey(world), invalidKey(world)];
  const fixedDigest = Option.getOrUndefined(Option.map(options.fixedKey, digestOfKey));

  const judge = (lookup: KeyLookup, nowMs: number): KeyHolder | Refusal => {
    if (Option.isNone(lookup) || Option.isSome(lookup.value.key.revokedMs)) return invalid;
    const use = ring.noteUse(lookup.value, nowMs);
    // In the background: nobody waits for the note that a key was used.
    if (use !== undefined) void run(use);
    return lookup.value;
  };

  return (sent, nowMs) => {
    if (sent === null || sent === "") return missing;
    if (!KEY_SHAPE.test(sent)) return invalid;
    const digest = digestOfKey(sent);
    const isFixed = digest === fixedDigest;
    const claimed = worldOfKey(sent);
    if (!isFixed && Option.isSome(claimed) && claimed.value !== world) return OTHER_WORLD[world];
    const known = ring.known(digest, stopwatchMs());
    if (known !== undefined) return judge(known, nowMs);
    if (!isFixed && !isWholeKey(sent)) return invalid;
    const exit = run(ring.find(digest, stopwatchMs()));
    const settle = (exit: Exit.Exit<KeyLookup, unknown>) =>
      Exit.isSuccess(exit) ? judge(exit.value, nowMs) : { ...UNCHECKED, why: exit.cause };
    return exit instanceof Promise ? exit.then(settle) : settle(exit);
  };
}

/** What the holder of a key is told who may not do this with it. */
export function missingScope(scope: Scope, key: ApiKey): Refusal {
  return {
    status: 403,
    error: `Cannot do this with the API key ${key.prefix}...: it lacks the scope ${scope}`,
    hint: `Its scopes are ${key.scopes.join(", ")}; use a key with ${scope}`,
    headers: {
      "www-authenticate": `${KEY_CHALLENGE}, error="insufficient_scope", scope="${scope}"`,
    },
  };
}

/** How a key is had. A sandbox's accounts are opened by their first key. */
const HOW_TO_GET: Readonly<Record<KeyWorld, string>> = {
  live: "The operator of this service makes a key with `bun run account add <email>` and then " +
    "`bun run account key <email>`",
  test: "The sandbox prints its key when it starts, and `bun run account key <email> --sandbox` " +
    "makes another",
};

/** What is told to whoever sent no key. */
export function missingKey(world: KeyWorld): Refusal {
  return {
    status: 401,
    error: "Cannot answer without an API key",
    hint: `Send it in ${KEY_PLACE}. ${HOW_TO_GET[world]}`,
    headers: { "www-authenticate": KEY_CHALLENGE },
  };
}

/** What was sent opens nothing (RFC 6750, section 3.1). */
const INVALID_HEADERS = { "www-authenticate": `${KEY_CHALLENGE}, error="invalid_token"` };

function invalidKey(world: KeyWorld): Refusal {
  return {
    status: 401,
    error: "Cannot use this API key: it is not valid",
    hint: `Send a key that was issued here and is not revoked, whole, in ${KEY_PLACE}. ` +
      HOW_TO_GET[world],
    headers: INVALID_HEADERS,
  };
}

const OTHER_WORLD: Readonly<Record<KeyWorld, Refusal>> = {
  live: {
    status: 401,
    error: "Cannot use the key of a sandbox here",
    hint: "Send a key that begins with sk_live_",
    headers: INVALID_HEADERS,
  },
  test: {
    status: 401,
    error: "Cannot use the key of a live service here: this is a sandbox",
    hint: "Send a key that begins with sk_test_, and take the other for seen by others",
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
