/**
 * Reads the feeds that a request names.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { oracleFailed } from "./authentication.ts";
import { ORACLE_FEEDS } from "./feed.ts";

/**
 * Reads a known feed by its id, in upper or lower case. An unknown feed is refused like one that
 * the user has not bought.
 */
export function readFeed(text: string | null): Result.Result<string, Answer> {
  if (text === null || text === "") return Result.fail(oracleFailed(400, "feedID is required"));
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) {
    return Result.fail(oracleFailed(400, "feedID must be 0x and 64 hex digits"));
  }
  return ORACLE_FEEDS.has(text.toLowerCase())
    ? Result.succeed(text.toLowerCase())
    : Result.fail(oracleFailed(401, "feed is unknown or not permitted"));
}

/** Reads a list of known feeds, without repeats, in the order of first mention. */
export function readFeeds(text: string | null): Result.Result<ReadonlyArray<string>, Answer> {
  return Result.gen(function* () {
    const ids = new Set<string>();
    for (const id of (text ?? "").split(",")) ids.add(yield* readFeed(id));
    return [...ids];
  });
}
