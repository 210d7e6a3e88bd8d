import { Effect } from "effect";
import { eventCatalogContract } from "../contract/event_catalog_contract.ts";
import { makeStagedCatalog } from "./event_catalog.ts";

eventCatalogContract({
  name: "memory",
  stage: (events) => Effect.succeed(makeStagedCatalog(events)),
});
