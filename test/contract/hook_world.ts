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
  type HookNotice,
  HookStore,
  OrderStore,
  type StoredHook,
  WalletStore,
} from "../../core/port/mod.ts";
import { newAccount } from "./account_store_contract.ts";
import { newHook, newNotice } from "./new_hook.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";
import { finalAs, newOrder, REFUSED, unknownAs } from "./order_fixture.ts";
import type { RunIn } from "./store_world.ts";

/** The stores that it needs. */
export type HookPorts = AccountStore | HookStore | OrderStore | WalletStore;

type HookClaim = Parameters<HookStore["Service"]["claim"]>[0];

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

  const claim = (fields: Partial<HookClaim> = {}) => run(hooks.claim({ ...CLAIM, ...fields }));

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
    /** Announces events at an instant, each different from all others. */
    announce: (atMs: number, ...events: ReadonlyArray<Partial<HookNotice>>) =>
      run(hooks.announce(events.map(newNotice), atMs)),
    claim,
    /** The first of what is due. */
    claimOne: async (fields: Partial<HookClaim> = {}) => {
      const [message] = await claim(fields);
      if (message === undefined) throw new Error("nothing was due");
      return message;
    },
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
      const noted = {
        id,
        state: finalAs(REFUSED, orderId),
        latencyMs: Option.some(4),
        lookUpAtMs: 0,
      };
      const unknown = { ...noted, state: unknownAs(orderId) };
      return {
        noted,
        note: () => run(OrderStore.use((orders) => orders.note(noted))),
        noteUnknown: () => run(OrderStore.use((orders) => orders.note(unknown))),
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
