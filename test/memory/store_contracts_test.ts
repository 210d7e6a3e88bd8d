/** The contracts of the stores in memory, by which they may stand for a database. @module */
import { Layer } from "effect";
import { accountStoreContract } from "../contract/account_store_contract.ts";
import { chainStoreContract } from "../contract/chain_store_contract.ts";
import { chainToldContract } from "../contract/chain_told_contract.ts";
import { gameStoreContract } from "../contract/game_store_contract.ts";
import { webhookOutboxContract } from "../contract/webhook_outbox_contract.ts";
import { webhookStoreContract } from "../contract/webhook_store_contract.ts";
import { orderStoreContract } from "../contract/order_store_contract.ts";
import { guardStoreContract } from "../contract/guard_store_contract.ts";
import { legStoreContract } from "../contract/leg_store_contract.ts";
import { ledgerStoreContract } from "../contract/ledger_store_contract.ts";
import { outcomeMarketStoreContract } from "../contract/outcome_market_store_contract.ts";
import { paperStoreContract } from "../contract/paper_store_contract.ts";
import { targetStoreContract } from "../contract/target_store_contract.ts";
import { walletStoreContract } from "../contract/wallet_store_contract.ts";
import { layerMemoryAccountStore } from "./account_store.ts";
import { layerMemoryChainStore } from "./chain_store.ts";
import { layerMemoryGameStore } from "./game_store.ts";
import { layerMemoryWebhookStore } from "./webhook_store.ts";
import { layerMemoryGuardStore } from "./guard_store.ts";
import { layerMemoryLegStore } from "./leg_store.ts";
import { layerMemoryLedgerStore } from "./ledger_store.ts";
import { layerMemoryOrderStore } from "./order_store.ts";
import { layerMemoryOutcomeMarketStore } from "./outcome_market_store.ts";
import { layerMemoryPaperStore } from "./paper_store.ts";
import { layerMemoryTargetStore } from "./target_store.ts";
import { layerMemoryWalletStore } from "./wallet_store.ts";

const beside = Layer.mergeAll(
  layerMemoryAccountStore,
  layerMemoryGameStore,
  layerMemoryGuardStore,
  layerMemoryLedgerStore,
  layerMemoryLegStore,
  layerMemoryOrderStore,
  layerMemoryOutcomeMarketStore,
  layerMemoryPaperStore,
  layerMemoryTargetStore,
  layerMemoryWalletStore,
).pipe(Layer.provideMerge(layerMemoryWebhookStore));
const layer = Layer.provideMerge(layerMemoryChainStore, beside);
const world = { name: "memory", layer };

accountStoreContract(world);
walletStoreContract(world);
targetStoreContract(world);
outcomeMarketStoreContract(world);
gameStoreContract(world);
orderStoreContract(world);
guardStoreContract(world);
ledgerStoreContract(world);
legStoreContract(world);
paperStoreContract(world);
chainStoreContract(world);
chainToldContract(world);
webhookStoreContract(world);
webhookOutboxContract(world);
