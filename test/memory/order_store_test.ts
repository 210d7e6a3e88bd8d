import { Layer } from "effect";
import { layerMemoryAccountStore } from "./account_store.ts";
import { layerMemoryOrderStore } from "./order_store.ts";
import { layerMemoryWalletStore } from "./wallet_store.ts";
import { orderStoreContract } from "../contract/order_store_contract.ts";

orderStoreContract({
  name: "memory",
  layer: Layer.mergeAll(layerMemoryOrderStore, layerMemoryWalletStore, layerMemoryAccountStore),
});
