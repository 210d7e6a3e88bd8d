/**
 * Finds what a claim, a split or a merge needs of its market.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import type { ActionMarket } from "../../chain/mod.ts";
import { marketKindOf } from "../../order/mod.ts";
import { EventCatalog } from "../../port/event_catalog.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import {
  agreedProtocol,
  type ConditionId,
  type ProtocolClaims,
  type VenueMarket,
} from "../../venue/mod.ts";

/** Nobody knows this market: neither the wallet's ledger nor the venue. */
export class ConditionUnknown extends Schema.TaggedError<ConditionUnknown>()("ConditionUnknown", {
  conditionId: Schema.String,
}) {
  override get message(): string {
    return `Cannot find the condition "${this.conditionId}": neither this wallet's ledger nor ` +
      "the venue has it";
  }
}

/** Its shares cannot be moved here: which contract holds them is not certain. */
export class MarketUnclear extends Schema.TaggedError<MarketUnclear>()("MarketUnclear", {
  named: Schema.String,
  /** Completes a sentence that ends in "the". */
  why: Schema.String,
}) {
  override get message(): string {
    return `Cannot move shares of "${this.named}": the ${this.why}`;
  }
}

/** Returns a market that the venue lists, with whether it is closed. */
export const listedMarket = Effect.fnUntraced(function* (slug: string) {
  const { value: { market } } = yield* (yield* EventCatalog).market(slug, "current");
  return { market: yield* toActionMarket(market), isClosed: market.isClosed };
});

/**
 * Returns the market of a condition: by the slug that a ledger has of it, which the venue lists
 * for longer, else by the order book.
 */
export const marketOfCondition = Effect.fnUntraced(function* (
  { conditionId, slug }: {
    readonly conditionId: ConditionId;
    readonly slug: Option.Option<string>;
  },
) {
  if (Option.isSome(slug)) {
    const { value: { market } } = yield* (yield* EventCatalog).market(slug.value, "lasting");
    return yield* toActionMarket(market);
  }
  const terms = yield* (yield* OrderVenue).terms(conditionId).pipe(
    Effect.catchTag("NoOrderBook", () => Effect.fail(new ConditionUnknown({ conditionId }))),
  );
  const { protocol, isNegRisk } = terms;
  const tokenIds = terms.tokens.map(({ tokenId }) => tokenId);
  const names = terms.tokens.map(({ outcome }) => outcome);
  return yield* toMarket({
    claims: { catalog: protocol, orderBook: protocol, conditionId, tokenIds },
    slug,
    names,
    isNegRisk,
  });
});

function toActionMarket({ slug, conditionId, protocol, isNegRisk, outcomes }: VenueMarket) {
  const tokenIds = outcomes.flatMap(({ tokenId }) => Option.toArray(tokenId));
  if (Option.isNone(conditionId)) {
    return Effect.fail(new MarketUnclear({ named: slug, why: "venue has not deployed it yet" }));
  }
  return toMarket({
    claims: { catalog: protocol, orderBook: protocol, conditionId: conditionId.value, tokenIds },
    slug: Option.some(slug),
    names: outcomes.map(({ name }) => name),
    isNegRisk,
  });
}

const toMarket = Effect.fnUntraced(function* (
  { claims, slug, names, isNegRisk }: {
    readonly claims: ProtocolClaims;
    readonly slug: Option.Option<string>;
    readonly names: ReadonlyArray<string>;
    readonly isNegRisk: boolean;
  },
) {
  const { conditionId } = claims;
  const named = Option.getOrElse(slug, () => conditionId);
  const [first, second, ...others] = claims.tokenIds;
  if (first === undefined || second === undefined || others.length > 0) {
    return yield* new MarketUnclear({ named, why: "venue does not list two outcomes of it" });
  }
  const protocol = yield* Effect.mapError(
    Effect.fromResult(agreedProtocol(claims)),
    (why) => new MarketUnclear({ named, why }),
  );
  const kind = marketKindOf({ protocol, isNegRisk });
  const [one = "", other = ""] = names;
  const market: ActionMarket = {
    conditionId,
    slug,
    kind,
    tokenIds: [first, second],
    outcomes: [one, other],
  };
  return market;
});
