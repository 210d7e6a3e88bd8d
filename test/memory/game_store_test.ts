import { layerMemoryGameStore } from "./game_store.ts";
import { gameStoreContract } from "../contract/game_store_contract.ts";

gameStoreContract({ name: "memory", layer: layerMemoryGameStore });
