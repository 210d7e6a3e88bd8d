/** A staged order venue, and the actions that every contract test performs there. @module */
import { Effect, Option } from "effect";
import {
  marketKindOf,
  type MarketOrderTerms,
  priceMarketOrder,
  type SignatureType,
  type Wallet,
} from "../../core/order/mod.ts";
import { ONE_E6 } from "../../core/fee/mod.ts";
import type { OrderHolder, OrderVenue, SignedOrder } from "../../core/port/order_venue.ts";
import { type ConditionId, type Protocol, protocolOf } from "../../core/venue/mod.ts";

/** The two tokens of a market. */
export interface StagedMarket {
  readonly conditionId: ConditionId;
  readonly yes: string;
  readonly no: string;
}

/** A unique wallet, with its private key and its API key at the venue. */
export interface StagedWallet {
  readonly wallet: Pick<Wallet, "address" | "funder" | "signatureType">;
  readonly holder: OrderHolder;
  readonly signingKey: Uint8Array;
}

/** A level in decimal text. */
type LevelText = readonly [price: string, size: string];

/** The settings of a staged market. */
export interface MarketStaging {
  /** Decimal text; default 0.01. */
  readonly tick?: string;
  readonly isNegRisk?: boolean;
  /** Default V1. */
  readonly protocol?: Protocol;
  /** Seconds for which the venue delays orders. */
  readonly delaySec?: number;
  readonly isAcceptingOrders?: boolean;
}

/** A fault in the sending of an order, applied once. */
export type OrderTrouble = "lost_reply" | "drop" | "duplicate" | "error_500";

/** A venue, and a test's controls over it. */
export interface OrderVenueWorld {
  readonly venue: OrderVenue["Service"];
  readonly market: (staging: MarketStaging) => Promise<StagedMarket>;
  /** Sets levels in any order; the other token's are mirrored. */
  readonly putBook: (
    tokenId: string,
    levels: {
      readonly bids?: ReadonlyArray<LevelText>;
      readonly asks?: ReadonlyArray<LevelText>;
    },
  ) => Promise<void>;
  readonly wallet: (signatureType: SignatureType) => Promise<StagedWallet>;
  /** Rests an order at a price far from the book, and returns its id. */
  readonly rest: (wallet: StagedWallet, tokenId: string) => Promise<string>;
  readonly setBalance: (wallet: StagedWallet, usdc: string) => Promise<void>;
  /** Sets a wallet's shares of a token, of which a new wallet has none. */
  readonly setShares: (wallet: StagedWallet, tokenId: string, shares: string) => Promise<void>;
  readonly setMode: (
    mode: Partial<{
      readonly mode: "normal" | "restarting" | "post_only" | "cancel_only" | "disabled";
      readonly retryAfterSec: number;
      readonly region: "open" | "blocked" | "firewall";
    }>,
  ) => Promise<void>;
  /** Sets the protocol that the order book reports for the token's market. */
  readonly setProtocol: (tokenId: string, protocol: string) => Promise<void>;
  readonly setTick: (tokenId: string, tick: string) => Promise<void>;
  readonly trouble: (kind: OrderTrouble) => Promise<void>;
  /** Returns the ids of all orders that it has accepted. */
  readonly accepted: () => Promise<ReadonlyArray<string>>;
  /** Returns unix seconds by the service's clock. */
  readonly nowSec: () => number;
  /** Lets time pass at the venue, in milliseconds. */
  readonly pass: (ms: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The order that a test requests: default 5 USDC, or 10 shares. */
type RequestedTerms = Partial<Pick<MarketOrderTerms, "side" | "orderType" | "amountE6">>;

/** Runs an effect of a test. */
export function run<A, E>(effect: Effect.Effect<A, E>): Promise<A> {
  return Effect.runPromise(effect);
}

/** Makes the common actions at a venue, which may be opened later. */
export function makeTrading(given: OrderVenueWorld | (() => OrderVenueWorld)) {
  const worldOf = () => typeof given === "function" ? given() : given;
  /** Prices, builds and signs an order on the current book. */
  async function signOn(
    { conditionId, yes }: StagedMarket,
    { wallet, holder, signingKey }: StagedWallet,
    requested: RequestedTerms = {},
  ): Promise<SignedOrder> {
    const { venue } = worldOf();
    const { side = "BUY", orderType = "FOK" } = requested;
    const amountE6 = requested.amountE6 ?? (side === "BUY" ? 5n : 10n) * ONE_E6;
    const terms = await run(venue.terms(conditionId));
    const book = await run(venue.book(yes));
    const order = await run(Effect.fromResult(
      priceMarketOrder(book, { side, orderType, amountE6, limitPriceE6: Option.none() }),
    ));
    const kind = marketKindOf({
      protocol: Option.getOrElse(protocolOf(terms.protocol), () => "v1" as const),
      isNegRisk: terms.isNegRisk,
    });
    const draft = await run(venue.prepare({ wallet, tokenId: yes, kind, order }));
    const owner = holder.credentials.apiKey;
    return await run(venue.sign({ order: draft, orderType, isPostOnly: false, owner, signingKey }));
  }
  const send = (signed: SignedOrder, { holder }: StagedWallet) =>
    run(worldOf().venue.send(signed, holder));
  const lookUp = (
    { orderId }: Pick<SignedOrder, "orderId">,
    { holder }: StagedWallet,
  ) =>
    run(
      worldOf().venue.lookUp({
        orderId,
        orderType: "FOK",
        sentSec: worldOf().nowSec(),
        holder,
      }),
    );
  /** Returns a market whose book fills every order of a test. */
  async function liquid(staging: MarketStaging = {}): Promise<StagedMarket> {
    const world = worldOf();
    const market = await world.market(staging);
    await world.putBook(market.yes, { bids: [["0.25", "1000"]], asks: [["0.27", "1000"]] });
    return market;
  }
  const stage = async (staging: MarketStaging = {}, type: SignatureType = 0) =>
    [await liquid(staging), await worldOf().wallet(type)] as const;

  return { signOn, send, lookUp, stage, liquid };
}

/** The result of {@linkcode makeTrading}. */
export type Trading = ReturnType<typeof makeTrading>;
