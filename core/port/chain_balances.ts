/**
 * Port: what a wallet has on the chain now.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { ActionMarket, Holdings } from "../chain/mod.ts";
import type { SignatureType } from "../order/mod.ts";
import type { OrderCallFailure, OrderHolder } from "./order_venue.ts";

/** Reads balances, as new as the chain's own: no cache answers. */
export class ChainBalances extends Context.Service<ChainBalances, {
  /** Returns what a wallet has of USDC, and of the outcomes of a market. */
  readonly of: (query: {
    readonly holder: OrderHolder;
    readonly signatureType: SignatureType;
    readonly market: Pick<ActionMarket, "kind" | "tokenIds">;
  }) => Effect.Effect<Holdings, OrderCallFailure>;
}>()("core/port/ChainBalances") {}
