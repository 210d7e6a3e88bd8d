/**
 * The index's rows by the tokens of the orders: it may name an outcome of a market of the venue's
 * second protocol by another id. Its market and its number say which one it is.
 *
 * @module
 */
import { Option } from "effect";
import { foldName } from "../../fold_name.ts";
import type { ConditionId } from "../../venue/mod.ts";

/** An outcome that an order named. */
interface NamedOutcome {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly slug: string;
  readonly outcome: string;
}

const [UP, DOWN] = [foldName("Up"), foldName("Down")];

/** Returns the number of a window's outcome, in the order in which windows have them. */
export function windowOutcomeIndex(outcome: string): Option.Option<number> {
  const name = foldName(outcome);
  return name === UP ? Option.some(0) : name === DOWN ? Option.some(1) : Option.none();
}

/** An outcome as the index names it. */
interface IndexedOutcome {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly outcomeIndex: Option.Option<number>;
}

/** Returns what knows by which id orders named an outcome; the index's own where none did. */
export function ownTokens(
  named: Iterable<NamedOutcome>,
  isOfWindow: (slug: string) => boolean,
): (outcome: IndexedOutcome) => string {
  const tokens = new Map<string, string>();
  const own = new Set<string>();
  const keyOf = (conditionId: ConditionId, index: number) => `${conditionId} ${index}`;
  for (const { tokenId, conditionId, slug, outcome } of named) {
    if (own.has(tokenId)) continue;
    own.add(tokenId);
    const index = isOfWindow(slug) ? windowOutcomeIndex(outcome) : Option.none();
    if (Option.isSome(index)) tokens.set(keyOf(conditionId, index.value), tokenId);
  }
  return ({ tokenId, conditionId, outcomeIndex }) =>
    Option.isNone(outcomeIndex) || own.has(tokenId)
      ? tokenId
      : tokens.get(keyOf(conditionId, outcomeIndex.value)) ?? tokenId;
}
