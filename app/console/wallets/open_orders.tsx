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
import { OrderReplacement } from "./order_replacement.tsx";
import { cancelOrder, cancelOrders } from "./order_request.ts";
import type { Pages } from "../part/walk_pages.ts";

/** What is to be cancelled: one order, those of one market, or all. */
interface Cancellation {
  readonly orderId?: string;
  readonly market: string | undefined;
  /** How many, and where. */
  readonly words: string;
}

/** The panel. `slugs`: the slugs of markets that are known here, by token id. */
export function OpenOrders({ walletId, accountId, list, more, slugs, onChanged }: {
  readonly walletId: string;
  readonly accountId: string;
  readonly list: Loaded<Pages<OpenOrder>>;
  readonly more: (() => void) | undefined;
  readonly slugs: ReadonlyMap<string, string>;
  readonly onChanged: () => void;
}) {
  const [cancelling, setCancelling] = useState<Cancellation>();
  const [cancelled, setCancelled] = useState<CancelledOrders>();
  const [replaced, setReplaced] = useState<OpenOrder>();
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
                onReplace={setReplaced}
                onCancelOne={({ id, market }) =>
                  setCancelling({
                    orderId: id,
                    market,
                    words: `the order ${shortHex(id)} in ${name}`,
                  })}
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
      <OrderReplacement
        walletId={walletId}
        accountId={accountId}
        order={replaced}
        onClose={() => setReplaced(undefined)}
        onReplaced={onChanged}
      />
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

function MarketOrders({ name, orders, onCancel, onCancelOne, onReplace }: {
  readonly name: string;
  readonly orders: ReadonlyArray<OpenOrder>;
  readonly onCancel: () => void;
  readonly onCancelOne: (order: OpenOrder) => void;
  readonly onReplace: (order: OpenOrder) => void;
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
          "Change",
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
            <td>
              <button type="button" class="danger" onClick={() => onCancelOne(order)}>
                Cancel <span class="hidden">{shortHex(order.id)}</span>
              </button>{" "}
              <button type="button" onClick={() => onReplace(order)}>
                Replace <span class="hidden">{shortHex(order.id)}</span>
              </button>
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
  const { orderId, market, words } = cancellation;
  const cancelling = useAction(async () => {
    const asked = orderId === undefined
      ? cancelOrders({ walletId, market })
      : cancelOrder({ walletId, orderId });
    onCancelled(await asked);
  });
  const [title, verb, keep] = orderId !== undefined
    ? ["Cancel the order?", "Cancel it", "Keep it"] as const
    : market !== undefined
    ? ["Cancel the orders of a market?", "Cancel them", "Keep them"] as const
    : ["Cancel all open orders?", "Cancel all", "Keep them"] as const;
  return (
    <Confirm
      title={title}
      verb={verb}
      keep={keep}
      action={cancelling}
      onClose={onClose}
    >
      <p>
        This cancels {words}. {orderId === undefined
          ? "Orders that were placed since the list was read are cancelled too; what "
          : "What "}
        has been matched stays so.
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
