/**
 * The memory of the target cache: targets, and failures that are too recent to retry.
 *
 * @module
 */
import { BoundedMap } from "../../bounded_map.ts";
import { type Asset, ASSETS, INTERVALS, type MarketWindow } from "../../market/mod.ts";
import type { OpeningFailure } from "../../port/price_feed.ts";
import type { IdentifiedPrice, TargetId } from "../../port/target_store.ts";
import { e18ToNumber, targetKey, type TargetQuery } from "../../price/mod.ts";
import type { PublishedTarget } from "../live/publisher.ts";

/** A target in memory. Its evidence is only in the store. */
export type KnownTarget = IdentifiedPrice["target"];

/** About 100 bytes each. Beyond this the oldest are dropped; the store still has them. */
const TARGETS_MAX = 300_000;
const MISSES_MAX = 50_000;
const PROVISIONAL_MAX = 20_000;

/** How long a failure is cached, by how soon a second request may succeed. */
const PENDING_TTL_MS = 250;
const FAILED_TTL_MS = 1_000;
const MISSING_TTL_MS = 10_000;

/** What identifies a window of an asset. */
export type WindowId = Pick<MarketWindow, "interval" | "startSec">;

/** The memory of targets, by asset and window, and of failures, by target key. */
export interface TargetMemory {
  readonly known: (asset: Asset, window: WindowId) => KnownTarget | undefined;
  readonly missed: (key: string, nowMs: number) => OpeningFailure | undefined;
  /** Remembers a target. A provisional target never replaces another one. */
  readonly remember: (id: TargetId, target: KnownTarget) => void;
  /** Returns how often a price was corrected. */
  readonly correctedCount: () => number;
  /** Returns targets that may still be corrected, in the order in which they became known. */
  readonly provisional: () => ReadonlyArray<TargetId>;
  readonly rememberMiss: (key: string, failure: OpeningFailure, nowMs: number) => void;
}

/** Makes an empty memory, which publishes every target once it is known, and each correction. */
export function makeTargetMemory(
  publishTarget: (published: PublishedTarget) => void,
): TargetMemory {
  const targets = new BoundedMap<number, KnownTarget>(TARGETS_MAX);
  const provisional = new BoundedMap<string, TargetId>(PROVISIONAL_MAX);
  const misses = new BoundedMap<
    string,
    { readonly failure: OpeningFailure; readonly untilMs: number }
  >(MISSES_MAX);
  let corrected = 0;
  return {
    known: (asset, window) => targets.get(numberOf(asset, window)),
    missed: (key, nowMs) => {
      const miss = misses.get(key);
      if (miss === undefined) return undefined;
      if (nowMs < miss.untilMs) return miss.failure;
      misses.delete(key);
      return undefined;
    },
    remember: (id, { priceE18, source, isProvisional }) => {
      const key = keyOfId(id);
      const number = numberOf(id.asset, id);
      const before = targets.get(number);
      if (before !== undefined && isProvisional === true) return;
      const target: KnownTarget = isProvisional === true
        ? { priceE18, source, isProvisional }
        : { priceE18, source };
      misses.delete(key);
      targets.set(number, target);
      if (isProvisional === true) provisional.set(key, id);
      else provisional.delete(key);
      const change = changeOf(before, target);
      if (change === "corrected") corrected += 1;
      if (change !== undefined) publishTarget({ id, target, change });
    },
    correctedCount: () => corrected,
    provisional: () => [...provisional.values()],
    rememberMiss: (key, failure, nowMs) =>
      misses.set(key, { failure, untilMs: nowMs + ttlMs(failure) }),
  };
}

/** Returns the change. Digits beyond the precision of answers do not count. */
function changeOf(
  before: KnownTarget | undefined,
  after: KnownTarget,
): PublishedTarget["change"] | undefined {
  if (before === undefined) return "opened";
  const isOther = e18ToNumber(before.priceE18) !== e18ToNumber(after.priceE18);
  return isOther ? "corrected" : undefined;
}

const ASSET_INDEX = indexOf(ASSETS);
const INTERVAL_INDEX = indexOf(INTERVALS);
/** More than any unix second of a window, so that no two windows share a number. */
const SECONDS_MAX = 2 ** 36;

function indexOf<const Word extends string>(words: ReadonlyArray<Word>): Record<Word, number> {
  return Object.fromEntries(words.map((word, index) => [word, index])) as Record<Word, number>;
}

/**
 * Returns a number that no other window of any asset has. A range looks up thousands of targets,
 * and a number is found in a third of the time that the text of its key takes.
 */
function numberOf(asset: Asset, { interval, startSec }: WindowId): number {
  const series = ASSET_INDEX[asset] * INTERVALS.length + INTERVAL_INDEX[interval];
  return series * SECONDS_MAX + startSec;
}

/** Returns the id of the target that a query is about. */
export function idOf({ asset, window }: TargetQuery): TargetId {
  return { asset, interval: window.interval, startSec: window.startSec };
}

/** Returns the target key of an id, equal to the key of a query for the target. */
export function keyOfId({ asset, interval, startSec }: TargetId): string {
  return targetKey({ asset, window: { interval, startSec } });
}

function ttlMs(failure: OpeningFailure): number {
  if (failure._tag !== "PriceMissing") return FAILED_TTL_MS;
  return failure.isPending ? PENDING_TTL_MS : MISSING_TTL_MS;
}
