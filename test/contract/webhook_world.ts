/**
 * What the tests of a store of webhooks stand on: a store, and an account for each test.
 *
 * @module
 */
import { afterEach, beforeAll, beforeEach } from "bun:test";
import { Option } from "effect";
import { AccountStore } from "../../core/port/account_store.ts";
import type { FillState, OrderFill } from "../../core/order/mod.ts";
import { FillStore } from "../../core/port/fill_store.ts";
import { OrderStore } from "../../core/port/order_store.ts";
import { WalletStore } from "../../core/port/wallet_store.ts";
import {
  type AttemptResult,
  type StoredWebhook,
  type WebhookMessage,
  type WebhookNotice,
  WebhookStore,
} from "../../core/port/webhook_store.ts";
import { newAccount } from "./account_store_contract.ts";
import { newNotice, newWebhook } from "./new_webhook.ts";
import { newSecrets, newWallet } from "./new_wallet.ts";
import { finalAs, newOrder, REFUSED, unknownAs } from "./order_fixture.ts";
import type { RunIn } from "./store_world.ts";

/** The stores that it needs. */
export type WebhookPorts = AccountStore | WebhookStore | OrderStore | FillStore | WalletStore;

type WebhookClaim = Parameters<WebhookStore["Service"]["claim"]>[0];

/** Stages webhooks for the tests of a suite. Each test has an account of its own. */
export function webhookWorld(run: RunIn<WebhookPorts>) {
  let webhooks: WebhookStore["Service"];
  let accountId: string;
  const left: string[] = [];
  const newAccountId = async () =>
    (await run(AccountStore.use(({ addAccount }) => addAccount(newAccount())))).id;
  beforeAll(async () => void (webhooks = await run(WebhookStore)));
  beforeEach(async () => {
    accountId = await newAccountId();
  });
  afterEach(async () => {
    for (const id of left.splice(0)) await run(webhooks.remove(id));
  });

  const claim = (fields: Partial<WebhookClaim> = {}) =>
    run(webhooks.claim({ ...CLAIM, ...fields }));

  return {
    newAccountId,
    store: () => webhooks,
    accountId: () => accountId,
    add: async (fields: Partial<StoredWebhook["webhook"]> = {}) => {
      const stored = newWebhook(accountId, fields);
      await run(webhooks.add(stored));
      left.push(stored.webhook.id);
      return stored.webhook;
    },
    /** Removes webhooks after the test. */
    removeLater: (...ids: ReadonlyArray<string>) => void left.push(...ids),
    /** Announces events at an instant, each different from all others. */
    announce: (atMs: number, ...events: ReadonlyArray<Partial<WebhookNotice>>) =>
      run(webhooks.announce(events.map(newNotice), atMs)),
    claim,
    /** The first of what is due. */
    claimOne: async (fields: Partial<WebhookClaim> = {}) => {
      const [message] = await claim(fields);
      if (message === undefined) throw new Error("nothing was due");
      return message;
    },
    note: ({ id, to }: WebhookMessage, result: AttemptResult, atMs = 150) =>
      run(webhooks.note({ messageId: id, webhookId: to.webhook.id, atMs, result })),
    reportOf: async (id: string) =>
      (await run(webhooks.ofAccount(accountId))).find(({ webhook }) => webhook.id === id),
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
        noteCanceled: () => {
          const fill = { sharesE6: Option.some(0n), usdcE6: Option.some(0n) };
          const state = finalAs(
            { kind: "canceled", cause: "request", message: "", fill },
            orderId,
          );
          return run(OrderStore.use((orders) => orders.note({ ...noted, state })));
        },
        noteFill: (tradeId: string, state: FillState) => {
          const fill: OrderFill = {
            tradeId: `${tradeId}`,
            orderId,
            role: "taker",
            priceE6: 500_000n,
            sharesE6: 2_000_000n,
            state,
            tx: Option.none(),
            matchedMs: 3,
          };
          return run(
            FillStore.use((fills) => fills.note({ walletId: wallet.id, fills: [fill], atMs: 5 })),
          );
        },
        noteUnknown: () => run(OrderStore.use((orders) => orders.note(unknown))),
      };
    },
  };
}

/** Claims all that is due at 100, until 200. */
export const CLAIM = { nowMs: 100, untilMs: 200, limit: 100, limitPerWebhook: 100, except: [] };

/** An attempt that failed, and the next one if there is any. */
export function failedAttempt(nextMs?: number, stop?: "gone"): AttemptResult {
  return {
    kind: "failed",
    reason: "it \0 fell",
    nextMs: Option.fromUndefinedOr(nextMs),
    stop: Option.fromUndefinedOr(stop),
  };
}
