/**
 * One's own orders in the windows of a market: what the marks on its chart mean, in text.
 *
 * @module
 */
import type { SentOrder } from "../../client/typescript/mod.ts";
import { Instant } from "../part/instant.tsx";
import { WideTable } from "../part/wide_table.tsx";
import { sentText, tradeText } from "../wallets/order_words.ts";

/** The panel; nothing where there are none. */
export function OwnOrdersTable({ orders }: { readonly orders: ReadonlyArray<SentOrder> }) {
  if (orders.length === 0) return null;
  return (
    <section class="panel">
      <div class="title">
        <h2>Your orders</h2>
        <a href="/console/wallets">All, and what rests</a>
      </div>
      <WideTable
        label="Your orders in these windows"
        kind="cards"
        columns={["Sent, UTC", "Order", "State", "What became of it"]}
      >
        {orders.map((sent) => (
          <tr role="row" key={sent.id}>
            <th scope="row" role="rowheader">
              <Instant at={sent.created_at} />
            </th>
            <td role="cell">{tradeText(sent.order)}</td>
            <td role="cell">{sent.state}</td>
            <td role="cell" class="words">{sentText(sent)}</td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}
