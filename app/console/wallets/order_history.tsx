/**
 * The orders that the wallet has sent through this service, and how each ended.
 *
 * @module
 */
import type { SentOrder } from "../../client/typescript/mod.ts";
import { setQuery } from "../frame/location.ts";
import { Choice } from "../part/field.tsx";
import { Instant } from "../part/instant.tsx";
import { type Loaded } from "../part/loaded.ts";
import { MoreButton } from "../part/more_button.tsx";
import { Panel } from "../part/panel.tsx";
import { numberText, sharesText, usdcText } from "../part/number_text.ts";
import { shortHex } from "../part/short_hex.ts";
import { WideTable } from "../part/wide_table.tsx";
import { chainText, givenText, sentText } from "./order_words.ts";
import type { SentOrders } from "./order_request.ts";

/** The states of an order that was sent. */
type OrderState = SentOrder["state"];

const STATE_WORDS: Readonly<Record<OrderState, string>> = {
  sent: "sent: on its way",
  unknown: "unknown: not known yet",
  delayed: "delayed: matched in a moment",
  live: "live: at rest",
  matched: "matched: traded",
  canceled: "canceled: the rest is gone",
  refused: "refused: not placed",
};

const ORDER_STATES = Object.keys(STATE_WORDS) as ReadonlyArray<OrderState>;

/** How a state looks; its name is always there too. */
const STATE_STYLES: Readonly<Record<OrderState, string>> = {
  sent: "mark",
  unknown: "mark warn unknown",
  delayed: "mark",
  live: "mark",
  matched: "mark up",
  canceled: "mark",
  refused: "mark down",
};

const CHOICES: ReadonlyArray<readonly [OrderState | "", string]> = [
  ["", "All states"],
  ...ORDER_STATES.map((state) => [state, STATE_WORDS[state]] as const),
];

/** Reads the state of the address; any other word means all. */
export function readState(text: string | null): OrderState | "" {
  return ORDER_STATES.find((state) => state === text) ?? "";
}

/** The panel. */
export function OrderHistory({ list, more, state }: {
  readonly list: Loaded<SentOrders>;
  readonly more: (() => void) | undefined;
  readonly state: OrderState | "";
}) {
  const unknown = list.value?.items.filter((order) => order.state === "unknown").length ?? 0;
  return (
    <Panel
      title="History"
      of={list}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <p>
          {state === ""
            ? "This wallet has sent no order through this service yet."
            : `No order is ${state}.`}
        </p>
      }
      tools={
        <Choice
          label="Show"
          value={state}
          choices={CHOICES}
          onValue={(state) => setQuery({ state })}
        />
      }
    >
      {({ items, last }) => (
        <>
          {unknown === 0 ? null : (
            <div class="note caution" role="status">
              <p>
                <strong>
                  {unknown === 1
                    ? "How one order ended is not known yet."
                    : `How ${unknown} orders ended is not known yet.`}
                </strong>{" "}
                It was sent, and the venue's answer did not arrive or decided nothing. The service
                asks the venue until it knows. Do not place such an order again under a new key:
                {" "}
                <a href="/docs/guide/orders#when-no-answer-arrives">why</a>.
              </p>
            </div>
          )}
          <WideTable
            label="History of orders"
            kind="cards"
            columns={["Sent, UTC", "State", "Order", "What became of it", { number: "Counts as" }, {
              number: "Took",
            }]}
          >
            {items.map((order) => <HistoryRow key={order.id} of={order} now={last.now} />)}
          </WideTable>
          <MoreButton more={more} />
        </>
      )}
    </Panel>
  );
}

function HistoryRow({ of, now }: { readonly of: SentOrder; readonly now: string }) {
  const chain = chainText(of, { now });
  const { order, refusal, latency_s, idempotency_key } = of;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <Instant at={of.created_at} />
        <br />
        <code class="soft" title={of.order_id}>{shortHex(of.order_id)}</code>
      </th>
      <td role="cell">
        <span class={STATE_STYLES[of.state]}>{of.state}</span>
      </td>
      <td role="cell">
        {order.side} {order.outcome}{" "}
        <span class="number">
          {order.size === undefined
            ? givenText(order, order.amount)
            : `${sharesText(order.size)} at ${numberText(order.price ?? 0)}`}
        </span>{" "}
        {of.order_type}
        {order.loweredTo === undefined ? null : `, lowered to ${givenText(order, order.loweredTo)}`}
        <br />
        <code class="soft">{order.slug}</code>
      </td>
      <td role="cell" class="words">
        {sentText(of)}
        {chain === "" ? null : <div>{chain}</div>}
        {refusal?.hint === undefined ? null : <div class="soft">{refusal.hint}</div>}
        {idempotency_key === null ? null : (
          <div class="soft">
            key <code>{idempotency_key}</code>
          </div>
        )}
      </td>
      <td role="cell" class="number" data-label="Counts as">
        {of.state === "refused" ? "-" : usdcText(of.notional_usdc)}
      </td>
      <td role="cell" class="number" data-label="Took">
        {latency_s === null ? "-" : `${numberText(latency_s)} s`}
        {of.reconciled === true ? <div class="soft">looked up</div> : null}
      </td>
    </tr>
  );
}
