import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { layerStagedResolutions, makeStagedResolutions } from "./resolutions.ts";
import { Resolutions } from "../../core/port/mod.ts";
import { conditionOf } from "../condition.ts";
import { resolutionsContract, resolvedTo } from "../contract/resolutions_contract.ts";

resolutionsContract({
  name: "memory",
  stage: (resolutions) => Effect.succeed(makeStagedResolutions(resolutions)),
});

describe("memory resolutions", () => {
  test("are provided as a layer, without requests", async () => {
    const resolution = resolvedTo(1_000_000n, 0n);
    const answer = await Effect.runPromise(
      Resolutions.use((port) => port.of(conditionOf(7))).pipe(
        Effect.provide(layerStagedResolutions(new Map([[conditionOf(7), resolution]]))),
      ),
    );
    expect(answer).toEqual({ value: Option.some(resolution), isCached: true });
  });
});
