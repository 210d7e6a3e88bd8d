/**
 * `GET /v2/positions`: what a wallet has, and had, of each outcome.
 *
 * Source: the service's documentation for the fields, the statuses and the filters. That losers are
 * in none but their own status, and that the least amount does not concern what is closed, are
 * guesses.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type Holding } from "../chain/holding.ts";
import { otherTokenOf, outcomeIndexOf } from "../clob/traded_market.ts";
import { type MarketFacts } from "./market_facts.ts";
import { type Bound, pageOf, readPage, type RowKey } from "./page.ts";
import {
  type Parsed,
  readAmount,
  readConditions,
  readFlag,
  readSec,
  readUser,
  readWord,
  refuse,
} from "./query_reader.ts";

const STATUSES = ["OPEN", "REDEEMABLE", "REDEEMABLE_LOST", "MERGEABLE", "CLOSED"] as const;
type Status = (typeof STATUSES)[number];

/** Holdings under this many shares are left out, unless another amount is asked for. */
const TOKENS_MIN = 0.1;
/** After the year 2200. */
const SEC_MAX = 9_999_999_999;

/** What positions are answered from: the index at one instant. */
export interface PositionSources {
  readonly holdings: (user: string) => ReadonlyArray<Holding>;
  readonly facts: (conditionId: string) => MarketFacts;
}

/** Answers the request. */
export function answerPositions(
  { holdings, facts }: PositionSources,
  query: URLSearchParams,
): Answer {
  return Result.merge(Result.gen(function* () {
    const page = yield* readPage(query);
    const asked = yield* readQuestion(query, page.cursor?.bound);
    const all = holdings(asked.user);
    const sizes = new Map(all.map(({ tokenId, sizeE6 }) => [tokenId, sizeE6]));
    const rows = all.map((holding) =>
      positionOf(holding, {
        facts: facts(holding.market.conditionId),
        otherE6: sizes.get(otherTokenOf(holding.market, holding.tokenId)) ?? 0n,
      })
    );
    const sign = asked.direction === "DESC" ? -1 : 1;
    return pageOf(rows.filter((row) => isAsked(row, asked)), {
      ...page,
      bound: [asked.status, asked.sort, asked.direction],
      keyOf: ({ current_size, last_event_at, token_id }): RowKey => [
        sign * (asked.sort === "TOKENS" ? current_size : last_event_at),
        token_id,
      ],
      write: (row) => row,
    });
  }));
}

type Question = Result.Result.Success<ReturnType<typeof readQuestion>>;

/** A cursor has the status and the sort of the first page, which may be said again. */
function readQuestion(query: URLSearchParams, bound: Bound = []) {
  return Result.gen(function* () {
    const [status = "OPEN", sort = "TOKENS", direction = "DESC"] = bound;
    const question = {
      user: yield* readUser(query),
      status: yield* readWord(query, "status", { words: STATUSES, fallback: status }),
      sort: yield* readWord(query, "sort_by", { words: ["TOKENS", "TIME"], fallback: sort }),
      direction: yield* readWord(query, "sort_direction", {
        words: ["ASC", "DESC"],
        fallback: direction,
      }),
      conditions: yield* readConditions(query),
      eventId: query.get("event_id"),
      title: query.get("title"),
      filter: yield* readWord(query, "filter_type", {
        words: ["TOKENS", "CASH"],
        fallback: "TOKENS",
      }),
      amount: yield* readAmount(query, TOKENS_MIN),
      includesArchived: yield* readFlag(query, "include_archived", false),
      startSec: yield* readSec(query, "start", 0),
      endSec: yield* readSec(query, "end", SEC_MAX),
    };
    const isOther = bound.length > 0 &&
      [question.status, question.sort, question.direction].join() !== bound.join();
    return isOther ? yield* refuseOther : question;
  });
}

const refuseOther: Parsed<never> = refuse("cursor", "is of another status or sort");

function isAsked(row: Position, asked: Question): boolean {
  const { conditions, eventId, title, startSec, endSec } = asked;
  return isOfStatus(row, asked.status) && (asked.includesArchived || !row.archived) &&
    (conditions?.has(row.condition_id) ?? true) &&
    (eventId === null || row.event_id === eventId) &&
    (title === null || (row.title ?? "").toLowerCase().includes(title.toLowerCase())) &&
    row.last_event_at >= startSec && row.last_event_at <= endSec &&
    (row.status === "CLOSED" ||
      (asked.filter === "TOKENS" ? row.current_size : row.current_value ?? 0) >= asked.amount);
}

function isOfStatus({ status, mergeable }: Position, asked: Status): boolean {
  if (asked === "MERGEABLE") return mergeable;
  return status === asked || asked === "OPEN" && status === "REDEEMABLE";
}

type Position = ReturnType<typeof positionOf>;

/** Returns a row. */
function positionOf(
  holding: Holding,
  { facts, otherE6 }: { readonly facts: MarketFacts; readonly otherE6: bigint },
) {
  const { market, tokenId, sizeE6, averageE12, feesE6 } = holding;
  const outcomeIndex = outcomeIndexOf(market, tokenId);
  const otherIndex = outcomeIndex === 0 ? 1 : 0;
  const size = amount(sizeE6);
  const payout = facts.payouts?.[outcomeIndex];
  const price = payout ?? facts.prices?.[outcomeIndex] ?? null;
  const average = averageE12 === undefined ? null : round6(Number(averageE12) / 1e12);
  const cost = average === null ? null : round6(size * average);
  const fees = amount(feesE6);
  const value = price === null ? null : round6(size * price);
  const unrealized = value === null || cost === null ? null : round6(value - cost);
  const realized = averageE12 === undefined ? null : amount(holding.realizedE6);
  const total = unrealized === null || realized === null ? null : round6(unrealized + realized);
  return {
    token_id: tokenId,
    condition_id: market.conditionId.toLowerCase(),
    current_size: size,
    avg_price: average,
    entry_cost_usdc: cost,
    entry_fees_usdc: fees,
    total_cost_usdc: cost === null ? null : round6(cost + fees),
    current_price: price,
    current_value: value,
    total_size: amount(holding.boughtE6),
    realized_pnl: realized,
    unrealized_pnl: unrealized,
    total_pnl: total,
    percent_pnl: total === null || !cost ? null : round6((total / cost) * 100),
    status: sizeE6 === 0n ? "CLOSED" as const : statusOf(payout),
    // Of losers too.
    redeemable: sizeE6 > 0n && payout !== undefined,
    mergeable: sizeE6 > 0n && otherE6 > 0n,
    negative_risk: market.isNegRisk,
    archived: facts.isArchived,
    title: facts.title,
    slug: facts.slug,
    event_id: facts.eventId,
    event_slug: facts.eventSlug,
    outcome: market.outcomes[outcomeIndex],
    outcome_index: outcomeIndex,
    opposite_outcome: market.outcomes[otherIndex],
    opposite_token_id: market.tokenIds[otherIndex],
    end_date: facts.endDate,
    last_event_at: holding.lastEventSec,
    first_entry_at: holding.firstEntrySec,
  };
}

function statusOf(payout: number | undefined): Status {
  if (payout === undefined) return "OPEN";
  return payout > 0 ? "REDEEMABLE" : "REDEEMABLE_LOST";
}

function amount(valueE6: bigint): number {
  return Number(valueE6) / 1e6;
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
