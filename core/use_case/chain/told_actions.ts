/**
 * The store of what wallets do on the chain, for a service that tells of every change at once.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { ChainStore } from "../../port/chain_store.ts";
import { Publisher } from "../live/publisher.ts";

/** Of so many actions and submissions it is known whose they are. */
const KNOWN_MAX = 20_000;

/**
 * Provides the same store. What it has stored is published by its wallet, of which it was asked
 * before: a change of any other is told within a second.
 */
export const layerToldActions: Layer.Layer<ChainStore, never, ChainStore | Publisher> = Layer
  .effect(
    ChainStore,
    Effect.gen(function* () {
      const store = yield* ChainStore;
      const { publishWallet } = yield* Publisher;
      const wallets = new BoundedMap<string, string>(KNOWN_MAX);
      const publish = (walletId: string | undefined) =>
        Effect.sync(() => walletId !== undefined && publishWallet(walletId, []));
      const know = (walletId: string, things: ReadonlyArray<{ readonly id: string }>) => {
        for (const { id } of things) wallets.setNewest(id, walletId);
      };
      return ChainStore.of({
        ...store,
        request: (request) =>
          store.request(request).pipe(
            Effect.tap(({ actions }) => Effect.sync(() => know(request.walletId, actions))),
            Effect.tap(publish(request.walletId)),
          ),
        openOf: (walletId) =>
          Effect.tap(store.openOf(walletId), ({ queued, inFlight, ended }) =>
            Effect.sync(() => {
              know(walletId, queued);
              know(walletId, ended.map(({ action }) => action));
              know(walletId, Option.toArray(inFlight));
            })),
        begin: (begun) =>
          Effect.tap(store.begin(begun), (isStored) => {
            if (!isStored) return Effect.void;
            know(begun.submission.walletId, [begun.submission, ...begun.actions]);
            return publish(begun.submission.walletId);
          }),
        noteSubmission: (known) =>
          Effect.tap(store.noteSubmission(known), () => publish(wallets.get(known.id))),
        noteRefusal: (refusal) =>
          Effect.tap(store.noteRefusal(refusal), () => publish(wallets.get(refusal.id))),
        endSubmission: (ended) =>
          Effect.tap(store.endSubmission(ended), () => publish(wallets.get(ended.id))),
        change: (changes) =>
          Effect.tap(store.change(changes), () => {
            const walletIds = new Set(changes.map(({ id }) => wallets.get(id)));
            return Effect.forEach(walletIds, publish, { discard: true });
          }),
      });
    }),
  );
