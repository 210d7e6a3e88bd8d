/** Markets, a venue and wallets to trade with, all in memory. @module */
import { Clock, Effect, Layer, Option } from "effect";
import { layerStagedCatalog } from "../memory/event_catalog.ts";
import { layerMemoryMessageAuth } from "../memory/message_auth.ts";
import { layerMemoryGuardStore } from "../memory/guard_store.ts";
import { layerOpenOrderGate } from "../memory/order_gate.ts";
import { layerMemoryOrderStore } from "../memory/order_store.ts";
import { makeStagedVenue } from "../memory/order_venue.ts";
import { layerMemoryWalletStore } from "../memory/wallet_store.ts";
import { layerMemorySecretBox } from "../memory/secret_box.ts";
import { RIGHTS, UNLIMITED, type Wallet } from "../../core/order/mod.ts";
import type { OrderGate } from "../../core/port/order_gate.ts";
import { OrderStore } from "../../core/port/order_store.ts";
import { type MarketTerms, OrderVenue } from "../../core/port/order_venue.ts";
import { SecretBox } from "../../core/port/secret_box.ts";
import { secretLocation, WalletStore } from "../../core/port/wallet_store.ts";
import { layerOrders, layerWalletBalances } from "../../core/use_case/order/mod.ts";
import { MachineTime } from "../../core/use_case/time/mod.ts";
import type { VenueMarket } from "../../core/venue/mod.ts";
import { ALL_RIGHTS, layerApprovalCalls } from "../contract/staged_rights.ts";
import { stagedEvent, stagedMarket } from "./staged_event.ts";
import { conditionOf } from "../condition.ts";
import { makeStagedChain } from "./staged_chain.ts";
import { makeStagedIndex } from "./staged_index.ts";

/** The outcomes of a market, and its condition; each market's number makes its ids. */
function marketOf(
  number: number,
  fields: Partial<VenueMarket> & { readonly slug: string },
): VenueMarket {
  const [yes, no] = fields.isNegRisk === true ? ["Yes", "No"] : ["Up", "Down"];
  return {
    ...stagedMarket({}),
    id: String(number),
    conditionId: Option.some(conditionOf(number)),
    outcomes: [
      { name: yes ?? "", tokenId: Option.some(`${number}1`) },
      { name: no ?? "", tokenId: Option.some(`${number}2`) },
    ],
    ...fields,
  };
}

/** Up at 0.40 and 0.42, 100 shares each; bids at 0.38. */
export const PLAIN = marketOf(1, { slug: "btc-up" });
/** Steps of a thousandth, and the venue's other contract. */
export const NEG_RISK = marketOf(2, { slug: "candidate-a", isNegRisk: true });
/** The venue lists it, and takes no orders. */
export const CLOSED = marketOf(3, { slug: "btc-closed", isAcceptingOrders: false, isClosed: true });
/** Its book is empty. */
export const EMPTY = marketOf(4, { slug: "btc-empty" });
/** Its order book is gone. */
export const BOOKLESS = marketOf(5, { slug: "btc-bookless" });
/** The flat formula does not describe the venue's schedule for it. */
export const ODD_FEE = marketOf(6, {
  slug: "btc-odd-fee",
  ...feeOf(stagedMarket({ exponent: "2" })),
});

const V2_CONDITION = conditionOf((1n << 248n) + (77n << 120n));
const positionOf = (outcome: bigint) => Option.some(String(BigInt(V2_CONDITION) + outcome));
/** Of Protocol V2. */
export const V2 = marketOf(7, {
  slug: "btc-v2",
  protocol: Option.some("v2"),
  conditionId: Option.some(V2_CONDITION),
  outcomes: [
    { name: "Up", tokenId: positionOf(0n) },
    { name: "Down", tokenId: positionOf(1n) },
  ],
});
/** Of an unknown protocol. */
export const UNKNOWN_PROTOCOL = marketOf(8, {
  slug: "btc-v9",
  protocol: Option.some("v9"),
  conditionId: Option.none(),
  outcomes: [{ name: "Up", tokenId: Option.none() }, { name: "Down", tokenId: Option.none() }],
});

/** It publishes no fee, though its event has a tag that once meant one. */
export const FREE = marketOf(10, { slug: "btc-free", feeSchedule: Option.none() });
/** Stated as Protocol V2, with ids that no market of it has. */
export const ODD_IDS = marketOf(9, { slug: "btc-odd-ids", protocol: Option.some("v2") });

/** Its outcomes differ in case alone. */
export const ALIKE = marketOf(11, {
  slug: "yes-or-yes",
  outcomes: [
    { name: "YES", tokenId: Option.some("111") },
    { name: "Yes", tokenId: Option.some("112") },
  ],
});

function feeOf({ areFeesEnabled, feeType, feeSchedule }: VenueMarket) {
  return { areFeesEnabled, feeType, feeSchedule };
}

const EVENTS = [
  stagedEvent({
    id: "1",
    slug: "btc",
    tags: ["5M"],
    markets: [PLAIN, CLOSED, EMPTY, BOOKLESS, ODD_FEE],
  }),
  stagedEvent({ id: "3", slug: "protocols", markets: [V2, UNKNOWN_PROTOCOL, ODD_IDS] }),
  stagedEvent({ id: "4", slug: "free", tags: ["5M"], markets: [FREE] }),
  stagedEvent({ id: "2", slug: "election", markets: [NEG_RISK] }),
  stagedEvent({ id: "5", slug: "alike", markets: [ALIKE] }),
];

/** The terms of a market as its order book states them. */
export function termsOf(market: VenueMarket): MarketTerms {
  return {
    conditionId: Option.getOrThrow(market.conditionId),
    protocol: market.protocol,
    tokens: market.outcomes.map(({ name, tokenId }) => ({
      outcome: name,
      tokenId: Option.getOrThrow(tokenId),
    })),
    tickE6: market.isNegRisk ? 1_000n : 10_000n,
    sizeMinE6: 5_000_000n,
    isNegRisk: market.isNegRisk,
    isAcceptingOrders: market.isAcceptingOrders,
    fee: market,
  };
}

const level = (priceE6: bigint, shares: bigint) => ({ priceE6, sizeE6: shares * 1_000_000n });

/** What orders stand on, and the hands on it. */
export function makeOrderWorld(
  { box = layerMemorySecretBox(7), gate = layerOpenOrderGate }: {
    readonly box?: Layer.Layer<SecretBox>;
    readonly gate?: Layer.Layer<OrderGate>;
  } = {},
) {
  const staged = makeStagedVenue({ pageSize: 2 });
  const hands = { machineAheadMs: 0, storingMs: 0 };
  const { exchange } = staged;
  for (const market of [PLAIN, NEG_RISK, CLOSED, EMPTY, ODD_FEE, V2, ODD_IDS, FREE, ALIKE]) {
    exchange.putMarket(termsOf(market));
  }
  for (const tokenId of ["11", "31", "61", "101", Option.getOrThrow(positionOf(0n))]) {
    exchange.putBook(tokenId, {
      bids: [level(380_000n, 100n), level(370_000n, 100n)],
      asks: [level(400_000n, 100n), level(420_000n, 100n)],
    });
  }
  exchange.putBook("21", { bids: [level(155_000n, 20n)], asks: [level(157_000n, 5_000n)] });
  const machine = {
    nowMs: Effect.map(Clock.currentTimeMillis, (ms) => ms + hands.machineAheadMs),
    sleep: (ms: number) => Effect.sleep(ms),
  };
  /** Storing an order takes as long as the hands say. */
  const layerSlowOrderStore = Layer.effect(
    OrderStore,
    Effect.map(OrderStore, (store) => ({
      ...store,
      add: (added) =>
        Effect.tap(
          store.add(added),
          () => Effect.sync(() => void (hands.machineAheadMs += hands.storingMs)),
        ),
    } satisfies OrderStore["Service"])),
  ).pipe(Layer.provideMerge(layerMemoryOrderStore));
  const index = makeStagedIndex();
  const chain = makeStagedChain();
  const layer = Layer.mergeAll(
    layerOrders,
    layerWalletBalances,
    index.layer,
    chain.layer,
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(
      layerStagedCatalog(EVENTS),
      Layer.succeed(OrderVenue, staged.venue),
      Layer.succeed(MachineTime, machine),
      layerSlowOrderStore,
      layerMemoryWalletStore,
      layerMemoryGuardStore,
      gate,
      layerApprovalCalls,
      box,
      layerMemoryMessageAuth,
    )),
  );
  return { ...staged, hands, index: index.hands, chain: chain.hands, layer };
}

/** What {@linkcode makeOrderWorld} provides. */
export type OrderWorldPorts = Layer.Success<ReturnType<typeof makeOrderWorld>["layer"]>;

/** Adds a wallet, provisioned by default. */
export const addWallet = Effect.fnUntraced(function* (
  accountId: string,
  fields: Partial<Wallet> = {},
) {
  const id = crypto.randomUUID();
  const address = `0x${id.replaceAll("-", "")}00aAbBcC`;
  const box = yield* SecretBox;
  const text = JSON.stringify({ secret: "c2VjcmV0", passphrase: "pass" });
  const bytes = new TextEncoder().encode(text);
  const signingKey = yield* box.seal(
    crypto.getRandomValues(new Uint8Array(32)),
    secretLocation(id, "signingKey"),
  );
  const credentials = yield* box.seal(bytes, secretLocation(id, "credentials"));
  const wallet: Wallet = {
    id,
    accountId,
    address,
    funder: address,
    signatureType: 0,
    clobApiKey: Option.some(crypto.randomUUID()),
    rights: ALL_RIGHTS,
    limits: UNLIMITED,
    claimPolicy: "off",
    createdMs: 1_767_225_600_456,
    ...fields,
  };
  const secrets = { signingKey, credentials: Option.some(credentials) };
  yield* (yield* WalletStore).add({ wallet, secrets });
  return wallet;
});

/** Notes that the venue may not move what a wallet has any more. */
export const withoutApprovals = Effect.fnUntraced(function* (id: string) {
  const store = yield* WalletStore;
  const { wallet, secrets } = Option.getOrThrow(yield* store.find(id));
  yield* store.provision({
    id,
    clobApiKey: Option.getOrThrow(wallet.clobApiKey),
    credentials: Option.getOrThrow(secrets.credentials),
    rights: new Map(RIGHTS.map((right) => [right, false])),
  });
});
