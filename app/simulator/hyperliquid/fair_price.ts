/**
 * The fair price of an outcome at an instant: the probability that it comes true, from the world's
 * prices.
 *
 * @module
 */
import { Option } from "effect";
import { type Description, parseMinuteStamp } from "../../../core/venue2/mod.ts";
import { chanceOf } from "../polymarket/venue/outcome_price.ts";
import { profileOf } from "../world/asset_profile.ts";
import { hash32, streamOf, unit } from "../world/hash.ts";
import { type World } from "../world/world.ts";
import { type ListedOutcome } from "./listed_outcome.ts";
import { type Perp, PERPS, worldUsd } from "./perp.ts";

/** Returns 0 to 1 at a unix second; undefined for an outcome without a price. */
export type FairPrice = (outcome: ListedOutcome, sec: number) => number | undefined;

/** Price movement per second, as a fraction of the price of an asset with liveliness 1. */
const MOVE_A_SECOND = 0.000075;
/** Length of the intervals at whose ends a template outcome's price is drawn. */
const KNOT_SEC = 6 * 3_600;

/** The terms that decide an outcome by a price. */
interface PriceTerms {
  readonly perp: Perp;
  readonly expirySec: number;
}

/**
 * Makes the prices of one world. An outcome of a price class is priced from its description,
 * whatever its origin, and keeps its price after the expiry; a template's outcome wanders.
 * Free-text outcomes have no price.
 */
export function makeFairPrice(world: World): FairPrice {
  const noise = streamOf(world.seed, "venue2 template price");
  const chanceAbove = ({ perp, expirySec }: PriceTerms, fromUsd: number, sec: number): number => {
    const atSec = Math.min(Math.floor(sec), expirySec);
    const usd = worldUsd(world, perp, atSec);
    const leftSec = Math.max(1, expirySec - atSec);
    const { liveliness } = profileOf(perp.asset);
    return chanceOf((usd - fromUsd) / (usd * MOVE_A_SECOND * liveliness * Math.sqrt(leftSec)));
  };
  /** Returns 0.1 to 0.9, moving slowly. */
  const level = (outcome: number, sec: number): number => {
    const stream = hash32(noise, outcome);
    const knot = Math.floor(sec / KNOT_SEC);
    const from = unit(hash32(stream, knot));
    const to = unit(hash32(stream, knot + 1));
    return 0.1 + 0.8 * (from + (to - from) * (sec / KNOT_SEC - knot));
  };
  return ({ outcome, name, facts, question }, sec) => {
    if (facts.get("class") === "priceBinary") {
      const terms = termsOf(facts);
      const targetUsd = Number(facts.get("targetPrice") ?? NaN);
      return terms && Number.isFinite(targetUsd) ? chanceAbove(terms, targetUsd, sec) : undefined;
    }
    if (question?.facts.get("class") === "priceBucket") {
      const terms = termsOf(question.facts);
      const usd = (question.facts.get("priceThresholds") ?? "").split(",").map(Number);
      const bucket = question.namedOutcomes.indexOf(outcome);
      if (terms === undefined || !usd.every(Number.isFinite) || bucket > usd.length) {
        return undefined;
      }
      // Each bucket begins at a threshold and ends at the next one.
      const chances = [1, ...usd.map((from) => chanceAbove(terms, from, sec)), 0];
      return (chances[bucket] ?? 0) - (chances[bucket + 1] ?? 0);
    }
    if (!name.startsWith("template:")) return undefined;
    if (question === undefined) return level(outcome, sec);
    const ids = question.namedOutcomes.filter((id) => typeof id === "number");
    return level(outcome, sec) / ids.reduce((sum, id) => sum + level(id, sec), 0);
  };
}

function termsOf(facts: Description): PriceTerms | undefined {
  const perp = PERPS.get(facts.get("underlying") ?? "");
  const expirySec = Option.getOrUndefined(parseMinuteStamp(facts.get("expiry") ?? ""));
  return perp === undefined || expirySec === undefined ? undefined : { perp, expirySec };
}
