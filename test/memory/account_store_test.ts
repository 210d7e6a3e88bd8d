import { layerMemoryAccountStore } from "./account_store.ts";
import { accountStoreContract } from "../contract/account_store_contract.ts";

accountStoreContract({ name: "memory", layer: layerMemoryAccountStore });
