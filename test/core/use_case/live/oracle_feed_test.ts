import { describe, expect, test } from "bun:test";
import { Effect, Fiber, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { ASSETS } from "../../../../core/market/mod.ts";
import {
  type OpeningResult,
  type PriceFeed,
  PriceMissing,
} from "../../../../core/port/price_feed.ts";
import { ProviderFailed, ProviderOff } from "../../../../core/port/provider_failure.ts";
import { ORACLE_SOURCES, type OracleSource, type TargetQuery } from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { joinOracleFeeds } from "../../../../core/use_case/live/mod.ts";
import { oracleTarget, QUERY, queryAt, START_SEC } from "../../price/oracle_target.ts";

const PRICE = 78_449_058_135_307_053_957_120n;

/** The window and those before it, so many together. */
const queriesOf = (count: number): ReadonlyArray<TargetQuery> =>
  Array.from({ length: count }, (_, at) => queryAt(UnixSec(START_SEC - at * 300)));

/** A source's price, or why it has none. */
type Says = bigint | "pending" | "missing" | "failed";

const says = fc.constantFrom<Says>(
  PRICE,
  PRICE + 1n,
  PRICE + 10n ** 18n,
  "pending",
  "missing",
  "failed",
);
const said = fc.record(Object.fromEntries(ORACLE_SOURCES.map((source) => [source, says])));
type Said = Readonly<Record<OracleSource, Says>>;

const targetOf = (source: OracleSource, priceE18: bigint) =>
  oracleTarget(source, { observedSec: START_SEC, priceE18 });

function resultOf(source: OracleSource, says: Says): OpeningResult {
  if (typeof says === "bigint") return Result.succeed(targetOf(source, says));
  if (says === "failed") {
    return Result.fail(new ProviderFailed({ provider: source, reason: "timeout", cause: null }));
  }
  const missing = { asset: "btc", interval: "5min", startSec: START_SEC } as const;
  return Result.fail(new PriceMissing({ ...missing, isPending: says === "pending" }));
}

/** A source that replies after so many milliseconds, and notes that it was asked. */
function feedOf(
  source: OracleSource,
  { says, delayMs, asked }: {
    readonly says: Says;
    readonly delayMs: number;
    readonly asked: Array<OracleSource>;
  },
): PriceFeed {
  return {
    groups: (queries) => queries.map((query) => [query]),
    openings: (group) =>
      Effect.sync(() => void asked.push(source)).pipe(
        Effect.andThen(Effect.sleep(delayMs)),
        Effect.as(group.map(() => resultOf(source, says))),
      ),
  };
}

/** What the joined feed answers at a time after the window's start. */
async function ask(
  said: Said,
  { ageSec, queries = [QUERY], delaysMs = {}, off, withinMs = 600_000 }: {
    readonly ageSec: number;
    readonly queries?: ReadonlyArray<TargetQuery>;
    readonly delaysMs?: Partial<Record<OracleSource, number>>;
    readonly off?: ProviderOff;
    readonly withinMs?: number;
  },
) {
  const asked: Array<OracleSource> = [];
  const sources = ORACLE_SOURCES
    .filter((source) => off === undefined || source !== "report")
    .map((source) => ({
      source,
      feed: feedOf(source, { says: said[source], delayMs: delaysMs[source] ?? 0, asked }),
    }));
  const feed = joinOracleFeeds({ sources, off, sleepMs: Effect.sleep });
  const program = Effect.gen(function* () {
    yield* TestClock.setTime((START_SEC + ageSec) * 1000);
    const fiber = yield* Effect.forkChild(feed.openings(queries));
    yield* TestClock.adjust(withinMs);
    return yield* Fiber.join(fiber);
  });
  const results = await Effect.runPromise(Effect.provide(program, TestClock.layer()));
  const [result] = results;
  if (result === undefined) throw new Error("the feed gave no answer");
  return { result, results, asked };
}

const delaysMs = fc.record(
  Object.fromEntries(ORACLE_SOURCES.map((source) => [source, fc.nat(1_400)])),
) as fc.Arbitrary<Record<OracleSource, number>>;
/** Open, just ended, and long ago. */
const ageSec = fc.constantFrom(0, 3, 100, 310, 330, 86_400);

describe("joinOracleFeeds()", () => {
  test("the answer does not depend on the order in which sources reply", () =>
    fc.assert(fc.asyncProperty(
      said as fc.Arbitrary<Said>,
      ageSec,
      delaysMs,
      async (said, ageSec, delaysMs) => {
        const [now, later] = [await ask(said, { ageSec }), await ask(said, { ageSec, delaysMs })];
        expect(later.result).toEqual(now.result);
      },
    )));

  test("no source's failure hides another's answer", () =>
    fc.assert(fc.asyncProperty(
      fc.constantFrom(...ORACLE_SOURCES),
      fc.constantFrom<Says>("failed", "missing"),
      async (knowing, others) => {
        const said = Object.fromEntries(
          ORACLE_SOURCES.map((source) => [source, source === knowing ? PRICE : others]),
        ) as Said;
        const { result } = await ask(said, { ageSec: 330 });
        expect(Result.isSuccess(result) && result.success).toEqual(targetOf(knowing, PRICE));
      },
    )));

  test("the venue is not asked while the oracle's own number may still come", async () => {
    const said = { report: "pending", relay: "missing", site: PRICE, metadata: PRICE } as const;
    const { result, asked } = await ask(said, { ageSec: 330 });
    expect(result).toMatchObject({ failure: { isPending: true } });
    expect(asked.toSorted()).toEqual(["relay", "report"]);
  });

  test("of an ended window the metadata are asked, and the site for what they lack", async () => {
    const said = { report: "missing", relay: "missing", site: 1n, metadata: PRICE } as const;
    expect((await ask(said, { ageSec: 330 })).asked).not.toContain("site");
    expect((await ask(said, { ageSec: 100 })).asked).not.toContain("metadata");
    expect((await ask({ ...said, metadata: "missing" }, { ageSec: 330 })).asked).toContain("site");
  });

  test("prices that contradict each other are named in the evidence", async () => {
    const said = { report: PRICE, relay: PRICE + 10n ** 18n, site: 1n, metadata: 1n } as const;
    const { result } = await ask(said, { ageSec: 330 });
    expect(Result.isSuccess(result) && result.success).toMatchObject({
      priceE18: PRICE,
      evidence: {
        kind: "report",
        disputed: [{ source: "relay", price: "78450.05813530705395712" }],
      },
    });
  });

  /** What a report and the relay, each of which does so, are joined to. */
  async function joined(report: PriceFeed["openings"], relay: PriceFeed["openings"]) {
    const groups = (some: ReadonlyArray<TargetQuery>) => [some];
    const sources = [
      { source: "report", feed: { groups, openings: report } },
      { source: "relay", feed: { groups, openings: relay } },
    ] as const;
    const feed = joinOracleFeeds({ sources, off: undefined, sleepMs: Effect.sleep });
    const answer = Effect.provide(feed.openings([QUERY]), TestClock.layer());
    return (await Effect.runPromise(answer))[0];
  }

  test("a late report does not replace an exact one that may still come", async () => {
    const seen = { observedSec: START_SEC + 4, priceE18: PRICE, isLate: true };
    const late = Effect.succeed([Result.succeed(oracleTarget("report", seen))]);
    const pending = Effect.succeed([resultOf("relay", "pending")]);
    expect(await joined(() => late, () => pending)).toMatchObject({ failure: { isPending: true } });
  });

  test("a mistake in one source costs no other's answer", async () => {
    const right = Effect.succeed([resultOf("relay", PRICE)]);
    expect(await joined(() => Effect.die("a mistake"), () => right))
      .toMatchObject({ success: { evidence: { kind: "relay" } } });
  });

  test("one that takes too long has failed, and callers are answered within 10 s", async () => {
    const said = { report: PRICE, relay: PRICE, site: PRICE, metadata: PRICE } as const;
    const forever = 1e9;
    const slow = await ask(said, { ageSec: 330, delaysMs: { report: forever, relay: forever } });
    expect(slow.result).toMatchObject({ success: { source: "venue_metadata" } });
    const relay = await ask(said, { ageSec: 330, delaysMs: { report: forever } });
    expect(Result.isSuccess(relay.result) && relay.result.success.evidence.kind).toBe("relay");
    const none = { report: forever, relay: forever, site: forever, metadata: forever };
    const dead = await ask(said, { ageSec: 330, delaysMs: none, withinMs: 10_000 });
    expect(dead.result).toMatchObject({ failure: { _tag: "ProviderFailed", reason: "timeout" } });
  });

  test("a source is waited for longer when a page of history is asked for", async () => {
    const said = { report: PRICE, relay: PRICE, site: PRICE, metadata: PRICE } as const;
    const delaysMs = { report: 20_000, relay: 20_000 };
    const sourcesOf = async (count: number) => {
      const queries = queriesOf(count);
      const { results } = await ask(said, { ageSec: 86_400, queries, delaysMs });
      expect(results).toHaveLength(count);
      return new Set(results.map((result) => Result.isSuccess(result) && result.success.source));
    };
    expect(await sourcesOf(ASSETS.length + 1)).toEqual(new Set(["oracle_twap"]));
    // So many may begin together, and callers wait for those.
    expect(await sourcesOf(ASSETS.length)).toEqual(new Set(["venue_metadata"]));
  });

  test("a site with a queue is not done with a young window, and refuses an old one", async () => {
    const said = { report: "missing", relay: "missing", site: 1n, metadata: "missing" } as const;
    const delaysMs = { site: 1e9 };
    const young = await ask(said, { ageSec: 100, delaysMs });
    expect(young.result).toMatchObject({ failure: { _tag: "PriceMissing", isPending: true } });
    const old = await ask(said, { ageSec: 330, delaysMs });
    expect(old.result).toMatchObject({
      failure: { _tag: "ProviderFailed", reason: "queued", retryAfterSec: 5 },
    });
  });

  test("a venue failure without an oracle also names the setting to set", async () => {
    const off = new ProviderOff({ provider: "oracle", setting: "CHAINLINK_API_KEY" });
    const said = {
      report: "missing",
      relay: "missing",
      site: "failed",
      metadata: "failed",
    } as const;
    const { result } = await ask(said, { ageSec: 330, off });
    expect(result).toMatchObject({
      failure: {
        _tag: "ProviderFailed",
        provider: "site",
        reason: "timeout",
        betterSetting: "CHAINLINK_API_KEY",
      },
    });
  });

  test("names the setting to set if no source could be asked", async () => {
    const off = new ProviderOff({ provider: "oracle", setting: "CHAINLINK_API_KEY" });
    const feed = joinOracleFeeds({ sources: [], off, sleepMs: Effect.sleep });
    const program = Effect.gen(function* () {
      yield* TestClock.setTime((START_SEC + 400) * 1000);
      return yield* feed.openings([QUERY]);
    });
    expect(await Effect.runPromise(Effect.provide(program, TestClock.layer())))
      .toEqual([Result.fail(off)]);
  });
});
