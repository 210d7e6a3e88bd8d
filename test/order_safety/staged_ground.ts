/**
 * Markets and wallets of a simulated world.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { StagedMatchingEngine } from "../memory/staged_matching_engine.ts";
import type { Wallet } from "../../core/order/mod.ts";
import { SecretBox, secretLocation, type WalletStore } from "../../core/port/mod.ts";
import type { VenueMarket } from "../../core/venue/mod.ts";
import { ALL_RIGHTS } from "../contract/staged_rights.ts";
import { stagedEvent, stagedMarket } from "../http/fee/fee_server.ts";
import type { Chance } from "./chance.ts";
import type { ClientOrder } from "./order_client.ts";
import { layerPlainBox } from "./plain_box.ts";
import { conditionOf } from "../condition.ts";

/** One has a deep book, the other a thin one. */
const MARKETS: ReadonlyArray<VenueMarket> = ["deep", "thin"].map((slug, at) => ({
  ...stagedMarket({}),
  id: String(at),
  slug,
  conditionId: Option.some(conditionOf(at)),
  outcomes: [
    { name: "Up", tokenId: Option.some(`${at}1`) },
    { name: "Down", tokenId: Option.some(`${at}2`) },
  ],
}));

/** Their slugs. */
export const SLUGS: ReadonlyArray<string> = MARKETS.map(({ slug }) => slug);
/** The events that list them. */
export const EVENTS = [stagedEvent({ id: "1", slug: "event", markets: MARKETS })];

const E6 = 1_000_000n;

/** Opens the markets at the venue, the thin one with a few shares. */
export function openMarkets(exchange: StagedMatchingEngine, chance: Chance): void {
  for (const market of MARKETS) {
    const tokens = market.outcomes.map(({ name, tokenId }) => ({
      outcome: name,
      tokenId: Option.getOrThrow(tokenId),
    }));
    exchange.putMarket({
      conditionId: Option.getOrThrow(market.conditionId),
      protocol: market.protocol,
      tokens,
      tickE6: 10_000n,
      sizeMinE6: 5n * E6,
      isNegRisk: false,
      isAcceptingOrders: true,
      fee: market,
    });
    const sizeE6 = () => BigInt(market.slug === "thin" ? chance.within(1, 60) : 1_000_000) * E6;
    for (const { tokenId } of tokens) {
      exchange.putBook(tokenId, {
        bids: [{ priceE6: 380_000n, sizeE6: sizeE6() }, { priceE6: 370_000n, sizeE6: sizeE6() }],
        asks: [{ priceE6: 400_000n, sizeE6: sizeE6() }, { priceE6: 420_000n, sizeE6: sizeE6() }],
      });
    }
  }
}

/** Leaves half of the wallets with the cost of one of their orders, or part of a fee more. */
export function putBalances(
  exchange: StagedMatchingEngine,
  { owners, orders, chance }: {
    readonly owners: ReadonlyArray<Wallet>;
    readonly orders: ReadonlyArray<Pick<ClientOrder, "walletId" | "amountE2">>;
    readonly chance: Chance;
  },
): void {
  for (const { id, address } of owners) {
    const own = orders.filter(({ walletId }) => walletId === id);
    if (own.length === 0 || !chance.is(0.5)) continue;
    const moreE6 = BigInt(chance.within(0, 50_000));
    exchange.putBalance(address, BigInt(chance.pick(own).amountE2) * E6 / 100n + moreE6);
  }
}

/** Stores three wallets of two accounts, some with a daily limit. */
export const putWallets = Effect.fnUntraced(function* (
  store: WalletStore["Service"],
  chance: Chance,
): Effect.fn.Return<ReadonlyArray<Wallet>> {
  const wallets = ["a", "b", "c"].map((id, at): Wallet => ({
    id: `wallet-${id}`,
    accountId: at === 0 ? "account-1" : "account-2",
    address: `0x${id.repeat(40)}`,
    funder: `0x${id.repeat(40)}`,
    signatureType: 0,
    clobApiKey: Option.some(`api-key-${id}`),
    rights: ALL_RIGHTS,
    limits: {
      orderMaxE6: Option.none(),
      dayMaxE6: chance.is(0.6) ? Option.some(BigInt(chance.within(2, 40)) * E6) : Option.none(),
    },
    createdMs: 1_767_225_600_000 + at,
  }));
  for (const wallet of wallets) yield* putWallet(store, wallet);
  return wallets;
});

const putWallet = Effect.fnUntraced(
  function* (store: WalletStore["Service"], wallet: Wallet) {
    const box = yield* SecretBox;
    const bytes = new TextEncoder().encode('{"secret":"c2VjcmV0","passphrase":"pass"}');
    const signingKey = new Uint8Array(32).fill(wallet.id.charCodeAt(wallet.id.length - 1));
    const secrets = {
      signingKey: yield* box.seal(signingKey, secretLocation(wallet.id, "signingKey")),
      credentials: Option.some(yield* box.seal(bytes, secretLocation(wallet.id, "credentials"))),
    };
    yield* store.add({ wallet, secrets });
  },
  Effect.provide(layerPlainBox),
  Effect.orDie,
);
