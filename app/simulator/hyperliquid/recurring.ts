/**
 * The recurring markets: one live outcome per series at any time, renewed each morning.
 *
 * @module
 */
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { toMinuteStamp } from "../../../core/venue2/mod.ts";
import { makeCache } from "../kit/cache.ts";
import { hash32, streamOf } from "../world/hash.ts";
import { type World, WORLD_START_SEC } from "../world/world.ts";
import { type OutcomeListing, type OutcomeRow, type QuestionRow, YES_NO } from "./outcome_row.ts";
import { markPrice, type Perp, PERPS } from "./perp.ts";
import { dayOfRoll, makeRolls, type Roll } from "./roll.ts";

/** One outcome, of any day. */
export interface RecurringOutcome {
  readonly row: OutcomeRow;
  /** The question that lists it as a named outcome. */
  readonly question: QuestionRow | undefined;
  /** The morning on which it began. */
  readonly created: Roll;
  /** The morning on which it expires. */
  readonly expired: Roll;
  /** The coins traded on it. */
  readonly perp: Perp;
}

/** The recurring markets of a world. Every instant is in unix milliseconds. */
export interface RecurringMarkets {
  /** Returns the live listing; the same object until it changes. */
  listing(nowMs: number): OutcomeListing;
  /** Returns an outcome that is, or was, live. */
  find(outcome: number, nowMs: number): RecurringOutcome | undefined;
}

/** The format of a series' markets. */
interface Series {
  readonly coin: string;
  /** Its offset among the numbers of a day. */
  readonly at: number;
  /** Decimals of a target. */
  readonly decimals: number;
  readonly describe: (facts: { readonly expiry: string; readonly target: string }) => string;
}

const SERIES: ReadonlyArray<Series> = [
  {
    coin: "BTC",
    at: 0,
    decimals: 0,
    describe: ({ expiry, target }) =>
      `class:priceBinary|underlying:BTC|expiry:${expiry}|targetPrice:${target}|period:1d`,
  },
  {
    // The order of keys is not guaranteed, and there may be unknown ones.
    coin: "HYPE",
    at: 3,
    decimals: 3,
    describe: ({ expiry, target }) =>
      `period:1d|class:priceBinary|markSource:hl:perp|targetPrice:${target}` +
      `|expiry:${expiry}|underlying:HYPE`,
  },
];
const BUCKET_COIN = "BTC";
const BUCKETS_AT = 8;

/** A day's numbers begin in the first half of this range and always fit into the rest. */
const IDS_PER_DAY = 64;
const FIRST_ID_SPREAD = 32;
const FIRST_DAY = Math.ceil(WORLD_START_SEC / DAY_SEC);
const NOTHING: OutcomeListing = { outcomes: [], questions: [] };
const DAYS_CACHED = 64;

/** Makes the markets from the world's prices. */
export function makeRecurringMarkets(world: World): RecurringMarkets {
  const rollOf = makeRolls(world.seed);
  const spread = streamOf(world.seed, "venue2 first id");
  const firstIdOf = (day: number) => day * IDS_PER_DAY + hash32(spread, day) % FIRST_ID_SPREAD;
  const days = makeCache<number, OutcomeListing>(DAYS_CACHED);
  const listingOf = (day: number): OutcomeListing =>
    days(day, () =>
      dayListing(world, {
        firstId: firstIdOf(day),
        createdSec: Math.floor(rollOf(day).createdMs / 1000),
        expiry: toMinuteStamp(UnixSec(rollOf(day + 1).expiryMs / 1000)),
      }));
  return {
    listing(nowMs) {
      const day = dayOfRoll(nowMs);
      const { settledMs, createdMs } = rollOf(day);
      if (nowMs < settledMs) return listingOf(day - 1);
      return nowMs < createdMs ? NOTHING : listingOf(day);
    },
    find(outcome, nowMs) {
      const day = Math.floor(outcome / IDS_PER_DAY);
      if (day < FIRST_DAY || rollOf(day).createdMs > nowMs) return undefined;
      const { outcomes, questions } = listingOf(day);
      const row = outcomes.find((one) => one.outcome === outcome);
      const at = outcome - firstIdOf(day);
      const perp = PERPS.get(SERIES.find((series) => series.at === at)?.coin ?? BUCKET_COIN);
      if (row === undefined || perp === undefined) return undefined;
      const question = questions.find(({ namedOutcomes }) => namedOutcomes.includes(outcome));
      return { row, question, created: rollOf(day), expired: rollOf(day + 1), perp };
    },
  };
}

interface DayTerms {
  readonly firstId: number;
  readonly createdSec: number;
  readonly expiry: string;
}

function dayListing(world: World, { firstId, createdSec, expiry }: DayTerms): OutcomeListing {
  const markAtStart = (coin: string): number => {
    const perp = PERPS.get(coin);
    return perp === undefined ? 0 : Number(markPrice(world, perp, createdSec));
  };
  const binaries = SERIES.map(({ coin, at, decimals, describe }): OutcomeRow => ({
    outcome: firstId + at,
    name: "Recurring",
    description: describe({ expiry, target: markAtStart(coin).toFixed(decimals) }),
    sideSpecs: YES_NO,
    quoteToken: "USDC",
  }));
  const buckets = bucketListing(firstId + BUCKETS_AT, expiry, markAtStart(BUCKET_COIN));
  return { outcomes: [...binaries, ...buckets.outcomes], questions: buckets.questions };
}

function bucketListing(firstId: number, expiry: string, usd: number): OutcomeListing {
  const thresholds = [usd * 0.98, usd * 1.02].map((price) => price.toFixed(0));
  const named = [0, 1, 2].map((index): OutcomeRow => ({
    outcome: firstId + 1 + index,
    name: "Recurring Named Outcome",
    description: `index:${index}`,
    sideSpecs: YES_NO,
    quoteToken: "USDC",
  }));
  const fallback: OutcomeRow = {
    outcome: firstId,
    name: "Recurring Fallback",
    description: "other",
    sideSpecs: YES_NO,
    quoteToken: "USDC",
  };
  return {
    outcomes: [fallback, ...named],
    questions: [{
      question: firstId,
      name: "Recurring",
      description: `class:priceBucket|underlying:${BUCKET_COIN}|expiry:${expiry}` +
        `|priceThresholds:${thresholds.join(",")}|period:1d`,
      fallbackOutcome: fallback.outcome,
      namedOutcomes: named.map(({ outcome }) => outcome),
      settledNamedOutcomes: [],
    }],
  };
}
