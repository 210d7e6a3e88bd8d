/**
 * Reads a market of the venue from its metadata.
 *
 * A wrong fee, token or tick costs users money, so nothing is guessed: inconsistent data makes the
 * market unreadable.
 *
 * @module
 */
import { Option, Result } from "effect";
import { foldName } from "../../../core/fold_name.ts";
import {
  type ConditionId,
  type ListedMarket,
  parseConditionId,
  protocolOf,
  type VenueMarket,
  type VenueOutcome,
} from "../../../core/venue/mod.ts";
import { toMarketFee } from "./fee.ts";
import { statedProtocol } from "../stated_protocol.ts";
import { readMaybeDecimal, readTags, readTextList, stated, type Unreadable } from "./field.ts";
import type { GammaListedMarket, GammaMarket } from "./payload.ts";

/** Reads a market; fails with a description. */
export function toVenueMarket(market: GammaMarket): Result.Result<VenueMarket, Unreadable> {
  return Result.gen(function* () {
    const tickSize = yield* readMaybeDecimal("the tick", market.orderPriceMinTickSize);
    if (Option.isSome(tickSize) && tickSize.value.value === 0n) {
      return yield* Result.fail("the tick is 0");
    }
    return {
      id: String(market.id),
      slug: market.slug,
      question: market.question ?? "",
      protocol: statedProtocol(market.version),
      conditionId: yield* readConditionId(market),
      outcomes: yield* readOutcomes(market),
      isNegRisk: market.negRisk ?? false,
      tickSize,
      orderSizeMin: yield* readMaybeDecimal("the smallest order", market.orderMinSize),
      isActive: market.active ?? false,
      isClosed: market.closed ?? false,
      isAcceptingOrders: market.acceptingOrders ?? false,
      delaySec: yield* readDelaySec(market),
      ...yield* toMarketFee(market),
    };
  });
}

/** Reads a market that was requested by itself; its event is the first of its events. */
export function toListedMarket(
  market: GammaListedMarket,
): Result.Result<ListedMarket, Unreadable> {
  return Result.gen(function* () {
    return {
      market: yield* toVenueMarket(market),
      event: Option.map(Option.fromNullishOr(market.events?.[0]), ({ id, slug, title }) => ({
        id: String(id),
        slug,
        title: title ?? "",
      })),
      tags: yield* readTags(market.tags),
    };
  });
}

/** An id of only zero bytes belongs to a market that is not deployed. */
const ZERO_CONDITION = /^0x0*$/;

/** The condition ids of an unknown protocol have an unknown form. */
function readConditionId(
  { conditionId, version }: GammaMarket,
): Result.Result<Option.Option<ConditionId>, Unreadable> {
  if (Option.isNone(protocolOf(statedProtocol(version)))) return Result.succeed(Option.none());
  const id = Option.filter(stated(conditionId), (text) => !ZERO_CONDITION.test(text));
  if (Option.isNone(id)) return Result.succeed(Option.none());
  return Result.map(
    Result.fromOption(
      parseConditionId(id.value),
      () => `the condition is "${id.value.slice(0, 80)}"`,
    ),
    Option.some,
  );
}

/**
 * Reads the token ids of the outcomes. The other protocol's field is ignored: many markets have
 * both, and the order book knows one of them.
 */
function readTokenIds(market: GammaMarket): Result.Result<ReadonlyArray<string>, Unreadable> {
  return Option.match(protocolOf(statedProtocol(market.version)), {
    onNone: () => Result.succeed([]),
    onSome: (protocol) =>
      protocol === "v1"
        ? readTextList("the tokens", market.clobTokenIds)
        : readTextList("the positions", market.positionIds),
  });
}

/** A token id is a decimal number of up to 256 bits. */
const TOKEN_ID = /^\d{1,78}$/;

function readOutcomes(
  market: GammaMarket,
): Result.Result<ReadonlyArray<VenueOutcome>, Unreadable> {
  return Result.gen(function* () {
    const names = yield* readTextList("the outcomes", market.outcomes);
    const tokenIds = yield* readTokenIds(market);
    if (names.some((name) => foldName(name) === "")) {
      return yield* Result.fail(`the outcomes are ${JSON.stringify(names).slice(0, 200)}`);
    }
    if (tokenIds.length > 0 && tokenIds.length !== names.length) {
      return yield* Result.fail(`${names.length} outcomes have ${tokenIds.length} tokens`);
    }
    if (new Set(tokenIds).size < tokenIds.length || !tokenIds.every((id) => TOKEN_ID.test(id))) {
      return yield* Result.fail(`the tokens are ${JSON.stringify(tokenIds).slice(0, 200)}`);
    }
    return names.map((name, at) => ({ name, tokenId: Option.fromUndefinedOr(tokenIds[at]) }));
  });
}

function readDelaySec({ secondsDelay }: GammaMarket): Result.Result<number, Unreadable> {
  return Result.map(
    readMaybeDecimal("the delay", secondsDelay),
    Option.match({ onNone: () => 0, onSome: () => Number(secondsDelay) }),
  );
}
