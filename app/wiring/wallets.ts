/**
 * Accounts and their wallets, real ones and those on paper: keys, orders, balances and ledgers.
 *
 * @module
 */
import { Layer } from "effect";
import { layerNewId } from "../../adapters/process/new_id.ts";
import { layerOrderGate } from "../../adapters/process/order_gate.ts";
import { layerPasswordHash } from "../../adapters/process/password_hash.ts";
import { layerPaperWire } from "../../adapters/polymarket/paper_wire.ts";
import { layerVenueSignatures } from "../../adapters/polymarket/venue_signatures.ts";
import { layerKeyCache, layerKeyUsage } from "../../core/use_case/account/mod.ts";
import { layerChainSignals } from "../../core/use_case/chain/mod.ts";
import {
  layerIndexReadings,
  layerKeptLedgers,
  layerResolutionReadings,
} from "../../core/use_case/ledger/mod.ts";
import { layerOrders, layerWalletBalances } from "../../core/use_case/order/mod.ts";
import { layerPaper } from "../../core/use_case/paper/mod.ts";

/**
 * Provides them, over the stores, the books, the venue and the secrets. The venue's ports serve
 * paper wallets as well from here on.
 */
export const layerWallets = Layer.mergeAll(
  layerKeyCache,
  layerKeyUsage,
  layerPasswordHash,
  layerOrders,
  layerOrderGate,
  layerWalletBalances,
  layerIndexReadings,
  layerKeptLedgers,
  layerResolutionReadings,
  layerChainSignals,
  layerNewId,
  layerVenueSignatures,
).pipe(Layer.provideMerge(layerPaper), Layer.provide([layerPaperWire, layerNewId]));
