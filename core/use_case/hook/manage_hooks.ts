/**
 * What an operator does with webhooks.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { type Hook, type HookEventName, parseHookUrl } from "../../hook/mod.ts";
import type { Asset, Interval } from "../../market/mod.ts";
import {
  hookSecretLocation,
  HookSender,
  HookStore,
  HookWriter,
  type Sealed,
  SecretBox,
  SecretUnreadable,
  type StoredHook,
  type StoreFailed,
} from "../../port/mod.ts";
import { accountOf } from "../account/account_of.ts";
import { SealForeign } from "../account/import_wallet.ts";
import { MachineTime } from "../time/machine_time.ts";
import { attemptHook } from "./attempt_hook.ts";

/** No hook has this id. */
export class HookMissing extends Schema.TaggedError<HookMissing>()("HookMissing", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the webhook "${this.id}"`;
  }
}

/** A hook to add. The secret is sealed for its id. */
export interface NewHook {
  readonly id: string;
  readonly email: string;
  readonly url: string;
  readonly events: ReadonlyArray<HookEventName>;
  readonly assets: ReadonlyArray<Asset>;
  readonly intervals: ReadonlyArray<Interval>;
  readonly secret: Sealed;
}

/** Source: Standard Webhooks: a secret has 24 to 64 random bytes. */
export const HOOK_SECRET_BYTES = 32;

/** How long a secret signs beside the one that replaced it. */
const FORMER_MS = 24 * 3_600_000;

/** Adds a hook, which is told of what happens from now on. */
export const addHook = Effect.fn("addHook")(function* ({ email, secret, ...wanted }: NewHook) {
  const account = yield* accountOf(email);
  const url = yield* Effect.fromResult(parseHookUrl(wanted.url, yield* HookSender));
  yield* checkSecret(wanted.id, secret);
  const hook: Hook = {
    ...wanted,
    url,
    accountId: account.id,
    createdMs: Math.floor(yield* (yield* MachineTime).nowMs),
    sinceMs: Math.floor(yield* Clock.currentTimeMillis),
    stop: Option.none(),
    lastSuccessMs: Option.none(),
    lastFailure: Option.none(),
    failingSinceMs: Option.none(),
  };
  const secrets = { current: secret, former: Option.none() };
  yield* (yield* HookStore).add({ hook, secrets });
  return { account, hook };
});

/** Refuses a secret that does not open here now, rather than when it is needed. */
const checkSecret = Effect.fnUntraced(function* (id: string, { keyId, box: sealed }: Sealed) {
  const box = yield* SecretBox;
  const ownKeyId = yield* box.keyId;
  if (keyId !== ownKeyId) return yield* new SealForeign({ keyId, ownKeyId });
  yield* box.open(
    { keyId, box: sealed },
    hookSecretLocation(id),
    (secret) =>
      secret.length === HOOK_SECRET_BYTES
        ? Effect.void
        : Effect.fail(new SecretUnreadable({ reason: "damaged", keyId })),
  );
});

/** Returns an account's hooks, oldest first. */
export const listHooks = Effect.fn("listHooks")(function* (email: string) {
  const account = yield* accountOf(email);
  return { account, hooks: yield* (yield* HookStore).ofAccount(account.id) };
});

const findHook = Effect.fnUntraced(function* (
  id: string,
): Effect.fn.Return<StoredHook, HookMissing | StoreFailed, HookStore> {
  const found = yield* (yield* HookStore).find(id);
  return yield* Effect.mapError(Effect.fromOption(found), () => new HookMissing({ id }));
});

/**
 * Replaces a hook's secret. The former one signs beside it for a day, if it opens: one that does
 * not could sign nothing, and would keep the new one from signing. Returns that day's end.
 */
export const rotateHook = Effect.fn("rotateHook")(function* (id: string, secret: Sealed) {
  const store = yield* HookStore;
  yield* checkSecret(id, secret);
  for (;;) {
    const { secrets: from } = yield* findHook(id);
    const untilMs = Math.floor(yield* (yield* MachineTime).nowMs) + FORMER_MS;
    const former = (yield* doesOpen(id, from.current))
      ? Option.some({ sealed: from.current, untilMs })
      : Option.none();
    const to = { current: secret, former };
    // Another operator may be rotating it too: the last one counts.
    if (yield* store.replaceSecrets({ id, from, to })) {
      return { formerUntilMs: Option.map(former, ({ untilMs }) => untilMs) };
    }
  }
});

const doesOpen = Effect.fnUntraced(function* (id: string, sealed: Sealed) {
  const box = yield* SecretBox;
  return yield* box.open(sealed, hookSecretLocation(id), () => Effect.succeed(true)).pipe(
    Effect.catchTag("SecretUnreadable", () => Effect.succeed(false)),
  );
});

/** Removes a hook, and what waits for it. */
export const removeHook = Effect.fn("removeHook")(function* (id: string) {
  if (!(yield* (yield* HookStore).remove(id))) return yield* new HookMissing({ id });
});

/**
 * Lets a hook that was stopped go on: what waits for it is sent at once, and it is told of what
 * happens from now on.
 */
export const resumeHook = Effect.fn("resumeHook")(function* (id: string) {
  const atMs = Math.floor(yield* (yield* MachineTime).nowMs);
  const sinceMs = Math.floor(yield* Clock.currentTimeMillis);
  const isThere = yield* (yield* HookStore).resume({ id, atMs, sinceMs });
  if (!isThere) return yield* new HookMissing({ id });
});

/** Sends a `ping` at once, whatever waits, and returns the receiver's answer. */
export const pingHook = Effect.fn("pingHook")(function* (
  { id, messageId }: { readonly id: string; readonly messageId: string },
) {
  const stored = yield* findHook(id);
  const atMs = Math.floor(yield* Clock.currentTimeMillis);
  const body = (yield* HookWriter).write({ type: "ping", hookId: id, atMs });
  return { hook: stored.hook, answer: yield* attemptHook(stored, { id: messageId, body }) };
});
