/**
 * `GET /v2/activity` and `GET /v2/trades`: what a wallet did, newest first.
 *
 * Source: the service's documentation for the fields and the defaults. The order of what has one
 * second was not observed.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { type ChainRecord } from "../chain/chain_record.ts";
import { outcomeIndexOf } from "../clob/traded_market.ts";
import { pageOf, readPage } from "./page.ts";
import { type Parsed, readAmount, readFlag, readSec, readUser, refuse } from "./query_reader.ts";

const TYPES: ReadonlySet<string> = new Set([
  ...["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION", "MIGRATION", "REWARD"],
  ...["MAKER_REBATE", "TAKER_REBATE", "YIELD", "DEPOSIT", "WITHDRAWAL"],
]);
/** How far back the list goes if nothing is said. */
const YEARS_SEC = 3 * 365 * 86_400;
/** An outcome that is not known, or several. */
const NO_OUTCOME = 999;
const TRADE_MIN = 0.01;

/** What they are answered from: the index at one instant. */
export interface ActivitySources {
  /** In the order in which things happened. */
  readonly records: (user: string) => ReadonlyArray<ChainRecord>;
  readonly nowSec: number;
}

/** Answers `GET /v2/activity`. */
export function answerActivity(
  { records, nowSec }: ActivitySources,
  query: URLSearchParams,
): Answer {
  return Result.merge(Result.gen(function* () {
    const page = yield* readPage(query);
    const user = yield* readUser(query);
    const types = yield* readTypes(query);
    // Nothing is deposited or withdrawn here.
    yield* readFlag(query, "exclude_deposits_withdrawals", true);
    const startSec = yield* readSec(query, "start", nowSec - YEARS_SEC);
    const endSec = yield* readSec(query, "end", nowSec);
    const rows = numbered(records(user)).filter(({ record }) =>
      record.type !== "TRANSFER" && (types?.has(record.type) ?? true) &&
      secOf(record) >= startSec && secOf(record) <= endSec
    );
    return pageOf(rows, { ...page, bound: [], keyOf, write: ({ record }) => activityRow(record) });
  }));
}

/** Answers `GET /v2/trades`. Without `taker_only=false` those as maker are missing. */
export function answerTrades(
  { records }: ActivitySources,
  query: URLSearchParams,
): Answer {
  return Result.merge(Result.gen(function* () {
    const page = yield* readPage(query);
    const user = yield* readUser(query);
    const isTakerOnly = yield* readFlag(query, "taker_only", true);
    const leastE6 = (yield* readAmount(query, TRADE_MIN) || TRADE_MIN) * 1e6;
    const rows = numbered(records(user)).filter(({ record }) =>
      record.type === "TRADE" && (record.isTaker || !isTakerOnly) &&
      Number(record.sizeE6) >= leastE6
    );
    const write = ({ record }: Numbered) => {
      const { usdc_size: _, ...row } = activityRow(record);
      return row;
    };
    return pageOf(rows, { ...page, bound: [], keyOf, write });
  }));
}

function readTypes(query: URLSearchParams): Parsed<ReadonlySet<string> | undefined> {
  const text = query.get("type");
  if (text === null) return Result.succeed(undefined);
  const types = text.split(",");
  return types.every((type) => TYPES.has(type))
    ? Result.succeed(new Set(types))
    : refuse("type", "is unknown");
}

/** A record, and how many were before it: what has the same time has an order, too. */
interface Numbered {
  readonly record: ChainRecord;
  readonly number: number;
}

function numbered(records: ReadonlyArray<ChainRecord>): ReadonlyArray<Numbered> {
  return records.map((record, number) => ({ record, number }));
}

function keyOf({ record, number }: Numbered) {
  return [-secOf(record), String(9e9 - number)] as const;
}

function secOf({ atMs }: ChainRecord): number {
  return Math.floor(atMs / 1000);
}

function activityRow(record: ChainRecord) {
  const { market, type, transactionHash } = record;
  const tokenId = "tokenId" in record ? record.tokenId : undefined;
  return {
    type,
    size: amount(record.sizeE6),
    usdc_size: amount("usdcE6" in record ? record.usdcE6 : record.sizeE6),
    price: type === "TRADE" ? amount(record.priceE6) : null,
    side: type === "TRADE" ? record.side : null,
    token_id: tokenId ?? null,
    condition_id: market.conditionId.toLowerCase(),
    outcome_index: tokenId === undefined ? NO_OUTCOME : outcomeIndexOf(market, tokenId),
    timestamp: secOf(record),
    transaction_hash: transactionHash,
  };
}

function amount(valueE6: bigint): number {
  return Number(valueE6) / 1e6;
}
