/**
 * Whose tokens they are, as the venue's catalog answered: of markets that no window was told of.
 *
 * @module
 */
import { fieldsOf, isName, listOf } from "./told_window.ts";
import type { ToldOutcome } from "./told_windows.ts";

/** Answers with markets have this name of the tokens' field. */
export const TOKENS_FIELD = "clobTokenIds";

/** Deeper is no answer of the catalog: an event has markets. */
const DEPTH_MAX = 4;

/** Returns the outcomes of the markets in an answer, by token; none of any other text. */
export function readToldMarkets(text: string): ReadonlyArray<readonly [string, ToldOutcome]> {
  try {
    return outcomesIn(JSON.parse(text), DEPTH_MAX);
  } catch {
    return [];
  }
}

function outcomesIn(
  value: unknown,
  depth: number,
): ReadonlyArray<readonly [string, ToldOutcome]> {
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => outcomesIn(one, depth - 1));
  const fields = fieldsOf(value);
  if (fields === undefined) return [];
  const { slug, [TOKENS_FIELD]: tokens, outcomes, markets } = fields;
  const names = listIn(outcomes);
  const own = listIn(tokens).flatMap((tokenId, at) => {
    const outcome = names[at];
    return isName(tokenId) && isName(outcome) && isName(slug)
      ? [[tokenId, { slug, outcome }] as const]
      : [];
  });
  return [...own, ...outcomesIn(markets, depth - 1)];
}

/** The catalog writes lists as text of JSON. */
function listIn(value: unknown): ReadonlyArray<unknown> {
  return listOf(typeof value === "string" ? JSON.parse(value) : value);
}
