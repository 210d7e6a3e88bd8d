import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import {
  agree,
  chooseTarget,
  isProvisional,
  mayKnow,
  ORACLE_SOURCES,
  type OracleSource,
  oracleSourceOf,
  publishedTarget,
  relayTarget,
  reportTarget,
  type SourcedTarget,
  targetRule,
} from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

const AT_SEC = 1_793_880_000;
const PRICE = 78_449_058_135_307_053_957_120n;
/** Equal, equal as far as a double can tell, and others. */
const PRICES = [PRICE, PRICE + 1n, PRICE + 10n ** 16n, PRICE - 10n ** 19n];

/** What a source may answer. */
function answerOf(source: OracleSource, priceE18: bigint, isLate = false): SourcedTarget {
  const observation = {
    stream: "twap_60",
    validFromSec: AT_SEC,
    observedSec: AT_SEC,
    priceE18,
  } as const;
  switch (source) {
    case "report":
      return {
        source,
        target: reportTarget({ ...observation, feedId: "0x", fullReport: "0x" }, { isLate }),
      };
    case "relay": {
      const sent = { symbol: "btcusd", fullAccuracyValue: "1", seq: 1, receivedAtMs: 0 };
      return { source, target: relayTarget({ ...observation, ...sent }) };
    }
    default: {
      const by = source === "site" ? "venue_site" : "venue_metadata";
      return { source, target: publishedTarget({ source: by, priceE18, receivedAtMs: 0 }) };
    }
  }
}

const answer = fc.tuple(
  fc.constantFrom(...ORACLE_SOURCES),
  fc.constantFrom(...PRICES),
  fc.boolean(),
).map(([source, priceE18, isLate]) => answerOf(source, priceE18, isLate));
/** Each source answers once at most. */
const answers = fc.uniqueArray(answer, { selector: ({ source }) => source });

describe("chooseTarget()", () => {
  test("the order of the answers makes no difference", () => {
    fc.assert(fc.property(
      answers.chain((some) =>
        fc.tuple(
          fc.constant(some),
          fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
        )
      ),
      ([some, shuffled]) => {
        const [left, right] = [chooseTarget(some), chooseTarget(shuffled)];
        expect(right && { ...right, evidence: undefined })
          .toEqual(left && { ...left, evidence: undefined });
        const disputes = (target: typeof left) =>
          target !== undefined && "disputed" in target.evidence
            ? new Set(target.evidence.disputed?.map(({ source }) => source))
            : new Set();
        expect(disputes(right)).toEqual(disputes(left));
      },
    ));
  });

  test("an exact number of the oracle stands whatever the venue publishes", () => {
    fc.assert(fc.property(answers, (some) => {
      const exact = some.filter(({ source, target }) =>
        (source === "report" || source === "relay") && !target.source.endsWith("_late")
      );
      fc.pre(exact.length > 0);
      const chosen = chooseTarget(some);
      expect(exact.map(({ target }) => target.priceE18)).toContain(chosen?.priceE18 ?? 0n);
      expect(chosen?.source).toBe("oracle_twap");
    }));
  });

  test("is never provisional beside metadata, and takes their price when they contradict", () => {
    fc.assert(fc.property(
      fc.constantFrom(...PRICES),
      fc.constantFrom(...PRICES),
      (sitePrice, metadataPrice) => {
        const site = answerOf("site", sitePrice);
        const metadata = answerOf("metadata", metadataPrice);
        const chosen = chooseTarget([site, metadata]);
        if (chosen === undefined) throw new Error("nothing was chosen");
        expect(isProvisional(chosen)).toBe(false);
        const isSame = agree(sitePrice, metadataPrice);
        expect(chosen.source).toBe(isSame ? "venue_site" : "venue_metadata");
        expect(chosen.priceE18).toBe(isSame ? sitePrice : metadataPrice);
      },
    ));
  });

  test("names exactly those that contradict it, and never one of another second", () => {
    fc.assert(fc.property(answers, (some) => {
      const chosen = chooseTarget(some);
      if (chosen === undefined) return expect(some).toEqual([]);
      const isLate = chosen.source.endsWith("_late");
      const expected = some.filter(({ target }) =>
        target.source.endsWith("_late") === isLate && !agree(target.priceE18, chosen.priceE18)
      ).map(({ source }) => source);
      const { evidence } = chosen;
      const disputed = "disputed" in evidence ? evidence.disputed ?? [] : [];
      expect(new Set(disputed.map(({ source }) => source))).toEqual(new Set<string>(expected));
      expect(disputed.map(({ source }) => source)).not.toContain(oracleSourceOf(chosen));
    }));
  });
});

describe("mayKnow()", () => {
  const { calendar } = PROFILE_BY_NAME.polymarket;
  const query = (iso: string) => {
    const window = windowContaining(calendar, "5min", UnixSec(Date.parse(iso) / 1000));
    const rule = targetRule(PROFILE_BY_NAME.polymarket, window);
    return { asset: "btc", window, rule } as const;
  };
  const known = (iso: string, ageSec: number) =>
    ORACLE_SOURCES.filter((source) => mayKnow(source, query(iso), Date.parse(iso) / 1000 + ageSec));

  test("the site comes after the start, the metadata after the end", () => {
    expect(known("2026-09-10T00:00:00Z", 0)).toEqual(["report", "relay"]);
    expect(known("2026-09-10T00:00:00Z", 3)).toEqual(["report", "relay", "site"]);
    expect(known("2026-09-10T00:00:00Z", 320)).toEqual(["report", "relay", "site", "metadata"]);
    expect(known("2026-09-10T00:00:00Z", 31 * 86_400)).toEqual(["report", "relay", "metadata"]);
  });

  test("neither the relay nor the site has prices from before the averages", () => {
    expect(known("2026-08-01T00:00:00Z", 1_000)).toEqual(["report", "metadata"]);
    expect(known("2026-08-10T00:00:00Z", 1_000)).toEqual(["report", "site", "metadata"]);
    expect(known("2025-12-01T00:00:00Z", 1_000)).toEqual(["report"]);
  });
});
