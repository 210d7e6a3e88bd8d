import { layerJobWatch } from "../../../adapters/process/job_watch.ts";
import { jobWatchContract } from "../../contract/job_watch_contract.ts";

jobWatchContract({ name: "memory", layer: layerJobWatch });
