/**
 * The list of active markets: filters, order and pages.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { type ListQuery, readListQuery } from "./list_query.ts";
import { type Row } from "./row.ts";

/** The complete listing. */
export interface Listing {
  readonly rows: ReadonlyArray<Row>;
  /** The reported total; a replaced listing may report more rows than it holds. */
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
  return Result.merge(answer);
}

/** A filter ignores rows that lack its field. */
function fits(row: Row, { tradeType, automationType }: ListQuery): boolean {
  return (row["tradeType"] ?? tradeType) === (tradeType ?? row["tradeType"]) &&
    (row["automationType"] ?? automationType) === (automationType ?? row["automationType"]);
}

/** Without a requested order, rows keep their own. */
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
