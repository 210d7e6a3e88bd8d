import { Context, Effect, Layer } from "effect";
import { layerMemoryPriceHistory } from "./price_history.ts";
import { PriceHistory } from "../../core/port/mod.ts";
import { priceHistoryContract } from "../contract/price_history_contract.ts";

priceHistoryContract({
  name: "memory",
  stage: (facts) =>
    Effect.map(Layer.build(layerMemoryPriceHistory(facts)), Context.get(PriceHistory)),
});
