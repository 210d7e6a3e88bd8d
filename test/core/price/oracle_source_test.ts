import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import {
  agree,
  chooseTarget,
  isProvisional,
  mayHavePrice,
  ORACLE_SOURCES,
  type OracleSource,
  oracleSourceOf,
  type SourcedTarget,
  targetRule,
} from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { oracleTarget } from "./oracle_target.ts";

const AT_SEC = 1_793_880_000;
const PRICE = 78_449_058_135_307_053_957_120n;
/** Equal, equal within the precision of a double, and different. */
const PRICES = [PRICE, PRICE + 1n, PRICE + 10n ** 16n, PRICE - 10n ** 19n];

interface Answer extends SourcedTarget {
  /** The second that it claims to be of; what the venue publishes names only the window. */
  readonly sec: number | undefined;
}

/** What a source may answer. */
function answerOf(
  source: OracleSource,
  priceE18: bigint,
  { isLate = false, observedSec = AT_SEC } = {},
): Answer {
  const sec = source === "report" || source === "relay" ? observedSec : undefined;
  return { source, sec, target: oracleTarget(source, { observedSec, priceE18, isLate }) };
}

const answer = fc.tuple(
  fc.constantFrom(...ORACLE_SOURCES),
  fc.constantFrom(...PRICES),
  fc.record({ isLate: fc.boolean(), observedSec: fc.constantFrom(AT_SEC, AT_SEC + 1) }),
).map(([source, priceE18, seen]) => answerOf(source, priceE18, seen));
/** Each source answers once at most. */
const answers = fc.uniqueArray(answer, { selector: ({ source }) => source });

describe("chooseTarget()", () => {
  test("the order of the answers makes no difference", () =>
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
    )));

  test("an exact price of the oracle is chosen whatever the venue publishes", () =>
    fc.assert(fc.property(answers, (some) => {
      const exact = some.filter(({ source, target }) =>
        (source === "report" || source === "relay") && !target.source.endsWith("_late")
      );
      fc.pre(exact.length > 0);
      const chosen = chooseTarget(some);
      expect(exact.map(({ target }) => target.priceE18)).toContain(chosen?.priceE18 ?? 0n);
      expect(chosen?.source).toBe("oracle_twap");
    })));

  test("a late report ranks after the relay and before the site", () => {
    const late = answerOf("report", PRICE, { isLate: true, observedSec: AT_SEC + 4 });
    const other = PRICE + 10n ** 18n;
    expect(chooseTarget([late, answerOf("relay", other)])?.evidence.kind).toBe("relay");
    for (const source of ["site", "metadata"] as const) {
      expect(chooseTarget([answerOf(source, other), late])).toEqual(late.target);
    }
  });

  test("is never provisional next to metadata, and takes their price if they contradict it", () =>
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
    )));

  test("lists exactly the sources that contradict it, never one of another second", () =>
    fc.assert(fc.property(answers, (some) => {
      const chosen = chooseTarget(some);
      if (chosen === undefined) return expect(some).toEqual([]);
      const isLate = chosen.source.endsWith("_late");
      const chosenSec = some.find(({ source }) => source === oracleSourceOf(chosen))?.sec;
      const isOfThatSecond = (sec: number | undefined) =>
        sec === undefined || chosenSec === undefined || sec === chosenSec;
      const expected = some.filter(({ target, sec }) =>
        target.source.endsWith("_late") === isLate && isOfThatSecond(sec) &&
        !agree(target.priceE18, chosen.priceE18)
      ).map(({ source }) => source);
      const { evidence } = chosen;
      const disputed = "disputed" in evidence ? evidence.disputed ?? [] : [];
      expect(new Set<string>(disputed.map(({ source }) => source))).toEqual(new Set(expected));
      expect(disputed.map(({ source }) => source)).not.toContain(oracleSourceOf(chosen));
    })));
});

describe("mayHavePrice()", () => {
  const { calendar } = PROFILE_BY_NAME.polymarket;
  const query = (iso: string) => {
    const window = windowContaining(calendar, "5min", UnixSec(Date.parse(iso) / 1000));
    const rule = targetRule(PROFILE_BY_NAME.polymarket, window);
    return { asset: "btc", window, rule } as const;
  };
  const known = (iso: string, ageSec: number) =>
    ORACLE_SOURCES.filter((source) =>
      mayHavePrice(source, query(iso), Date.parse(iso) / 1000 + ageSec)
    );

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
