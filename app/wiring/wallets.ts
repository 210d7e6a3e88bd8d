/**
 * Accounts and their wallets: keys, orders, balances and ledgers.
 *
 * @module
 */
import { Layer } from "effect";
import { layerNewId } from "../../adapters/process/new_id.ts";
import { layerOrderGate } from "../../adapters/process/order_gate.ts";
import { layerPasswordHash } from "../../adapters/process/password_hash.ts";
import { layerKeyCache, layerKeyUsage } from "../../core/use_case/account/mod.ts";
import { layerChainSignals } from "../../core/use_case/chain/mod.ts";
import {
  layerIndexReadings,
  layerKeptLedgers,
  layerResolutionReadings,
} from "../../core/use_case/ledger/mod.ts";
import { layerOrders, layerWalletBalances } from "../../core/use_case/order/mod.ts";

/** Provides them, over the stores, the venue and the secrets. */
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
);
