/**
 * Reseals the secrets of webhooks that are not sealed under the key in force.
 *
 * @module
 */
import { Effect, Option } from "effect";
import {
  hookSecretLocation,
  HookStore,
  type Sealed,
  type SealedHookSecrets,
  SecretBox,
  type StoredHook,
} from "../../port/mod.ts";

/** The result. Counts are hooks. */
export interface HookRotation {
  readonly resealed: number;
  /** Hooks whose secrets another process changed at the same time. */
  readonly skipped: number;
  /** Hooks left unchanged because a secret does not open; the reason names its sealing key. */
  readonly unreadable: ReadonlyArray<{ readonly hookId: string; readonly reason: string }>;
}

/** Reseals them all. Safe to repeat and to run beside other replicas. */
export const resealHooks = Effect.fn("resealHooks")(function* () {
  const box = yield* SecretBox;
  const store = yield* HookStore;
  const keyId = yield* box.keyId;
  const outcomes = yield* Effect.forEach(
    yield* store.notSealedUnder(keyId),
    (stored) =>
      Effect.catchTag(
        resealHook(stored, keyId),
        "SecretUnreadable",
        ({ message }) => Effect.succeed({ hookId: stored.hook.id, reason: message }),
      ),
  );
  const rotation: HookRotation = {
    resealed: outcomes.filter((outcome) => outcome === true).length,
    skipped: outcomes.filter((outcome) => outcome === false).length,
    unreadable: outcomes.filter((outcome) => typeof outcome !== "boolean"),
  };
  return rotation;
});

const resealHook = Effect.fnUntraced(function* (
  { hook: { id }, secrets: from }: StoredHook,
  keyId: string,
) {
  const box = yield* SecretBox;
  const place = hookSecretLocation(id);
  const reseal = (sealed: Sealed) =>
    sealed.keyId === keyId
      ? Effect.succeed(sealed)
      : box.open(sealed, place, (secret) => box.seal(secret, place));
  const former = Option.isNone(from.former) ? from.former : Option.some({
    ...from.former.value,
    sealed: yield* reseal(from.former.value.sealed),
  });
  const to: SealedHookSecrets = { current: yield* reseal(from.current), former };
  return yield* (yield* HookStore).replaceSecrets({ id, from, to });
});
