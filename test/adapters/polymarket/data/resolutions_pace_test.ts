/** What the adapter remembers, and how often it asks. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { conditionOf } from "../../../condition.ts";
import { withData } from "./data_world.ts";

describe("polymarket resolutions, asked again", () => {
  test("never asks again for what is resolved", async () => {
    const [result, asked] = await withData(({ ask, asked, advance }) =>
      Effect.gen(function* () {
        yield* ask();
        advance(400 * 86_400_000);
        return [yield* ask(), asked] as const;
      })
    );
    expect(result).toMatchObject({ success: { isCached: true } });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["open", [{ status: "active", market_type: "BINARY" }]],
    ["unknown", []],
  ])("asks again after 5 s for what is %s", async (_, data) => {
    const seen = await withData(({ ask, advance, trouble }) =>
      Effect.gen(function* () {
        trouble(() => json({ data }));
        const first = yield* ask();
        advance(4_999);
        const soon = yield* ask();
        trouble(undefined);
        advance(1);
        return [first, soon, yield* ask()];
      })
    );
    expect(seen).toMatchObject([
      { success: { isCached: false } },
      { success: { isCached: true } },
      { success: { isCached: false, value: { value: { status: "resolved" } } } },
    ]);
  });

  test("refuses a request that would wait behind too many others", async () => {
    const gate = Promise.withResolvers<undefined>();
    const failures: Array<unknown> = [];
    const results = await withData(({ port, trouble }) => {
      trouble(() => gate.promise);
      const ask = (number: number) =>
        port.of(conditionOf(number)).pipe(
          Effect.tapError((failure) =>
            Effect.sync(() => {
              failures.push(failure);
              if (failures.length === 10) gate.resolve(undefined);
            })
          ),
          Effect.option,
        );
      return Effect.all(Array.from({ length: 70 }, (_, at) => ask(at + 1)), {
        concurrency: "unbounded",
      });
    });
    expect(results.filter(Option.isSome)).toHaveLength(60);
    expect(failures).toHaveLength(10);
    for (const failure of failures) {
      expect(failure).toMatchObject({ reason: "limited", retryAfterSec: 1 });
    }
  });
});
