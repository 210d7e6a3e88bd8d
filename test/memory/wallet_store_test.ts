import { Layer } from "effect";
import { layerMemoryAccountStore } from "./account_store.ts";
import { layerMemoryWalletStore } from "./wallet_store.ts";
import { walletStoreContract } from "../contract/wallet_store_contract.ts";

walletStoreContract({
  name: "memory",
  layer: Layer.merge(layerMemoryWalletStore, layerMemoryAccountStore),
});
