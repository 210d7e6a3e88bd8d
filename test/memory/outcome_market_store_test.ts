import { layerMemoryOutcomeMarketStore } from "./outcome_market_store.ts";
import { outcomeMarketStoreContract } from "../contract/outcome_market_store_contract.ts";

outcomeMarketStoreContract({ name: "memory", layer: layerMemoryOutcomeMarketStore });
