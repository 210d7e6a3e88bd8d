/**
 * The statements that list a wallet's orders, and sum up what they are worth.
 *
 * @module
 */
import { Option } from "effect";
import type { OrderListing } from "../../core/port/mod.ts";
import { ORDER_COLUMNS } from "./order_row.ts";
import type { SqlParameter } from "./sql.ts";

/** A statement with its parameters. */
export interface Statement {
  readonly text: string;
  readonly parameters: ReadonlyArray<SqlParameter>;
}

/**
 * Looks each state up by itself: an index has the orders of one state in the order of the listing,
 * so that a page of `limit` orders reads at most as many a state. A filter beside one index for all
 * states would read past every order that does not match.
 */
const listText = (market: "" | "and condition_id = $6") => `
  select ${ORDER_COLUMNS} from orders
  where id in (
    select found.id
    from json_array_elements_text($2::text::json) as wanted (state)
    cross join lateral (
      select id, created_ms from orders
      where wallet_id = $1 and coalesce(settlement, state) = wanted.state ${market}
        and (created_ms, id collate "C") < ($3::text::bigint, $4)
      order by created_ms desc, id collate "C" desc
      limit $5::text::bigint
    ) as found
    order by found.created_ms desc, found.id collate "C" desc
    limit $5::text::bigint
  )
  order by orders.created_ms desc, orders.id collate "C" desc
`;

const LIST = listText("");
const LIST_IN_MARKET = listText("and condition_id = $6");

/** Later than any order. */
const FIRST = { createdMs: "9223372036854775807", id: "" };

/** Returns the statement for a listing. Its rows have {@linkcode ORDER_COLUMNS}. */
export function listStatement(
  { walletId, states, conditionId, after, limit }: OrderListing,
): Statement {
  const { createdMs, id } = Option.getOrElse(after, () => FIRST);
  const parameters = [walletId, JSON.stringify(states), String(createdMs), id, String(limit)];
  return Option.match(conditionId, {
    onNone: () => ({ text: LIST, parameters }),
    onSome: (conditionId) => ({ text: LIST_IN_MARKET, parameters: [...parameters, conditionId] }),
  });
}

/**
 * The same sum as `spent_e6`, which orders wait for; this one waits for nobody, and does not see
 * orders that are being stored at this moment.
 */
export const SPENT_UNLOCKED = `
  select coalesce(sum(worth_e6), 0)::text as spent_e6 from orders
  where wallet_id = $1 and created_ms >= $2::text::bigint and created_ms < $3::text::bigint
    and settlement is distinct from 'refused'
`;
