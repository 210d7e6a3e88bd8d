/**
 * Lookups among very many markets of the secondary venue, compared with a scan of all of them.
 *
 * @module
 */
import { Result } from "effect";
import { DAY_SEC, UnixSec } from "../../core/time/mod.ts";
import {
  distanceSec,
  formatTradeSlug,
  isDuring,
  marketsOf,
  nearestMarkets,
  NO_MARKETS,
  type OutcomeMarket,
  parseTradeReference,
  TRADE_ORIGIN,
  tradeSlugOf,
  withMarkets,
} from "../../core/venue2/mod.ts";
import { type Benchmark, compare, type Finding } from "./benchmark.ts";
import type { Effort } from "./effort.ts";
import { timeInTurns, type Work } from "./stopwatch.ts";

const NAME = "venue2";
/** A year of quarter-hour windows of two series, and 40 years of daily ones. */
const QUARTERS = 35_000;
const DAYS = 15_000;
const FIRST_SEC = 1_777_701_600;

/** A lookup beside the simplest one. */
interface Pair {
  readonly what: string;
  readonly plain: string;
  readonly works: readonly [Work, Work];
}

/** The benchmark. */
export const venue2: Benchmark = {
  name: NAME,
  about: `which of ${(2 * (QUARTERS + DAYS)).toLocaleString("en")} markets an instant belongs to`,
  isQuick: true,
  run: (effort) =>
    Promise.resolve([byTime(), byName(), oneMore()].map((pair) => timed(pair, effort))),
};

function series(
  underlying: string,
  { count, periodSec, period }: {
    readonly count: number;
    readonly periodSec: number;
    readonly period: string;
  },
): ReadonlyArray<Omit<OutcomeMarket, "outcomeId">> {
  return Array.from({ length: count }, (_, at) => ({
    underlying,
    period,
    startSec: UnixSec(FIRST_SEC + at * periodSec),
    expirySec: UnixSec(FIRST_SEC + (at + 1) * periodSec),
    targetText: String(60_000 + at % 977),
    yesIndex: 0,
  }));
}

const markets = ["BTC", "HYPE"].flatMap((underlying) => [
  ...series(underlying, { count: QUARTERS, periodSec: 900, period: "15m" }),
  ...series(underlying, { count: DAYS, periodSec: DAY_SEC, period: "1d" }),
]).map((market, outcomeId): OutcomeMarket => ({ ...market, outcomeId }));
const known = withMarkets(NO_MARKETS, markets);

/** Before, among and after all windows. A power of two of them. */
const INSTANTS = Array.from(
  { length: 256 },
  (_, at) => UnixSec(FIRST_SEC - 10 * DAY_SEC + at * 5_077_777),
);
const NAMES = Array.from({ length: 256 }, (_, at) => {
  const market = markets[at * 389 % markets.length];
  if (market === undefined) throw new Error("Expected a market");
  return `${TRADE_ORIGIN.mainnet}/trade/${formatTradeSlug(tradeSlugOf(market, "yes"))}`;
});
const MASK = 255;
const FIRST = UnixSec(FIRST_SEC);

function byTime(): Pair {
  for (const atSec of INSTANTS) {
    const [ours, plain] = [nearestMarkets(known, atSec), walk(atSec)];
    const isSame = ours.length === plain.length &&
      ours[0]?.distanceSec === distanceSec(plain[0] ?? markets[0]!, atSec);
    if (!isSame) throw new Error(`The answers for ${atSec} differ`);
  }
  return {
    what: "the nearest to an instant",
    plain: "a walk over all",
    works: [
      countedOver(INSTANTS, FIRST, (atSec) => nearestMarkets(known, atSec).length),
      countedOver(INSTANTS, FIRST, (atSec) => walk(atSec).length),
    ],
  };
}

/** The same by a scan of every market. */
function walk(atSec: UnixSec): ReadonlyArray<OutcomeMarket> {
  const exact = markets.filter((market) => isDuring(market, atSec));
  if (exact.length > 0) return exact;
  return markets.slice(0, 1).map((first) =>
    markets.reduce(
      (best, market) => distanceSec(market, atSec) < distanceSec(best, atSec) ? market : best,
      first,
    )
  );
}

function byName(): Pair {
  const context = { parameter: "slug", tradeOrigin: TRADE_ORIGIN.mainnet };
  const slugs = new Map(
    markets.map((market) => [formatTradeSlug(tradeSlugOf(market, "yes")), market]),
  );
  return {
    what: "a market by the address of its page",
    plain: "its slug cut off and looked up",
    works: [
      countedOver(NAMES, "", (name) =>
        Result.match(parseTradeReference(name, context), {
          onFailure: () => 0,
          onSuccess: (reference) => marketsOf(known, reference).length,
        })),
      countedOver(NAMES, "", (name) => slugs.has(name.slice(name.lastIndexOf("/") + 1)) ? 1 : 0),
    ],
  };
}

/** The cost of a rollover. */
function oneMore(): Pair {
  const [last] = markets.slice(-1);
  if (last === undefined) throw new Error("Expected a market");
  let outcomeId = markets.length;
  return {
    what: "one market more",
    plain: "a copy of the list",
    works: [
      (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) {
          const { byExpiry } = withMarkets(known, [{ ...last, outcomeId: ++outcomeId }]);
          sum += byExpiry.length;
        }
        return sum;
      },
      (times) => {
        let sum = 0;
        for (let i = 0; i < times; i++) sum += [...markets, last].length;
        return sum;
      },
    ],
  };
}

function countedOver<A>(
  questions: ReadonlyArray<A>,
  first: A,
  count: (question: A) => number,
): Work {
  return (times) => {
    let sum = 0;
    for (let i = 0; i < times; i++) sum += count(questions[i & MASK] ?? first);
    return sum;
  };
}

function timed({ what, plain, works }: Pair, effort: Effort): Finding {
  const [ours = [], reference = []] = timeInTurns(works, effort);
  return compare(NAME, {
    unit: "us",
    ours: { what, values: ours.map(toUs) },
    reference: { what: plain, values: reference.map(toUs) },
  });
}

function toUs(ns: number): number {
  return ns / 1_000;
}
