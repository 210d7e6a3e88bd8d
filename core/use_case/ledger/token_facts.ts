/**
 * What the tokens of a wallet are of, by all that names them: orders, the index's holdings, and
 * what it lists. The first one that knows something counts, so that an index which does not know a
 * name leaves it as it is.
 *
 * @module
 */
import { Option } from "effect";
import type { ConditionId } from "../../venue/mod.ts";

/** What a token is of. What nobody says is null. */
export interface TokenFacts {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  /** The market's slug. */
  readonly slug: string | null;
  /** The outcome's name, and its number in the order of the market's outcomes. */
  readonly outcome: string | null;
  readonly outcomeIndex: number | null;
}

/** Something that names a token. An empty text says nothing. */
export interface TokenNaming {
  readonly tokenId: string;
  readonly conditionId: ConditionId;
  readonly slug?: string;
  readonly outcome?: string;
  readonly outcomeIndex?: Option.Option<number>;
}

/** Returns what is known of tokens, by their ids. What comes first counts. */
export function tokenFacts(namings: Iterable<TokenNaming>): ReadonlyMap<string, TokenFacts> {
  const facts = new Map<string, TokenFacts>();
  for (const { tokenId, conditionId, slug, outcome, outcomeIndex = Option.none() } of namings) {
    const known = facts.get(tokenId);
    facts.set(tokenId, {
      tokenId,
      conditionId: known?.conditionId ?? conditionId,
      slug: known?.slug ?? (slug || null),
      outcome: known?.outcome ?? (outcome || null),
      outcomeIndex: known?.outcomeIndex ?? Option.getOrNull(outcomeIndex),
    });
  }
  return facts;
}

/** Returns what knows the two outcomes of a market, in its order where somebody says it. */
export function pairsOf(
  tokens: ReadonlyMap<string, TokenFacts>,
): (conditionId: ConditionId) => readonly [string, string] | undefined {
  const byCondition = Map.groupBy(tokens.values(), ({ conditionId }) => conditionId);
  return (conditionId) => {
    const [first, second, ...others] = (byCondition.get(conditionId) ?? [])
      .toSorted((a, b) => (a.outcomeIndex ?? Infinity) - (b.outcomeIndex ?? Infinity));
    return first === undefined || second === undefined || others.length > 0
      ? undefined
      : [first.tokenId, second.tokenId];
  };
}
