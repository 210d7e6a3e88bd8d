import { layerMemoryProviderWatch } from "../../../adapters/memory/provider_watch.ts";
import { providerWatchContract } from "../../contract/provider_watch_contract.ts";

providerWatchContract({
  name: "memory",
  layer: layerMemoryProviderWatch({ providers: ["a", "b"], off: ["b"] }),
});
