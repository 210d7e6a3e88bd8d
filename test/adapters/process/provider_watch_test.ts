import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { providerWatchContract } from "../../contract/provider_watch_contract.ts";

providerWatchContract({
  name: "memory",
  layer: layerProviderWatch({ providers: ["a", "b"], off: ["b"] }),
});
