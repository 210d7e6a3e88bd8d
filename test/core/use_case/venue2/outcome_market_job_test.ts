/** What the log says of a job that could not run. */
import { expect, test } from "bun:test";
import { Effect, Layer, Logger, References } from "effect";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { OutcomeMarketCache, refreshOutcomeMarkets } from "../../../../core/use_case/venue2/mod.ts";

/** The lines of a job whose cache ends like this: message, reason, whether the cause is there. */
async function linesOf(refresh: Effect.Effect<never, StoreFailed>) {
  const lines: Array<unknown> = [];
  const logger = Logger.make(({ message, cause, fiber }) => {
    const { reason } = fiber.getRef(References.CurrentLogAnnotations);
    lines.push([String(message), reason, cause.reasons.length > 0]);
  });
  const layer = Layer.mergeAll(
    Layer.mock(OutcomeMarketCache, { refresh }),
    layerMemoryJobWatch,
    Logger.layer([logger]),
  );
  expect(await Effect.runPromise(Effect.provide(refreshOutcomeMarkets(), layer))).toBe("failed");
  return lines;
}

test("a failure is logged by its reason, and a defect with all that is known", async () => {
  const failure = new StoreFailed({ operation: "read markets", cause: new Error("gone") });
  expect(await linesOf(Effect.fail(failure))).toEqual([
    ["Cannot run the job venue2", "Cannot read markets: the store did not answer", false],
  ]);
  expect(await linesOf(Effect.die(new Error("a bug")))).toEqual([
    ["Cannot run the job venue2", undefined, true],
  ]);
});
