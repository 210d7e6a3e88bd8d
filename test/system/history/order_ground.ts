/** The markets, wallets, accounts and webhooks of a history. @module */
import { Effect, Option } from "effect";
import { canRest } from "../../../core/order/mod.ts";
import { SecretBox } from "../../../core/port/secret_box.ts";
import { secretLocation } from "../../../core/port/wallet_store.ts";
import { webhookSecretLocation } from "../../../core/port/webhook_store.ts";
import type { VenueEvent, VenueMarket } from "../../../core/venue/mod.ts";
import type { WebhookEventName } from "../../../core/webhook/mod.ts";
import { conditionOf } from "../../condition.ts";
import { newWebhook } from "../../contract/new_webhook.ts";
import { newWallet } from "../../contract/new_wallet.ts";
import { ALL_RIGHTS } from "../../contract/staged_rights.ts";
import { termsOf } from "../../stage/order_world.ts";
import { stagedEvent, stagedMarket } from "../../stage/staged_event.ts";
import type { Ground } from "./ground.ts";
import { MAKERS } from "./maker_venue.ts";
import { layerPlainBox } from "./plain_box.ts";
import type { VenueRecord } from "./traffic.ts";

/** The slugs of the markets: one has a deep book, the other a thin one. */
export const SLUGS = ["deep", "thin"] as const;
/** That of the market in which makers rest their orders; its book is thin. */
export const MADE = "made";

const MARKETS: ReadonlyArray<VenueMarket> = [...SLUGS, MADE].map((slug, at) => ({
  ...stagedMarket({}),
  id: String(at),
  slug,
  conditionId: Option.some(conditionOf(at)),
  outcomes: [
    { name: "Up", tokenId: Option.some(`${at}1`) },
    { name: "Down", tokenId: Option.some(`${at}2`) },
  ],
}));

/** The events that list them. */
export const EVENTS: ReadonlyArray<VenueEvent> = [
  stagedEvent({ id: "1", slug: "event", markets: MARKETS }),
];

/** The accounts of a history. */
export const ACCOUNTS = ["account-1", "account-2"] as const;

/** What the webhook of each account wants to know. */
const WEBHOOKS: Readonly<Record<string, ReadonlyArray<WebhookEventName>>> = {
  "account-1": ["order.settled"],
  "account-2": ["order.settled", "window.opened", "window.closed"],
  "account-3": [
    "order.settled",
    "order.canceled",
    "fill.matched",
    "fill.confirmed",
    "fill.failed",
    "guard.fired",
  ],
};

/** The wallets: the first two are the first account's. */
export const WALLETS = ["a", "b", "c"].map((letter, at) => ({
  id: `${letter.repeat(8)}-0000-4000-8000-${letter.repeat(12)}`,
  address: `0x${letter.repeat(40)}`,
  accountId: ACCOUNTS[at < 2 ? 0 : 1],
}));

/** The account of a wallet. */
export function accountOf(walletId: string): string {
  return [...WALLETS, ...MAKERS].find(({ id }) => id === walletId)?.accountId ?? "";
}

const E6 = 1_000_000n;
const CREATED_MS = 1_767_225_600_000;

/** The id of the wallet with this address. */
export function walletAt(address: string): string {
  return [...WALLETS, ...MAKERS].find((wallet) => wallet.address === address)?.id ?? address;
}

/** What the venue has of the orders that do not rest. */
export function venueRecords({ venue: { exchange } }: Ground): ReadonlyArray<VenueRecord> {
  return exchange.receivedOrders.flatMap(({ orderId, address, sent, status }) => {
    if (status.kind === "live" || status.kind === "canceled" || canRest(sent.orderType)) {
      return [];
    }
    const { side, makerAmountE6 } = sent.order;
    const fill = status.kind === "matched" ? status.fill : undefined;
    return {
      orderId,
      walletId: walletAt(address),
      side,
      orderType: sent.orderType,
      makerE6: Number(makerAmountE6),
      state: status.kind,
      sharesE6: Number(fill && Option.getOrThrow(fill.sharesE6) || 0),
      usdcE6: Number(fill && Option.getOrThrow(fill.usdcE6) || 0),
    };
  });
}

/** Opens or closes the makers' market for orders. */
export function openMade({ venue: { exchange }, conditions: { made } }: Ground): void {
  for (const market of MARKETS.filter(({ slug }) => slug === MADE)) {
    exchange.putMarket({ ...termsOf(market), isAcceptingOrders: made === "open" });
  }
}

/** Opens the markets, and gives accounts their wallets and webhooks. */
export function openTrading(ground: Ground): void {
  const { chance, venue: { exchange } } = ground;
  for (const market of MARKETS) {
    const terms = termsOf(market);
    exchange.putMarket(terms);
    const sizeE6 = () => BigInt(market.slug === "deep" ? 1_000_000 : chance.within(1, 40)) * E6;
    for (const { tokenId } of terms.tokens) {
      exchange.putBook(tokenId, {
        bids: [{ priceE6: 380_000n, sizeE6: sizeE6() }, { priceE6: 370_000n, sizeE6: sizeE6() }],
        asks: [{ priceE6: 400_000n, sizeE6: sizeE6() }, { priceE6: 420_000n, sizeE6: sizeE6() }],
      });
    }
  }
  for (const id of new Set([...WALLETS, ...MAKERS].map(({ accountId }) => accountId))) {
    const account = { id, email: `${id}@example.com`, createdMs: CREATED_MS };
    Effect.runSync(ground.accounts.addAccount(account));
  }
  for (const id of Object.keys(WEBHOOKS)) addWebhook(ground, id);
  for (const wallet of [...WALLETS, ...MAKERS]) addWallet(ground, wallet);
  for (const { address } of WALLETS) {
    // A balance of about one order, or plenty.
    if (!chance.is(0.3)) continue;
    ground.venue.exchange.putBalance(address, BigInt(chance.within(3, 9)) * E6);
  }
}

function addWallet(ground: Ground, { id, address, accountId }: (typeof MAKERS)[number]): void {
  const wallet = newWallet(accountId, {
    id,
    address,
    funder: address,
    clobApiKey: Option.some(`api-key-${id}`),
    rights: ALL_RIGHTS,
    createdMs: CREATED_MS,
  });
  const text = '{"secret":"c2VjcmV0","passphrase":"pass"}';
  const adding = Effect.gen(function* () {
    const box = yield* SecretBox;
    const key = new Uint8Array(32).fill(id.charCodeAt(0));
    const credentials = new TextEncoder().encode(text);
    const secrets = {
      signingKey: yield* box.seal(key, secretLocation(id, "signingKey")),
      credentials: Option.some(yield* box.seal(credentials, secretLocation(id, "credentials"))),
    };
    yield* ground.wallets.add({ wallet, secrets });
  });
  Effect.runSync(Effect.provide(adding, layerPlainBox));
}

function addWebhook(ground: Ground, accountId: string): void {
  const id = `hook_${accountId}`;
  const events = WEBHOOKS[accountId] ?? [];
  const adding = Effect.gen(function* () {
    const box = yield* SecretBox;
    const current = yield* box.seal(new Uint8Array(32).fill(7), webhookSecretLocation(id));
    const fields = {
      id,
      url: `https://${accountId}.example.com/`,
      events,
      assets: ["btc"],
      intervals: ["5min"],
      createdMs: Math.floor(ground.machineMs),
      sinceMs: ground.time.nowMs,
    } as const;
    yield* ground.webhooks.add(newWebhook(accountId, fields, { current }));
  });
  Effect.runSync(Effect.provide(adding, layerPlainBox));
  ground.traffic.webhooks.push({ webhookId: id, accountId, events });
}
