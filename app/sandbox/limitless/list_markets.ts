/**
 * The list of active markets: filters, order and pages.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../answer.ts";
import { type ListQuery, readListQuery } from "./list_query.ts";
import { type Row } from "./row.ts";

/** Everything that is listed. */
export interface Listing {
  readonly rows: ReadonlyArray<Row>;
  /** How many there are said to be: what was put may say more than it holds. */
  readonly total: number;
}

/** Answers `GET /markets/active`. */
export function listMarkets({ rows, total }: Listing, query: URLSearchParams): Answer {
  const answer = Result.map(readListQuery(query), (asked): Answer => {
    const fitting = sorted(rows.filter((row) => fits(row, asked)), asked.sortBy);
    const from = (asked.page - 1) * asked.limit;
    const data = fitting.slice(from, from + asked.limit);
    const totalMarketsCount = total - rows.length + fitting.length;
    return { status: 200, body: { data, totalMarketsCount } };
  });
  return Result.isFailure(answer) ? answer.failure : answer.success;
}

/** What a row does not say of itself, keeps it out of no list. */
function fits(row: Row, { tradeType, automationType }: ListQuery): boolean {
  return (row["tradeType"] ?? tradeType) === (tradeType ?? row["tradeType"]) &&
    (row["automationType"] ?? automationType) === (automationType ?? row["automationType"]);
}

/** Unless it is told otherwise, rows stand in their own order. */
function sorted(rows: ReadonlyArray<Row>, sortBy: ListQuery["sortBy"]): ReadonlyArray<Row> {
  switch (sortBy) {
    case "ending_soon":
      return rows.toSorted((a, b) => numberOf(a, "expirationTimestamp", b));
    case "newest":
      return rows.toSorted((a, b) => String(b["createdAt"]) < String(a["createdAt"]) ? -1 : 1);
    case "high_value":
    case "liquidity":
      return rows.toSorted((a, b) => numberOf(b, "volume", a));
    case "lp_rewards":
    case undefined:
      return rows;
  }
}

function numberOf(a: Row, name: string, b: Row): number {
  return Number(a[name] ?? 0) - Number(b[name] ?? 0);
}
