import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import { layerMemoryAccountStore } from "../../memory/account_store.ts";
import {
  layerWalletCache,
  rememberWallets,
  WALLET_KNOWN_MS,
} from "../../../adapters/process/wallet_cache.ts";
import { layerMemoryWalletStore } from "../../memory/wallet_store.ts";
import { UNLIMITED } from "../../../core/order/mod.ts";
import { type StoredWallet, WalletStore } from "../../../core/port/wallet_store.ts";
import { ALL_RIGHTS } from "../../contract/staged_rights.ts";
import { walletStoreContract } from "../../contract/wallet_store_contract.ts";

walletStoreContract({
  name: "memory, remembered",
  layer: Layer.merge(
    Layer.provide(layerWalletCache, layerMemoryWalletStore),
    layerMemoryAccountStore,
  ),
});

const WALLET: StoredWallet = {
  wallet: {
    id: "w",
    accountId: "a",
    address: "0x1",
    funder: "0x1",
    signatureType: 0,
    clobApiKey: Option.none(),
    rights: ALL_RIGHTS,
    limits: UNLIMITED,
    claimPolicy: "off",
    createdMs: 0,
  },
  secrets: { signingKey: { keyId: "k", box: "b" }, credentials: Option.none() },
};
const LIMITED = { ...UNLIMITED, orderMaxE6: Option.some(1n) };

/** A store that another replica changes, a memory before it, and how often it was asked. */
const staged = Effect.gen(function* () {
  const store = yield* WalletStore;
  const hands = { nowMs: 0, asked: 0, beforeAnswer: Effect.void as Effect.Effect<unknown> };
  const counted = WalletStore.of({
    ...store,
    find: (id) =>
      Effect.tap(store.find(id), () => {
        hands.asked += 1;
        return hands.beforeAnswer;
      }),
  });
  yield* store.add(WALLET);
  return {
    store,
    hands,
    memory: rememberWallets(counted, { nowMs: Effect.sync(() => hands.nowMs) }),
  };
});

const run = <A>(test: Effect.Effect<A, unknown, WalletStore>) =>
  Effect.runPromise(Effect.provide(test, layerMemoryWalletStore));

const limitsOf = (found: Option.Option<StoredWallet>) =>
  Option.getOrThrow(found).wallet.limits.orderMaxE6;

describe("a remembered wallet", () => {
  test("is asked for once in nine seconds", () =>
    run(Effect.gen(function* () {
      const { store, memory, hands } = yield* staged;
      yield* memory.find("w");
      yield* store.setLimits("w", LIMITED);
      hands.nowMs = WALLET_KNOWN_MS - 1;
      expect([limitsOf(yield* memory.find("w")), hands.asked]).toEqual([Option.none(), 1]);
      hands.nowMs = WALLET_KNOWN_MS;
      expect([limitsOf(yield* memory.find("w")), hands.asked]).toEqual([Option.some(1n), 2]);
    })));

  test("is what it was changed to here, at once", () =>
    run(Effect.gen(function* () {
      const { memory } = yield* staged;
      yield* memory.find("w");
      yield* memory.setLimits("w", LIMITED);
      expect(limitsOf(yield* memory.find("w"))).toEqual(Option.some(1n));
      yield* memory.setClaimPolicy("w", "auto");
      expect(Option.getOrThrow(yield* memory.find("w")).wallet.claimPolicy).toBe("auto");
    })));

  test("is not what it was before a change that came while it was asked for", () =>
    run(Effect.gen(function* () {
      const { memory, hands } = yield* staged;
      hands.beforeAnswer = Effect.suspend(() => {
        hands.beforeAnswer = Effect.void;
        return Effect.orDie(memory.setLimits("w", LIMITED));
      });
      yield* memory.find("w");
      expect(limitsOf(yield* memory.find("w"))).toEqual(Option.some(1n));
    })));

  test("that does not exist is requested every time", () =>
    run(Effect.gen(function* () {
      const { memory, hands } = yield* staged;
      yield* memory.find("other");
      expect(yield* memory.find("other")).toEqual(Option.none());
      expect(hands.asked).toBe(2);
    })));
});
