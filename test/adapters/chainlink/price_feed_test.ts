import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { layerClock, makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { DAY_START_SEC, priceFeedContract } from "../../contract/price_feed_contract.ts";
import { makeStillClock, ms } from "../../simulator/kit/support.ts";
import { runScoped, runStill } from "../../still_run.ts";
import { questionAt } from "../../contract/target_question.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { feedId, makeOracle, type ReportFact } from "./oracle_world.ts";

const DAY_SEC = 86_400;
const ASSETS_ASKED = ["btc", "eth", "sol"] as const;

/** Reports far before and far after: what lies between them has only what a test puts there. */
const silence = ASSETS_ASKED.flatMap((asset) =>
  [-5 * DAY_SEC, 5 * DAY_SEC].map((offsetSec): ReportFact => ({
    feedID: feedId(`${asset}:spot`),
    validFromSec: DAY_START_SEC + offsetSec,
    observedSec: DAY_START_SEC + offsetSec,
    price: "1",
  }))
);

priceFeedContract({
  name: "chainlink",
  intervals: ["5min", "15min", "4hour"],
  stage: Effect.fnUntraced(function* (facts) {
    const oracle = yield* makeOracle();
    yield* oracle.put([
      ...silence,
      ...facts.map(({ asset, atMs, priceE18 }) => ({
        feedID: feedId(`${asset}:spot`),
        validFromSec: atMs / 1000,
        observedSec: atMs / 1000,
        price: priceE18.toString(),
      })),
    ]);
    return oracle.feed;
  }),
});

const question = questionAt.bind(undefined, "spec");
const START_SEC = ms("2026-11-10T12:00:00Z") / 1000;
const BTC = feedId("btc:twap_60");
const queries = [question("btc", "5min", START_SEC)];

/** The oracle at an hour after the start, with whatever a test does to it first. */
function ask(
  prepare: (oracle: Effect.Success<ReturnType<typeof makeOracle>>) => Effect.Effect<unknown>,
  asked = queries,
  afterSec = 3_600,
) {
  const clock = makeStillClock((START_SEC + afterSec) * 1000);
  return runStill(
    clock,
    Effect.gen(function* () {
      const oracle = yield* makeOracle({ clock });
      yield* prepare(oracle);
      const results = yield* oracle.feed.openings(asked);
      return { results, log: yield* oracle.log };
    }),
  );
}

/** Reports of the seconds from the start on; those not named do not exist. */
const reports = (...spans: ReadonlyArray<readonly [from: number, to: number]>) =>
  [[-9, -9] as const, ...spans, [99, 99] as const].map(([from, to]): ReportFact => ({
    feedID: BTC,
    validFromSec: START_SEC + from,
    observedSec: START_SEC + to,
    price: `${1000 + to}`,
  }));

describe("chainlink price feed", () => {
  test("asks once for all assets and intervals of one instant", async () => {
    const asked = (["btc", "eth", "sol", "xrp", "doge", "bnb"] as const).flatMap((asset) =>
      (["5min", "15min", "4hour"] as const).map((interval) => question(asset, interval, START_SEC))
    );
    const { results, log } = await ask(() => Effect.void, asked);
    expect(results.every(Result.isSuccess)).toBe(true);
    expect(log.map(({ path }) => path.split("?")[0])).toEqual(["/api/v1/reports/bulk"]);
  });

  test("finds the id of a stream that is in no table", async () => {
    const { results: [result], log } = await ask(
      () => Effect.void,
      [question("hype", "5min", START_SEC)],
    );
    expect(result && Result.getOrThrow(result).source).toBe("oracle_twap");
    expect(log[0]?.path).toContain("/api/v1/discovery?base_asset=HYPE");
  });

  test.each([
    ["the second itself", reports([-1, -1], [0, 0], [1, 1]), "1000", "oracle_twap"],
    ["a wider report that covers it", reports([-1, -1], [0, 2], [3, 3]), "1002", "oracle_twap"],
    ["the first one after it", reports([-1, -1], [4, 4], [5, 5]), "1004", "oracle_twap_late"],
  ])("takes %s", async (_, facts, price, source) => {
    const { results: [result] } = await ask((oracle) => oracle.put(facts));
    expect(result).toMatchObject({ success: { priceE18: BigInt(price), source } });
  });

  test.each([
    ["not there", reports([-1, -1]), 3_600, false],
    ["not published yet", [], 0, true],
    ["late while its own may still come", reports([-1, -1], [1, 1]), 6, true],
  ])("has no price when the report is %s", async (_, facts, afterSec, isPending) => {
    const { results: [result] } = await ask((oracle) => oracle.put(facts), queries, afterSec);
    expect(result).toMatchObject({ failure: { _tag: "PriceMissing", isPending } });
  });

  test.each(["-5", "0"])("refuses a price of %s, and of that feed alone", async (price) => {
    const asked = [question("btc", "5min", START_SEC), question("eth", "5min", START_SEC)];
    const facts = reports([0, 0]).map((fact) => ({ ...fact, price }));
    const { results } = await ask((oracle) => oracle.put(facts), asked);
    expect(results).toMatchObject([
      { failure: { _tag: "ProviderFailed", reason: "unreadable" } },
      { _tag: "Success" },
    ]);
  });

  troubleContract({
    name: "chainlink's price feed",
    meet: async (fault) => {
      const { results, log } = await ask((oracle) =>
        oracle.fault({ match: "GET /api/v1/reports", ...fault })
      );
      return { results, calls: log.length };
    },
    troubles: [
      [{ status: 503, times: 2 }, "passes", 3],
      [{ status: 429, times: 1 }, "passes", 2],
      [503, "unreachable", 3],
      [429, "limited", 3],
      [400, "refused", 1],
      ["malformed", "unreadable", 1],
    ],
  });

  test("a feed that the account may not read takes no other down", async () => {
    const clock = makeStillClock((START_SEC + 3_600) * 1000);
    const feeds = new Map([...MAINNET_FEEDS, ["eth:twap_60", `0x0002${"ee".repeat(30)}`]]);
    const asked = (["btc", "eth", "sol"] as const)
      .map((asset) => question(asset, "5min", START_SEC));
    const { first, second, log } = await runStill(
      clock,
      Effect.gen(function* () {
        const oracle = yield* makeOracle({ clock, feeds });
        const first = yield* oracle.feed.openings(asked);
        const second = yield* oracle.feed.openings(asked);
        return { first, second, log: yield* oracle.log };
      }),
    );
    for (const results of [first, second]) {
      expect(results.map(({ _tag }) => _tag)).toEqual(["Success", "Failure", "Success"]);
      expect(results[1]).toMatchObject({ failure: { reason: "refused" } });
    }
    // Refused together, then three alone; the second time two together and one alone.
    expect(log.filter(({ path }) => path.includes("/bulk"))).toHaveLength(2);
    expect(log).toHaveLength(6);
  });

  test("never passes the provider's limit, however much is asked at once", async () => {
    using time = moveTime();
    const clock = makeSandboxClock({ startMs: (START_SEC + 90_000) * 1000 });
    const asked = Array.from(
      { length: 30 },
      (_, index) => question("btc", "5min", START_SEC + index * 300),
    );
    const { results, log } = await time.during(runScoped(
      Effect.gen(function* () {
        const oracle = yield* makeOracle({ clock });
        const results = yield* Effect.forEach(
          asked,
          (query) => oracle.feed.openings([query]),
          { concurrency: "unbounded" },
        );
        return { results: results.flat(), log: yield* oracle.log };
      }).pipe(Effect.provide(layerClock(clock))),
    ));
    expect(results.every(Result.isSuccess)).toBe(true);
    expect(log.map(({ status }) => status)).not.toContain(429);
    expect(log).toHaveLength(30);
  });

  test("gives up on a silent oracle within 10 s", async () => {
    using time = moveTime();
    const startedMs = time.nowMs();
    const { results: [result] } = await time.during(
      ask((oracle) => oracle.fault({ match: "GET /api/v1/reports", kind: "stall" })),
    );
    expect(result).toMatchObject({ failure: { _tag: "ProviderFailed", reason: "timeout" } });
    expect(time.nowMs() - startedMs).toBeLessThan(10_000);
  });
});
