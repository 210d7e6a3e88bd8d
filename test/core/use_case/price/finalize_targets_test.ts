import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { layerMemoryPriceFeeds, makeStagedFeed } from "../../../memory/price_feed.ts";
import { layerMemoryTargetStore } from "../../../memory/target_store.ts";
import { HistoryFeeds } from "../../../../core/port/history_feeds.ts";
import { JobWatch } from "../../../../core/port/job_watch.ts";
import { PriceMissing } from "../../../../core/port/price_feed.ts";
import { ProviderFailed, ProviderOff } from "../../../../core/port/provider_failure.ts";
import { TargetStore } from "../../../../core/port/target_store.ts";
import { type LiveOpening, publishedTarget } from "../../../../core/price/mod.ts";
import { type PublishedTarget, Publisher } from "../../../../core/use_case/live/mod.ts";
import {
  FINALIZE_TARGETS,
  finalizeProvisional,
  finalizeTargets,
  layerTargetCache,
  type RetryPlan,
  TargetCache,
} from "../../../../core/use_case/price/mod.ts";
import { oracleTarget, QUERY, START_SEC } from "../../price/oracle_target.ts";

const ID = { asset: "btc", interval: "5min", startSec: START_SEC } as const;
const PRICE = 78_449_058_135_307_060_000_000n;

const published = (source: "venue_site" | "venue_metadata", priceE18: bigint) =>
  publishedTarget({ source, priceE18, receivedAtMs: START_SEC * 1000 });
const opening = (target: LiveOpening["target"]): ReadonlyArray<LiveOpening> => [
  { query: QUERY, target },
];

/** What a book and its store hold after a program that reads these metadata. */
function run<A>(
  { metadata }: { readonly metadata: () => bigint | "failed" | undefined },
  steps: (parts: {
    /** The site's price of the window is known since three seconds after its start. */
    readonly opened: Effect.Effect<unknown>;
    readonly book: TargetCache["Service"];
    readonly look: Effect.Effect<void>;
    readonly job: Effect.Effect<never, never, TargetStore | JobWatch>;
    readonly asked: () => number;
    readonly seen: ReadonlyArray<readonly [PublishedTarget["change"], bigint, string]>;
  }) => Generator<Effect.Effect<unknown, unknown, TargetStore | JobWatch>, A, never>,
): Promise<A> {
  let asked = 0;
  const missing = new PriceMissing({ ...ID, isPending: false });
  const failed = new ProviderFailed({ provider: "venue", reason: "limited", cause: null });
  const feed = makeStagedFeed(() => missing);
  const bulk = {
    ...feed,
    openings: () =>
      Effect.sync(() => {
        asked += 1;
        const price = metadata();
        if (price === "failed") return [Result.fail(failed)];
        return [
          price === undefined
            ? Result.fail(missing)
            : Result.succeed(published("venue_metadata", price)),
        ];
      }),
  };
  const effect = Effect.gen(function* () {
    const book = yield* TargetCache;
    const plan: RetryPlan = new Map();
    const seen: Array<readonly [PublishedTarget["change"], bigint, string]> = [];
    (yield* Publisher).subscribe({
      publishTarget: ({ target: { priceE18, source }, change }) =>
        void seen.push([change, priceE18, source]),
    });
    const off = new ProviderOff({ provider: "oracle", setting: "" });
    const history = { oracle: bulk, exchange: bulk, signed: Result.fail(off) };
    const look = finalizeProvisional(plan).pipe(
      Effect.provideService(HistoryFeeds, history),
      Effect.provideService(TargetCache, book),
      Effect.orDie,
    );
    const job = finalizeTargets.pipe(
      Effect.provideService(HistoryFeeds, history),
      Effect.provideService(TargetCache, book),
    );
    const opened = Effect.andThen(
      at(3),
      Effect.orDie(book.finalize([{ id: ID, target: published("venue_site", PRICE) }])),
    );
    const parts = { opened, book, look, job, asked: () => asked, seen };
    return yield* Effect.gen(() => steps(parts));
  });
  return Effect.runPromise(effect.pipe(
    Effect.provide(
      layerTargetCache.pipe(
        Layer.provideMerge(Layer.mergeAll(
          layerMemoryTargetStore,
          layerMemoryPriceFeeds(feed),
          layerMemoryJobWatch,
        )),
      ),
    ),
    Effect.provide(TestClock.layer()),
  ));
}

const at = (ageSec: number) => TestClock.setTime((START_SEC + ageSec) * 1000);

describe("finalizeProvisional()", () => {
  test("metadata that agree make the site's price final, without another event", async () => {
    const { known, evidence, seen, counts } = await run(
      { metadata: () => PRICE + 1n },
      function* ({ opened, book, look, seen }) {
        yield* opened;
        yield* at(340);
        yield* look;
        const evidence = Option.getOrThrow(yield* book.evidence(QUERY));
        return { known: book.peek(QUERY), evidence, seen, counts: book.counts() };
      },
    );
    expect(known).toEqual({ priceE18: PRICE, source: "venue_site" });
    expect(evidence).toMatchObject({ kind: "published", by: "venue_site", provisional: false });
    expect(seen).toEqual([["opened", PRICE, "venue_site"]]);
    expect(counts).toEqual({ provisional: 0, corrected: 0, disputed: 0 });
  });

  test("metadata that do not agree correct it once, and the dispute is kept", async () => {
    const other = PRICE + 10n ** 18n;
    let metadata = other;
    const { known, evidence, seen, counts, asked } = await run(
      { metadata: () => metadata },
      function* ({ opened, book, look, seen, asked }) {
        yield* opened;
        yield* at(340);
        yield* look;
        metadata = 5n;
        yield* at(700);
        yield* look;
        yield* book.finalize([{ id: ID, target: published("venue_metadata", 5n) }]);
        const evidence = Option.getOrThrow(yield* book.evidence(QUERY));
        return { known: book.peek(QUERY), evidence, seen, counts: book.counts(), asked: asked() };
      },
    );
    expect(known).toEqual({ priceE18: other, source: "venue_metadata" });
    expect(evidence).toMatchObject({
      by: "venue_metadata",
      provisional: false,
      disputed: [
        { source: "site", price: "78449.05813530706" },
        { source: "metadata", price: "0.000000000000000005" },
      ],
    });
    expect(seen).toEqual([["opened", PRICE, "venue_site"], ["corrected", other, "venue_metadata"]]);
    expect(counts).toEqual({ provisional: 0, corrected: 1, disputed: 2 });
    expect(asked).toBe(1);
  });

  test("asks when the metadata may be there, less and less often, then no more", async () => {
    const { early, asked } = await run(
      { metadata: () => undefined },
      function* ({ opened, look, asked }) {
        yield* opened;
        yield* at(310);
        yield* look;
        const early = asked();
        for (let ageSec = 320; ageSec < 3 * 86_400; ageSec += 60) {
          yield* at(ageSec);
          yield* look;
        }
        return { early, asked: asked() };
      },
    );
    expect(early).toBe(0);
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThan(80);
  });

  test.each(
    [["20 minutes", 1_200, 60], ["20 hours", 72_000, 600], [
      "three days",
      3 * 86_400,
      3_600,
    ]] as const,
  )("a call that failed is no answer for a window of %s", async (_, ageSec, waitSec) => {
    let isFailing = true;
    const { known, asked } = await run(
      { metadata: () => isFailing ? "failed" : PRICE },
      function* ({ opened, book, look, asked }) {
        yield* opened;
        yield* at(ageSec);
        yield* look;
        isFailing = false;
        yield* at(ageSec + waitSec - 1);
        yield* look;
        const early = asked();
        yield* Effect.andThen(at(ageSec + waitSec), look);
        return { known: book.peek(QUERY), asked: [early, asked()] };
      },
    );
    expect(known?.isProvisional).toBeUndefined();
    expect(asked).toEqual([1, 2]);
  });

  test("adopts what another replica has finalized, without a request", async () => {
    const other = PRICE + 10n ** 18n;
    const { seen, asked } = await run(
      { metadata: () => 7n },
      function* ({ opened, look, seen, asked }) {
        yield* opened;
        const store = yield* TargetStore;
        yield* store.put([{ id: ID, target: published("venue_metadata", other) }]);
        yield* at(340);
        yield* look;
        return { seen, asked: asked() };
      },
    );
    expect(seen.at(-1)).toEqual(["corrected", other, "venue_metadata"]);
    expect(asked).toBe(0);
  });
});

describe("finalizeTargets", () => {
  test.each(
    [
      ["confirmed", PRICE + 1n, { priceE18: PRICE, source: "venue_site" }],
      ["corrected", 5n, { priceE18: 5n, source: "venue_metadata" }],
    ] as const,
  )("what an earlier run of the service has left is %s", async (_, metadata, expected) => {
    const { left, stored, known, reports } = await run(
      { metadata: () => metadata },
      function* ({ book, job }) {
        const store = yield* TargetStore;
        yield* store.put([{ id: ID, target: published("venue_site", PRICE) }]);
        yield* at(340);
        yield* Effect.forkChild(job);
        yield* TestClock.adjust("1 minute");
        const range = { startSec: START_SEC, endSec: QUERY.window.endSec };
        return {
          left: yield* store.provisional(1),
          stored: yield* store.find({ ...ID, range }),
          known: book.peek(QUERY),
          reports: yield* (yield* JobWatch).reports,
        };
      },
    );
    expect(left).toEqual([]);
    expect(stored).toEqual([{ startSec: START_SEC, ...expected }]);
    expect(known).toEqual(expected);
    const lastRunAtMs = (START_SEC + 400) * 1000;
    expect(reports).toEqual([{ name: FINALIZE_TARGETS, lastRunAtMs, ok: true }]);
  });
});

describe("TargetCache.keep, of a point of the relay", () => {
  const point = (priceE18: bigint) => oracleTarget("relay", { observedSec: START_SEC, priceE18 });

  test("replaces the site's price, and nothing that is final", async () => {
    const price = fc.constantFrom(PRICE, PRICE + 1n, PRICE + 10n ** 16n);
    await fc.assert(
      fc.asyncProperty(price, price, price, async (site, first, second) => {
        const { known, counts, evidence } = await run(
          { metadata: () => undefined },
          function* ({ book }) {
            yield* at(3);
            yield* book.finalize([{ id: ID, target: published("venue_site", site) }]);
            yield* book.keep(opening(point(first)));
            yield* book.keep(opening(point(second)));
            yield* TestClock.adjust("1 second");
            const evidence = Option.getOrThrow(yield* book.evidence(QUERY));
            return { known: book.peek(QUERY), counts: book.counts(), evidence };
          },
        );
        expect(known).toEqual({ priceE18: first, source: "oracle_twap" });
        const isFar = (a: bigint, b: bigint) => (a > b ? a - b : b - a) > 1n;
        const disputed = [
          ...isFar(site, first) ? ["site"] : [],
          ...isFar(first, second) ? ["relay"] : [],
        ];
        expect(counts).toEqual({
          provisional: 0,
          corrected: isFar(site, first) ? 1 : 0,
          disputed: disputed.length,
        });
        const named = "disputed" in evidence ? evidence.disputed ?? [] : [];
        expect(named.map(({ source }) => String(source))).toEqual(disputed);
      }),
      { numRuns: 40 },
    );
  });
});
