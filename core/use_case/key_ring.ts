/**
 * Which API keys are good, remembered for a few seconds.
 *
 * @module
 */
import { Context, Deferred, Effect, Layer, type Option } from "effect";
import type { KeyHolder } from "../access/mod.ts";
import { AccountStore, type StoreFailed } from "../port/mod.ts";

/** What the store has under a digest: a key, revoked or not, or none. */
export type KeyLookup = Option.Option<KeyHolder>;

/** Knows keys by the SHA-256 of their text. `atMs` is the machine's own time from a fixed point. */
export class KeyRing extends Context.Service<KeyRing, {
  /** What the store said in the last {@linkcode KEY_KNOWN_MS}; undefined if it was not asked. */
  readonly known: (sha256: string, atMs: number) => KeyLookup | undefined;

  /** Asks the store. Any number of equal questions at once are one. */
  readonly find: (sha256: string, atMs: number) => Effect.Effect<KeyLookup, StoreFailed>;

  /** The note that a key was used; undefined while the last one is fresh. */
  readonly noteUse: (holder: KeyHolder, nowMs: number) => Effect.Effect<void> | undefined;
}>()("core/use_case/KeyRing") {}

/** A revoked key dies within ten seconds on every replica; the rest is for the store's answer. */
export const KEY_KNOWN_MS = 9_000;
/** More digests than this are not remembered: whoever makes keys up must not fill the memory. */
const KNOWN_MAX = 10_000;
/** How fresh the last use of a key is kept. */
const USE_NOTED_EVERY_MS = 60_000;

interface Known {
  readonly lookup: KeyLookup;
  readonly askedMs: number;
}

/** The ring over the store. */
export const layerKeyRing: Layer.Layer<KeyRing, never, AccountStore> = Layer.effect(
  KeyRing,
  Effect.map(AccountStore, makeKeyRing),
);

function makeKeyRing(store: AccountStore["Service"]): KeyRing["Service"] {
  const knownByDigest = new Map<string, Known>();
  const underway = new Map<string, Deferred.Deferred<KeyLookup, StoreFailed>>();
  const notedMs = new Map<string, number>();

  const remember = (sha256: string, known: Known) => {
    knownByDigest.delete(sha256);
    if (knownByDigest.size >= KNOWN_MAX) {
      const [oldest] = knownByDigest.keys();
      if (oldest !== undefined) knownByDigest.delete(oldest);
    }
    knownByDigest.set(sha256, known);
  };

  /** Goes on when the first asker has gone: others wait for it. */
  const ask = (sha256: string, askedMs: number) => {
    const answer = Deferred.makeUnsafe<KeyLookup, StoreFailed>();
    underway.set(sha256, answer);
    return store.findKey(sha256).pipe(
      Effect.tap((lookup) => Effect.sync(() => remember(sha256, { lookup, askedMs }))),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          underway.delete(sha256);
          Deferred.doneUnsafe(answer, exit);
        })
      ),
      Effect.forkDetach,
      Effect.andThen(Deferred.await(answer)),
    );
  };

  return {
    known: (sha256, atMs) => {
      const known = knownByDigest.get(sha256);
      return known !== undefined && atMs - known.askedMs < KEY_KNOWN_MS ? known.lookup : undefined;
    },
    find: (sha256, atMs) =>
      Effect.suspend(() => {
        const answer = underway.get(sha256);
        return answer === undefined ? ask(sha256, atMs) : Deferred.await(answer);
      }),
    noteUse: ({ key }, nowMs) => {
      const lastMs = notedMs.get(key.id);
      if (lastMs !== undefined && Math.abs(nowMs - lastMs) < USE_NOTED_EVERY_MS) return undefined;
      if (notedMs.size >= KNOWN_MAX) notedMs.clear();
      notedMs.set(key.id, nowMs);
      return store.noteUse(key.id, nowMs).pipe(
        Effect.catch((failure) => Effect.logWarning("Cannot note that a key was used", failure)),
      );
    },
  };
}
