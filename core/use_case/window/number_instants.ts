/**
 * When the numbers of targets were made, which for some only their evidence says.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { instantOf, knownInstant, targetKey, type TargetQuery } from "../../price/mod.ts";
import { TargetCache } from "../price/target_cache.ts";
import type { KnownTarget } from "../price/target_memory.ts";

/** A number a key, of final targets alone. */
const REMEMBERED_MAX = 20_000;
const remembered = new WeakMap<TargetCache["Service"], BoundedMap<string, number | null>>();

/**
 * Returns the instant of a known target, in unix milliseconds; null where nothing says it. Reads
 * the evidence of a final target once.
 */
export const instantOfTarget = Effect.fnUntraced(function* (
  query: TargetQuery,
  { source, isProvisional }: KnownTarget,
) {
  const known = knownInstant(source, query.window);
  if (known !== undefined) return known;
  const cache = yield* TargetCache;
  const instants = remembered.get(cache) ?? new BoundedMap<string, number | null>(REMEMBERED_MAX);
  remembered.set(cache, instants);
  const key = `${targetKey(query)} ${source}`;
  const found = instants.get(key);
  if (found !== undefined) return found;
  const evidence = yield* Effect.orElseSucceed(cache.evidence(query), Option.none);
  if (Option.isNone(evidence)) return null;
  const atMs = instantOf(evidence.value, query.window);
  if (isProvisional !== true) instants.set(key, atMs);
  return atMs;
});
