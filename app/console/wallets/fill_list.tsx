/**
 * What each trade moved for the wallet's orders, and whether the chain has settled it.
 *
 * @module
 */
import type { OrderFill } from "../../client/typescript/mod.ts";
import { Instant } from "../part/instant.tsx";
import { type Loaded } from "../part/loaded.ts";
import { MoreButton } from "../part/more_button.tsx";
import { numberText, usdcText } from "../part/number_text.ts";
import { Panel } from "../part/panel.tsx";
import { shortHex } from "../part/short_hex.ts";
import type { Pages } from "../part/walk_pages.ts";
import { WideTable } from "../part/wide_table.tsx";

/** How a state looks; its name is always there too. */
const STATE_STYLES: Readonly<Record<OrderFill["state"], string>> = {
  matched: "mark",
  mined: "mark",
  retrying: "mark warn",
  confirmed: "mark up",
  failed: "mark down",
};

/** The panel. */
export function FillList({ list, more }: {
  readonly list: Loaded<Pages<OrderFill>>;
  readonly more: (() => void) | undefined;
}) {
  return (
    <Panel
      title="Fills"
      of={list}
      isEmpty={({ items }) => items.length === 0}
      empty={<p>No order of this wallet has traded yet.</p>}
    >
      {({ items }) => (
        <>
          <WideTable
            label="Fills of orders"
            kind="cards"
            columns={["Matched, UTC", "State", "Order", { number: "Shares" }, { number: "Price" }, {
              number: "Fee",
            }, "Transaction"]}
          >
            {items.map((fill) => <FillRow key={fill.id} of={fill} />)}
          </WideTable>
          <MoreButton more={more} />
        </>
      )}
    </Panel>
  );
}

function FillRow({ of }: { readonly of: OrderFill }) {
  const { state, fee, tx } = of;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <Instant at={of.matched_at} />
      </th>
      <td role="cell">
        <span class={STATE_STYLES[state]}>{state}</span>
      </td>
      <td role="cell">
        {of.side} {of.outcome}, {of.role}{" "}
        <code class="soft" title={of.order_id}>{shortHex(of.order_id)}</code>
        <br />
        <code class="soft">{of.slug}</code>
      </td>
      <td role="cell" class="number" data-label="Shares">{numberText(of.shares)}</td>
      <td role="cell" class="number" data-label="Price">{numberText(of.price)}</td>
      <td role="cell" class="number" data-label="Fee">
        {fee === null ? "not known" : usdcText(fee.usdc)}
      </td>
      <td role="cell" data-label="Transaction">
        {tx === null ? "-" : <code title={tx}>{shortHex(tx)}</code>}
      </td>
    </tr>
  );
}
