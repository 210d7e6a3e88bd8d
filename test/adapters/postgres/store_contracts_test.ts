/** The contracts of all stores, on one database of each kind. @module */
import { Layer } from "effect";
import { layerAccountStore } from "../../../adapters/postgres/store/account_store.ts";
import { layerChainStore } from "../../../adapters/postgres/store/chain_store.ts";
import { layerFillStore } from "../../../adapters/postgres/store/fill_store.ts";
import { layerGuardStore } from "../../../adapters/postgres/store/guard_store.ts";
import { layerGameStore } from "../../../adapters/postgres/store/game_store.ts";
import { layerLegStore } from "../../../adapters/postgres/store/leg_store.ts";
import { layerLedgerStore } from "../../../adapters/postgres/store/ledger_store.ts";
import { layerWebhookStore } from "../../../adapters/postgres/store/webhook_store.ts";
import { layerOrderStore } from "../../../adapters/postgres/store/order_store.ts";
import { layerOutcomeMarketStore } from "../../../adapters/postgres/store/outcome_market_store.ts";
import { Sql } from "../../../adapters/postgres/engine/sql.ts";
import { layerPaperStore } from "../../../adapters/postgres/store/paper_store.ts";
import { layerTargetStore } from "../../../adapters/postgres/store/target_store.ts";
import { layerWalletFrames } from "../../../adapters/postgres/store/wallet_frames.ts";
import { layerWalletStore } from "../../../adapters/postgres/store/wallet_store.ts";
import { accountStoreContract } from "../../contract/account_store_contract.ts";
import { chainStoreContract } from "../../contract/chain_store_contract.ts";
import { chainToldContract } from "../../contract/chain_told_contract.ts";
import { gameStoreContract } from "../../contract/game_store_contract.ts";
import { webhookOutboxContract } from "../../contract/webhook_outbox_contract.ts";
import { webhookStoreContract } from "../../contract/webhook_store_contract.ts";
import { orderStoreContract } from "../../contract/order_store_contract.ts";
import { guardStoreContract } from "../../contract/guard_store_contract.ts";
import { legStoreContract } from "../../contract/leg_store_contract.ts";
import { ledgerStoreContract } from "../../contract/ledger_store_contract.ts";
import { outcomeMarketStoreContract } from "../../contract/outcome_market_store_contract.ts";
import { paperStoreContract } from "../../contract/paper_store_contract.ts";
import type { StoreWorld } from "../../contract/store_world.ts";
import { targetStoreContract } from "../../contract/target_store_contract.ts";
import { walletStoreContract } from "../../contract/wallet_store_contract.ts";
import { layerOtherPool } from "./fresh_schema.ts";
import { migratedSqls } from "./migrated_sql.ts";

const stores = Layer.mergeAll(
  layerAccountStore,
  layerChainStore,
  layerGameStore,
  layerGuardStore,
  layerLedgerStore,
  layerLegStore,
  layerWebhookStore,
  layerOrderStore,
  layerFillStore,
  layerOutcomeMarketStore,
  layerPaperStore,
  layerTargetStore,
  layerWalletFrames,
  layerWalletStore,
);

/** The first one finds no account yet. */
function contracts(sql: Omit<StoreWorld<Sql>, "replica">, areReplicasPossible: boolean): void {
  const layer = Layer.provide(stores, sql.layer);
  const other = Layer.provide(Layer.fresh(stores), Layer.provide(layerOtherPool, sql.layer));
  const world = { ...sql, layer };
  const shared = areReplicasPossible ? { ...world, replica: other } : world;
  accountStoreContract(world);
  walletStoreContract(world);
  targetStoreContract(world);
  outcomeMarketStoreContract(world);
  gameStoreContract(shared);
  orderStoreContract(shared);
  guardStoreContract(shared);
  ledgerStoreContract(world);
  legStoreContract(world);
  paperStoreContract(world);
  chainStoreContract(shared);
  chainToldContract(world);
  webhookStoreContract(world);
  webhookOutboxContract(world);
}

const [embedded, server] = migratedSqls();
contracts(embedded, false);
contracts(server, true);
