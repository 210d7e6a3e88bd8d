/**
 * The orders that rest at the venue, and how to cancel them.
 *
 * @module
 */
import { useState } from "preact/hooks";
import { useAction } from "../part/action.tsx";
import { Confirm } from "../part/confirm.tsx";
import { Instant } from "../part/instant.tsx";
import { type Loaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { CancelledNote } from "./cancelled_note.tsx";
import { shortHex } from "./number_text.ts";
import type { Cancelled, OpenOrder } from "./order_answer.ts";
import { cancelOrders } from "./order_request.ts";
import type { Pages } from "./walk_pages.ts";

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
  const [cancelled, setCancelled] = useState<Cancelled>();
  const markets = marketsOf(list.value?.items ?? [], slugs);
  const count = countText(list.value);
  return (
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
              words: `${count} of this wallet, in ${
                markets.length === 1 ? "1 market" : `${markets.length} markets`
              }${list.value?.hasMore === true ? " or more" : ""}`,
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
                  words: `${orderCount(orders.length)}${
                    list.value?.hasMore === true ? " or more" : ""
                  } in ${name}`,
                })}
            />
          ))}
          {items.length === 0 ? <p class="soft">No order rests at the venue.</p> : null}
          {more === undefined ? null : <button type="button" onClick={more}>Show more</button>}
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
      )}
    </Panel>
  );
}

function MarketOrders({ name, orders, onCancel }: {
  readonly name: string;
  readonly orders: ReadonlyArray<OpenOrder>;
  readonly onCancel: () => void;
}) {
  return (
    <>
      <div class="row apart">
        <h3>{name}</h3>
        <button type="button" class="danger" onClick={onCancel}>
          Cancel {orders.length === 1 ? "this one" : `these ${orders.length}`}
          <span class="hidden">in {name}</span>
        </button>
      </div>
      <div class="wide" role="region" aria-label={`Open orders in ${name}`} tabIndex={0}>
        <table aria-label={`Open orders in ${name}`}>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Side</th>
              <th scope="col">Outcome</th>
              <th scope="col" class="number">Price</th>
              <th scope="col" class="number">Shares</th>
              <th scope="col" class="number">Matched</th>
              <th scope="col">Type</th>
              <th scope="col">Placed, UTC</th>
            </tr>
          </thead>
          <tbody>
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
                  {order.created_at === undefined
                    ? null
                    : <Instant at={new Date(order.created_at * 1000).toISOString()} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function CancelDialog({ walletId, cancellation, onClose, onCancelled }: {
  readonly walletId: string;
  readonly cancellation: Cancellation;
  readonly onClose: () => void;
  readonly onCancelled: (cancelled: Cancelled) => void;
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

function countText(pages: Pages<OpenOrder> | undefined): string {
  return orderCount(pages?.items.length ?? 0) + (pages?.hasMore === true ? " or more" : "");
}

function orderCount(count: number): string {
  return count === 1 ? "1 open order" : `${count} open orders`;
}
