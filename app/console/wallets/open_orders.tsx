/**
 * The orders that rest at the venue, and how to cancel them.
 *
 * @module
 */
import { useState } from "preact/hooks";
import type { CancelledOrders } from "../../client/typescript/mod.ts";
import { useAction } from "../part/action.tsx";
import { Confirm } from "../part/confirm.tsx";
import { Instant } from "../part/instant.tsx";
import { type Loaded } from "../part/loaded.ts";
import { MoreButton } from "../part/more_button.tsx";
import { countText } from "../part/number_text.ts";
import { Panel } from "../part/panel.tsx";
import { isoOf } from "../part/time_text.ts";
import { WideTable } from "../part/wide_table.tsx";
import { CancelledNote } from "./cancelled_note.tsx";
import { shortHex } from "../part/short_hex.ts";
import type { OpenOrder } from "./open_order.ts";
import { cancelOrders } from "./order_request.ts";
import type { Pages } from "../part/walk_pages.ts";

/** What is to be cancelled: the orders of one market, or all. */
interface Cancellation {
  readonly market: string | undefined;
  /** How many, and where. */
  readonly words: string;
}

/** The panel. `slugs`: the slugs of markets that are known here, by token id. */
export function OpenOrders({ walletId, list, more, slugs, onChanged }: {
  readonly walletId: string;
  readonly list: Loaded<Pages<OpenOrder>>;
  readonly more: (() => void) | undefined;
  readonly slugs: ReadonlyMap<string, string>;
  readonly onChanged: () => void;
}) {
  const [cancelling, setCancelling] = useState<Cancellation>();
  const [cancelled, setCancelled] = useState<CancelledOrders>();
  const markets = marketsOf(list.value?.items ?? [], slugs);
  const orMore = list.value?.hasMore === true ? " or more" : "";
  return (
    <>
      <Panel
        title="Open orders"
        of={list}
        isEmpty={({ items }) => items.length === 0 && cancelled === undefined}
        empty={<p>No order rests at the venue.</p>}
        tools={markets.length === 0 ? null : (
          <button
            type="button"
            class="danger"
            onClick={() =>
              setCancelling({
                market: undefined,
                words:
                  `${countText(list.value?.items.length ?? 0, "open order")}${orMore} of this ` +
                  `wallet, in ${countText(markets.length, "market")}${orMore}`,
              })}
          >
            Cancel all
          </button>
        )}
      >
        {({ items }) => (
          <>
            {cancelled === undefined
              ? null
              : <CancelledNote cancelled={cancelled} onDone={() => setCancelled(undefined)} />}
            {markets.map(({ market, name, orders }) => (
              <MarketOrders
                key={market}
                name={name}
                orders={orders}
                onCancel={() =>
                  setCancelling({
                    market,
                    words: `${countText(orders.length, "open order")}${orMore} in ${name}`,
                  })}
              />
            ))}
            {items.length === 0 ? <p class="soft">No order rests at the venue.</p> : null}
            <MoreButton more={more} />
          </>
        )}
      </Panel>
      {cancelling === undefined ? null : (
        <CancelDialog
          walletId={walletId}
          cancellation={cancelling}
          onClose={() => setCancelling(undefined)}
          onCancelled={(cancelled) => {
            setCancelled(cancelled);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function MarketOrders({ name, orders, onCancel }: {
  readonly name: string;
  readonly orders: ReadonlyArray<OpenOrder>;
  readonly onCancel: () => void;
}) {
  return (
    <>
      <div class="title">
        <h3>{name}</h3>
        <button type="button" class="danger" onClick={onCancel}>
          Cancel {orders.length === 1 ? "this one" : `these ${orders.length}`}
          <span class="hidden">in {name}</span>
        </button>
      </div>
      <WideTable
        label={`Open orders in ${name}`}
        columns={[
          "Order",
          "Side",
          "Outcome",
          { number: "Price" },
          { number: "Shares" },
          { number: "Matched" },
          "Type",
          "Placed, UTC",
        ]}
      >
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">
              <code title={order.id}>{shortHex(order.id)}</code>
            </th>
            <td>{order.side}</td>
            <td>{order.outcome}</td>
            <td class="number">{order.price}</td>
            <td class="number">{order.original_size}</td>
            <td class="number">{order.size_matched}</td>
            <td>{order.order_type}</td>
            <td>
              {order.created_at === undefined ? null : <Instant at={isoOf(order.created_at)} />}
            </td>
          </tr>
        ))}
      </WideTable>
    </>
  );
}

function CancelDialog({ walletId, cancellation, onClose, onCancelled }: {
  readonly walletId: string;
  readonly cancellation: Cancellation;
  readonly onClose: () => void;
  readonly onCancelled: (cancelled: CancelledOrders) => void;
}) {
  const { market, words } = cancellation;
  const cancelling = useAction(async () => onCancelled(await cancelOrders({ walletId, market })));
  return (
    <Confirm
      title={market === undefined ? "Cancel all open orders?" : "Cancel the orders of a market?"}
      verb={market === undefined ? "Cancel all" : "Cancel them"}
      keep="Keep them"
      action={cancelling}
      onClose={onClose}
    >
      <p>
        This cancels{" "}
        {words}. Orders that were placed since the list was read are cancelled too; what has been
        matched stays so.
      </p>
    </Confirm>
  );
}

/** Orders by market, in the order in which the venue lists them. */
function marketsOf(orders: ReadonlyArray<OpenOrder>, slugs: ReadonlyMap<string, string>) {
  return [...Map.groupBy(orders, ({ market }) => market)].map(([market, orders]) => {
    const slug = orders.map(({ asset_id }) => slugs.get(asset_id)).find((each) => each);
    return { market, orders, name: slug ?? `market ${shortHex(market)}` };
  });
}
