/**
 * The list of active markets: filter and pages.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { readListQuery } from "./list_query.ts";
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
    // The filter ignores rows that lack its field.
    const fitting = rows.filter(({ automationType: type }) =>
      [undefined, asked.automationType].includes(type as string) ||
      asked.automationType === undefined
    );
    const from = (asked.page - 1) * asked.limit;
    const data = fitting.slice(from, from + asked.limit);
    const totalMarketsCount = total - rows.length + fitting.length;
    return { status: 200, body: { data, totalMarketsCount } };
  });
  return Result.merge(answer);
}
