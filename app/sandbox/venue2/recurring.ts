/**
 * The recurring markets: one live one a series at any time, and a new one each morning.
 *
 * @module
 */
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { toMinuteStamp } from "../../../core/venue2/mod.ts";
import { type World } from "../world/world.ts";
import { type OutcomeListing, type OutcomeRow, YES_NO } from "./outcome_row.ts";

/** Markets expire at 06:00 UTC. */
const EXPIRY_SEC = 6 * 3_600;
/** A settlement, and with it the next market, is written so long after the expiry. */
const GAP_SEC = 12;
/** So many digits after the point has a target. */
const SERIES = [["btc", 0], ["hype", 3]] as const;
/** Numbers of a day; questions and markets of other kinds take those between. */
const IDS_PER_DAY = 16;
const E18_PER_MICRO = 1_000_000_000_000n;
const MICRO = 1_000_000;

/** What is live: the markets of each series, and the buckets of bitcoin. Empty in the gap. */
export function recurringListing(world: World, nowSec: number): OutcomeListing {
  const day = Math.floor((nowSec - EXPIRY_SEC) / DAY_SEC);
  const createdSec = day * DAY_SEC + EXPIRY_SEC + GAP_SEC;
  if (nowSec < createdSec) return { outcomes: [], questions: [] };
  const expiry = toMinuteStamp(UnixSec(createdSec - GAP_SEC + DAY_SEC));
  const firstId = day * IDS_PER_DAY;
  const binaries = SERIES.map(([asset, places], at): OutcomeRow => ({
    outcome: firstId + at * 3,
    name: "Recurring",
    description: `class:priceBinary|underlying:${asset.toUpperCase()}|expiry:${expiry}` +
      `|targetPrice:${priceUsd(world, asset, createdSec).toFixed(places)}|period:1d`,
    sideSpecs: YES_NO,
    quoteToken: "USDC",
  }));
  const buckets = bucketListing(firstId + 8, expiry, priceUsd(world, "btc", createdSec));
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
      description: `class:priceBucket|underlying:BTC|expiry:${expiry}` +
        `|priceThresholds:${thresholds.join(",")}|period:1d`,
      fallbackOutcome: fallback.outcome,
      namedOutcomes: named.map(({ outcome }) => outcome),
      settledNamedOutcomes: [],
    }],
  };
}

function priceUsd(world: World, asset: "btc" | "hype", sec: number): number {
  return Number(world.price(asset).spotPriceE18(sec) / E18_PER_MICRO) / MICRO;
}
