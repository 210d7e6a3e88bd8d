/**
 * The statements that list a wallet's orders, and sum up what they are worth.
 *
 * @module
 */
import { Option } from "effect";
import { LISTED_STATES, type ListedState } from "../../../core/order/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";
import type { OrderListing } from "../../../core/port/order_store.ts";
import { ORDER_COLUMNS } from "./order_row.ts";
import type { SqlParameter } from "../engine/sql.ts";

/** A statement with its parameters. */
export interface Statement {
  readonly text: string;
  readonly parameters: ReadonlyArray<SqlParameter>;
}

/**
 * Rows that a statement reads at most: a page of usual size and the order after it, or a multiple.
 * This is text and no parameter, because a plan that is good for any number of rows is worse than
 * one for few, so that the server would make a plan for each listing, which takes longer than to
 * read the page.
 */
const ROWS_STEP = PAGE_LIMIT.usual + 1;

const NEWEST_FIRST = 'order by orders.created_ms desc, orders.id collate "C" desc';

/**
 * Looks each state up by itself, and merges: an index has the orders of one state in the order of
 * the listing, so that a page reads its own orders and one more a state, however many there are. A
 * filter beside one index for all states would read past every order that does not match.
 */
function listText(
  { states, rows, hasMarket }: {
    readonly states: ReadonlyArray<ListedState>;
    readonly rows: number;
    readonly hasMarket: boolean;
  },
): string {
  const ofState = (state: ListedState) =>
    `(
    select * from orders
    where wallet_id = $1 and coalesce(ending, state) = '${state}'
      ${hasMarket ? "and condition_id = $4" : ""}
      and (created_ms, id collate "C") < ($2::text::bigint, $3)
    ${NEWEST_FIRST} limit ${rows}
  )`;
  return `
    select ${ORDER_COLUMNS} from (${states.map(ofState).join(" union all ")}) as orders
    ${NEWEST_FIRST} limit ${rows}
  `;
}

/** Later than any order. */
const FIRST = { createdMs: "9223372036854775807", id: "" };

/**
 * Returns the statement for a listing in at least one state. Its rows have
 * {@linkcode ORDER_COLUMNS}, and may be more than the listing's limit.
 */
export function listStatement(
  { walletId, states, conditionId, after, limit }: OrderListing,
): Statement {
  const { createdMs, id } = Option.getOrElse(after, () => FIRST);
  const text = listText({
    // In one order, so that the server sees the same text again.
    states: LISTED_STATES.filter((state) => states.includes(state)),
    rows: Math.ceil(limit / ROWS_STEP) * ROWS_STEP,
    hasMarket: Option.isSome(conditionId),
  });
  return { text, parameters: [walletId, String(createdMs), id, ...Option.toArray(conditionId)] };
}

/**
 * The same sum as `spent_e6`, which orders wait for; this one waits for nobody, and does not see
 * orders that are being stored at this moment.
 */
export const SPENT_UNLOCKED = `
  select coalesce(sum(counted_e6(state, ending, usdc_e6, failed_usdc_e6, notional_e6)), 0)::text
    as spent_e6
  from orders
  where wallet_id = $1 and created_ms >= $2::text::bigint and created_ms < $3::text::bigint
`;
