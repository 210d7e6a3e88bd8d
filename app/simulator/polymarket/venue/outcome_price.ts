/**
 * The fair price of an outcome at an instant: the price that the simulated venue publishes, and the
 * centre of its order book.
 *
 * @module
 */
import { profileOf } from "../../world/asset_profile.ts";
import { hash32, signedUnit, streamOf, unit } from "../../world/hash.ts";
import { type Listing } from "./listing.ts";
import { type Topic } from "./topic.ts";
import { type DecidedWindow, type WindowValues } from "./window_value.ts";

/** Prices of the first outcome of each market; the second outcome's is 1 minus that. */
export interface OutcomePrices {
  /**
   * Returns 0 to 1, in USDC. 0.5 before an up-or-down window opens; 0 or 1 once it has ended. A
   * topic's result is drawn at its end, and its price is 0 or 1 from its close on.
   */
  fair(listing: Listing, marketIndex: number, nowSec: number): number;
}

/** Price movement per second, as a fraction of the price of an asset with liveliness 1. */
const MOVE_A_SECOND = 0.000075;
/** Length of the intervals at whose ends a topic's price is drawn; it moves linearly in between. */
const KNOT_SEC = 6 * 3_600;

/** Makes the prices under a seed, for windows with these values. */
export function makeOutcomePrices(seed: number, values: WindowValues): OutcomePrices {
  const topicPrices = makeTopicPrices(seed);
  const upPrice = (window: DecidedWindow, nowSec: number): number => {
    if (nowSec < window.startSec) return 0.5;
    const opening = values.opening(window);
    if (nowSec >= window.endSec) return values.closing(window) >= opening ? 1 : 0;
    const openingUsd = Number(opening) / 1e18;
    const aheadUsd = Number(values.current(window, nowSec) - opening) / 1e18;
    const { liveliness } = profileOf(window.asset);
    const moveUsd = openingUsd * MOVE_A_SECOND * liveliness * Math.sqrt(window.endSec - nowSec);
    return chanceOf(aheadUsd / moveUsd);
  };
  return {
    fair(listing, marketIndex, nowSec) {
      const window = windowOf(listing);
      const atSec = Math.floor(nowSec);
      if (window !== undefined) return upPrice(window, atSec);
      const { subject } = listing.track;
      return subject.kind === "topic"
        ? topicPrices(subject.topic, { listing, marketIndex, nowSec: atSec })
        : 0.5;
    },
  };
}

/** Returns the window that decides a listing; undefined for topics decided otherwise. */
export function windowOf({ track, startSec, endSec }: Listing): DecidedWindow | undefined {
  const { subject } = track;
  if (subject.kind === "up_down") {
    return { asset: subject.asset, interval: subject.interval, startSec, endSec };
  }
  const { asset } = subject.topic;
  // A week is decided by trades, like an hour.
  return asset === undefined ? undefined : { asset, interval: "1hour", startSec, endSec };
}

/**
 * Returns the probability of ending ahead, for a lead in units of the usual move. Close to the
 * normal distribution with longer tails, and built from operations that every machine rounds
 * identically.
 */
export function chanceOf(moves: number): number {
  return 0.5 + (0.5 * moves) / Math.sqrt(moves * moves + 1.6);
}

interface TopicQuestion {
  readonly listing: Listing;
  readonly marketIndex: number;
  readonly nowSec: number;
}

function makeTopicPrices(seed: number): (topic: Topic, question: TopicQuestion) => number {
  const noise = streamOf(seed, "venue topic price");
  const decided = streamOf(seed, "venue topic outcome");
  /** Returns 0 to 1, moving slowly. */
  const level = ({ listing, marketIndex, nowSec }: TopicQuestion) => {
    const stream = hash32(hash32(noise, listing.eventNumber), marketIndex);
    const knot = Math.floor(nowSec / KNOT_SEC);
    const from = signedUnit(hash32(stream, knot));
    const to = signedUnit(hash32(stream, knot + 1));
    const base = unit(hash32(stream, -1));
    const here = from + (to - from) * (nowSec / KNOT_SEC - knot);
    return 0.15 + 0.7 * base + 0.15 * here;
  };
  const open = (topic: Topic, question: TopicQuestion): number => {
    if (topic.markets.length === 1) {
      const [low, high] = topic.range;
      return low + (high - low) * level(question);
    }
    const levels = topic.markets.map((_, marketIndex) => level({ ...question, marketIndex }));
    const sum = levels.reduce((total, one) => total + one, 0);
    return (levels[question.marketIndex] ?? 0) / sum;
  };
  return (topic, question) => {
    const { listing, marketIndex } = question;
    if (question.nowSec < listing.closedSec) return open(topic, question);
    // Exactly one answer comes true, with the probability that it had at the end.
    let left = unit(hash32(decided, listing.eventNumber));
    const atEnd = { listing, nowSec: listing.endSec };
    for (let i = 0; i < topic.markets.length; i++) {
      const price = open(topic, { ...atEnd, marketIndex: i });
      const isTrue = left >= 0 && left < price;
      if (i === marketIndex) return isTrue ? 1 : 0;
      left -= price;
    }
    return 0;
  };
}
