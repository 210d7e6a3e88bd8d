import { layerMemoryTargetStore } from "./target_store.ts";
import { targetStoreContract } from "../contract/target_store_contract.ts";

targetStoreContract({ name: "memory", layer: layerMemoryTargetStore });
