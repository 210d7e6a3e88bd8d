import { Layer } from "effect";
import { hookOutboxContract } from "../contract/hook_outbox_contract.ts";
import { hookStoreContract } from "../contract/hook_store_contract.ts";
import { layerMemoryAccountStore } from "./account_store.ts";
import { layerMemoryHookStore } from "./hook_store.ts";
import { layerMemoryOrderStore } from "./order_store.ts";
import { layerMemoryWalletStore } from "./wallet_store.ts";

const world = {
  name: "memory",
  layer: Layer.mergeAll(layerMemoryOrderStore, layerMemoryWalletStore, layerMemoryAccountStore)
    .pipe(Layer.provideMerge(layerMemoryHookStore)),
};

hookStoreContract(world);
hookOutboxContract(world);
