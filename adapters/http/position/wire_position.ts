/**
 * Positions, as requests ask for them and answers carry them.
 *
 * @module
 */
import { Option } from "effect";
import { t } from "elysia";
import { roundRatio } from "../../../core/fee/mod.ts";
import { POSITION_STATUSES, type PositionStatus } from "../../../core/ledger/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";
import { type ListedPosition, worthE6 } from "../../../core/use_case/ledger/mod.ts";
import { CURSOR_EXAMPLE } from "../order/wire_question.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { strict } from "../wire/kind.ts";
import { exactE6, ExactNumber, exactNumber, Whole } from "../wire/number.ts";
import { CONDITION_ID_EXAMPLE, ConditionId, TOKEN_ID_EXAMPLE, WalletId } from "../wire/order_id.ts";
import { AnyOf, Text, words } from "../wire/text.ts";

/** What there is something to do about. */
export const USUAL_STATUSES: ReadonlyArray<PositionStatus> = ["open", "claimable"];

/** What is asked of positions. */
export const PositionsQuestion = strict({
  walletId: WalletId,
  status: t.Optional(AnyOf(POSITION_STATUSES, {
    default: USUAL_STATUSES.join(","),
    description: "Only positions with these statuses",
    examples: ["open,claimable"],
  })),
  market: t.Optional(ConditionId({
    description: "Only positions in the market with this condition id",
  })),
  limit: t.Optional(Whole({
    minimum: PAGE_LIMIT.min,
    maximum: PAGE_LIMIT.max,
    default: PAGE_LIMIT.usual,
    description: "Maximum number of positions on a page",
    examples: ["200"],
  })),
  cursor: t.Optional(Text({
    description: "`next_cursor` of the previous page, with the same filters; `limit` may differ",
    examples: [CURSOR_EXAMPLE],
  })),
});

const usdc = (description: string) => ExactNumber({ description });
const maybeUsdc = (description: string) => nullable(usdc(description));

const IndexedWire = t.Object({
  shares: ExactNumber({ description: "Shares held" }),
  avg_price: maybeUsdc("Average price of what was bought"),
  realized_usdc: maybeUsdc("Profit of what was sold or claimed"),
  at: { ...IsoWire, description: "Until when the index is whole" },
}, { $id: "IndexedPosition" });

/** A position. */
export const PositionWire = t.Object({
  condition_id: t.String({ description: "The market's condition id, 64 hex digits" }),
  slug: nullable(t.String(), { description: "The market's slug; null where nobody says it" }),
  outcome: nullable(t.String(), { description: "The outcome's name, as the venue writes it" }),
  tokenId: t.String({ description: "The outcome's token id" }),
  shares: ExactNumber({ description: "Shares held, by all that did not fail" }),
  settled_shares: ExactNumber({
    description: "Of these, what the chain has settled, less all that was sold since",
  }),
  avg_price: maybeUsdc(
    "Average cost of a share that is held, to six decimals, without fees; null without any",
  ),
  cost_usdc: maybeUsdc("What the held shares cost, without fees; 0 once they are lost"),
  fees_usdc: maybeUsdc("All fees paid for this outcome; null where one is not known"),
  price: maybeUsdc("What a share brings: the best bid, and once resolved what it pays"),
  value_usdc: maybeUsdc("`shares` times `price`"),
  unrealized_usdc: maybeUsdc("`value_usdc` less `cost_usdc`"),
  realized_usdc: maybeUsdc(
    "Proceeds less average cost of what was sold, merged or claimed, without fees; of a loser " +
      "its cost, from its resolution on",
  ),
  status: words(POSITION_STATUSES, {
    description: "`claimable`: resolved, and its shares pay. `lost`: resolved, and they pay " +
      "nothing. `closed`: nothing is held any more",
  }),
  venue: nullable(IndexedWire, {
    description: "What the venue's own index says, minutes behind; null while it is not known or " +
      "lists nothing",
  }),
  agrees: nullable(t.Boolean(), {
    description: "Whether the index has as many shares; null while it is older than the last " +
      "change, or not known",
  }),
}, { $id: "Position", description: "A position" });

const POSITION_EXAMPLE = {
  condition_id: CONDITION_ID_EXAMPLE,
  slug: "btc-updown-5m-1787414400",
  outcome: "Up",
  tokenId: TOKEN_ID_EXAMPLE,
  shares: 13.157894,
  settled_shares: 13.157894,
  avg_price: 0.38,
  cost_usdc: 4.999999,
  fees_usdc: 0.217,
  price: 0.61,
  value_usdc: 8.026315,
  unrealized_usdc: 3.026316,
  realized_usdc: 0,
  status: "open",
  venue: { shares: 13.157894, avg_price: 0.38, realized_usdc: 0, at: "2026-08-22T16:03:10.000Z" },
  agrees: true,
} as const;

/** How old what was done elsewhere is. */
export const VenueAtWire = nullable(IsoWire, {
  description: "Until when what was done elsewhere is counted, claims too: minutes ago, as the " +
    "venue's index is behind. Null while nothing was read of it",
});

/** A page of positions. */
export const Positions = t.Object({
  ok: t.Literal(true),
  now: IsoWire,
  venue_at: VenueAtWire,
  data: t.Array(PositionWire, { description: "The one that changed last comes first" }),
  next_cursor: t.String({ description: "For the next page; empty on the last page" }),
}, {
  $id: "Positions",
  description: "A page of positions",
  examples: [{
    ok: true,
    now: "2026-08-22T16:05:00.000Z",
    venue_at: "2026-08-22T16:03:10.000Z",
    data: [POSITION_EXAMPLE],
    next_cursor: "",
  }],
});

/** Writes a position. */
export function positionBody(listed: ListedPosition): typeof PositionWire.static {
  const { position, facts, isCertain, priceE6, indexed } = listed;
  const { sharesE6, settledE6, costE6, lostE6, feesE6, realizedE6 } = position;
  const heldE6 = sharesE6 > 0n ? sharesE6 : 0n;
  const valueE6 = priceE6 === null ? null : worthE6(heldE6, priceE6);
  const certain = (amountE6: bigint | null) =>
    isCertain && amountE6 !== null ? exactE6(amountE6) : null;
  return {
    condition_id: position.conditionId,
    slug: facts?.slug ?? null,
    outcome: facts?.outcome ?? null,
    tokenId: position.tokenId,
    shares: exactE6(heldE6),
    settled_shares: exactE6(settledE6 > 0n ? settledE6 : 0n),
    avg_price: isCertain && heldE6 > 0n ? exactNumber(averageOf(costE6 + lostE6, heldE6)) : null,
    cost_usdc: certain(costE6),
    fees_usdc: certain(feesE6),
    price: priceE6 === null ? null : exactE6(priceE6),
    value_usdc: valueE6 === null ? null : exactE6(valueE6),
    unrealized_usdc: certain(valueE6 === null ? null : valueE6 - costE6),
    realized_usdc: certain(realizedE6),
    status: listed.status,
    venue: indexed && {
      shares: exactE6(indexed.holding.sharesE6),
      avg_price: Option.getOrNull(Option.map(indexed.holding.averagePriceE6, exactE6)),
      realized_usdc: Option.getOrNull(Option.map(indexed.holding.realizedE6, exactE6)),
      at: new Date(indexed.asOfMs).toISOString(),
    },
    agrees: listed.isAgreed,
  };
}

function averageOf(costE6: bigint, sharesE6: bigint) {
  const ratio = { numerator: costE6, denominator: sharesE6 };
  return roundRatio(ratio, { scale: 6, mode: "half_even" });
}
