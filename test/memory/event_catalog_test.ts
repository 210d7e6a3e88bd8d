import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { layerStagedCatalog, makeStagedCatalog } from "./event_catalog.ts";
import { EventCatalog } from "../../core/port/mod.ts";
import { eventCatalogContract, stagedEvent } from "../contract/event_catalog_contract.ts";

eventCatalogContract({
  name: "memory",
  stage: (events) => Effect.succeed(makeStagedCatalog(events)),
});

describe("memory event catalog", () => {
  test("is provided as a layer, without requests", async () => {
    const answer = await Effect.runPromise(
      EventCatalog.use((catalog) => catalog.market("a", "current")).pipe(
        Effect.provide(layerStagedCatalog([stagedEvent("a")])),
      ),
    );
    expect(answer.isCached).toBe(true);
  });
});
