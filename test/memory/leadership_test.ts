import { layerMemoryLeadership } from "./leadership.ts";
import { leadershipContract } from "../contract/leadership_contract.ts";

leadershipContract({ name: "memory", layer: layerMemoryLeadership });
