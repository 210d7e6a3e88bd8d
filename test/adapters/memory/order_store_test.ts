import { Layer } from "effect";
import { layerMemoryAccountStore } from "../../../adapters/memory/account_store.ts";
import { layerMemoryOrderStore } from "../../../adapters/memory/order_store.ts";
import { layerMemoryWalletStore } from "../../../adapters/memory/wallet_store.ts";
import { orderStoreContract } from "../../contract/order_store_contract.ts";

orderStoreContract({
  name: "memory",
  layer: Layer.mergeAll(layerMemoryOrderStore, layerMemoryWalletStore, layerMemoryAccountStore),
});
