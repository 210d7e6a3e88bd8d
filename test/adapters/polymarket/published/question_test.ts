import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makePublishedPriceQuestion } from "../../../../adapters/polymarket/published/question.ts";
import { type Metadata, questions, withMetadata } from "./metadata_world.ts";

const NOW = "2026-11-20T12:33:20Z";
/** The window that ended 8 to 13 minutes ago, and those before it, newest first. */
const ENDED = questions("btc", "5min", ["2026-11-20T12:00:00Z", "2026-11-20T12:20:00Z"])
  .toReversed();

const ask = (prepare: (metadata: Metadata) => Effect.Effect<unknown>, nowIso = NOW) =>
  withMetadata(nowIso, (metadata) =>
    prepare(metadata).pipe(
      Effect.andThen(makePublishedPriceQuestion({ gammaUrl: metadata.url })),
      Effect.flatMap(({ ask }) => Effect.result(ask)),
    ));

describe("the probe's question for published prices", () => {
  test("reports both prices of the window that ended about ten minutes ago", async () => {
    const report = await ask(({ publish }) =>
      Effect.sync(() => ENDED.slice(0, 1).forEach((query) => publish(query, ["7.25", "8"])))
    );
    expect(Result.getOrThrow(report)).toBe("btc-updown-5m-1795176900: 7.25, closed at 8");
  });

  test("searches back over windows without a price, up to a limit", async () => {
    const hide = (count: number) =>
      ask(({ publish }) =>
        Effect.sync(() => {
          for (const [at, query] of ENDED.entries()) {
            publish(query, at < count ? [null, null] : ["9.5", null]);
          }
        })
      );
    expect(Result.getOrThrow(await hide(3))).toBe("btc-updown-5m-1795176000: 9.5");
    expect(await hide(4)).toMatchObject({ failure: { reason: "unreadable" } });
  });

  test("fails on a venue that calls its windows something else", async () => {
    expect(await ask(() => Effect.void, "2020-01-01T00:00:00Z"))
      .toMatchObject({ failure: { reason: "unreadable", provider: "venue metadata" } });
  });
});
