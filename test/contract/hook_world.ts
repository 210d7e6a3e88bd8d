/**
 * What the tests of a store of webhooks stand on: a store, and an account for each test.
 *
 * @module
 */
import { afterEach, beforeAll, beforeEach } from "bun:test";
import { Option } from "effect";
import {
  AccountStore,
  type AttemptResult,
  type HookMessage,
  HookStore,
  OrderStore,
  type StoredHook,
  WalletStore,
} from "../../core/port/mod.ts";
import { newAccount } from "./account_store_contract.ts";
import { newHook } from "./new_hook.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";
import { finalAs, newOrder, REFUSED } from "./order_fixture.ts";
import type { RunIn } from "./store_world.ts";

/** The stores that it needs. */
export type HookPorts = AccountStore | HookStore | OrderStore | WalletStore;

/** Stages webhooks for the tests of a suite. Each test has an account of its own. */
export function hookWorld(run: RunIn<HookPorts>) {
  let hooks: HookStore["Service"];
  let accountId: string;
  const left: string[] = [];
  const newAccountId = async () =>
    (await run(AccountStore.use(({ addAccount }) => addAccount(newAccount())))).id;
  beforeAll(async () => void (hooks = await run(HookStore)));
  beforeEach(async () => {
    accountId = await newAccountId();
  });
  afterEach(async () => {
    for (const id of left.splice(0)) await run(hooks.remove(id));
  });

  return {
    newAccountId,
    store: () => hooks,
    accountId: () => accountId,
    add: async (fields: Partial<StoredHook["hook"]> = {}) => {
      const stored = newHook(accountId, fields);
      await run(hooks.add(stored));
      left.push(stored.hook.id);
      return stored.hook;
    },
    /** Removes hooks after the test. */
    removeLater: (...ids: ReadonlyArray<string>) => void left.push(...ids),
    claim: (fields: Partial<Parameters<typeof hooks.claim>[0]> = {}) =>
      run(hooks.claim({ ...CLAIM, ...fields })),
    note: ({ id, to }: HookMessage, result: AttemptResult, atMs = 150) =>
      run(hooks.note({ messageId: id, hookId: to.hook.id, atMs, result })),
    reportOf: async (id: string) =>
      (await run(hooks.ofAccount(accountId))).find(({ hook }) => hook.id === id),
    /** Stores an order of the account, and returns how to note its end. */
    sentOrder: async () => {
      const wallet = newWallet(accountId);
      const added = newOrder({ accountId, walletId: wallet.id });
      const { id, state: { orderId } } = added.order;
      await run(WalletStore.use((wallets) => wallets.add({ wallet, secrets: newSecrets() })));
      await run(OrderStore.use((orders) => orders.add(added)));
      const state = finalAs(REFUSED, orderId);
      const noted = { id, state, latencyMs: Option.some(4), lookUpAtMs: 0 };
      const unknown = {
        name: "unknown",
        orderId,
        sentMs: 1,
        why: "it broke",
        isAtVenue: false,
        isMatched: false,
        missingSinceMs: Option.none<number>(),
      } as const;
      return {
        noted,
        note: () => run(OrderStore.use((orders) => orders.note(noted))),
        noteUnknown: () =>
          run(OrderStore.use((orders) => orders.note({ ...noted, state: unknown }))),
      };
    },
  };
}

/** Claims all that is due at 100, until 200. */
export const CLAIM = { nowMs: 100, untilMs: 200, limit: 100, limitPerHook: 100, except: [] };

/** An attempt that failed, and the next one if there is any. */
export function failedAttempt(nextMs?: number, stop?: "gone"): AttemptResult {
  return {
    kind: "failed",
    reason: "it \0 fell",
    nextMs: Option.fromUndefinedOr(nextMs),
    stop: Option.fromUndefinedOr(stop),
  };
}
