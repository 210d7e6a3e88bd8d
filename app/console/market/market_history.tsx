/**
 * The last windows of a market: as a strip, as a chart with one's own orders, and as a table that
 * opens to what is known of each.
 *
 * @module
 */
import { useMemo } from "preact/hooks";
import type { Interval, Leg, SentOrder } from "../../client/typescript/mod.ts";
import { ActionButton } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { useIsSlow } from "../part/waiting.tsx";
import { serviceNowMs } from "../service/service_time.ts";
import { CHART_WINDOWS, type Point, slotsOf, type Step } from "./chart_line.ts";
import type { HistoryWindow } from "./history_answer.ts";
import { askWindows } from "./history_request.ts";
import type { Own } from "../wallets/use_own_orders.ts";
import { AgreementLine } from "./agreement_line.tsx";
import { otherSteps } from "./leg_list.ts";
import type { MarketProps } from "./live_window.tsx";
import { lengthSecOf } from "./market_name.ts";
import { orderMarks, ordersIn } from "./order_mark.ts";
import { OwnOrdersTable } from "./own_orders_table.tsx";
import { PriceChart } from "./price_chart.tsx";
import type { Legs } from "./use_legs.ts";
import { useWindows } from "./use_windows.ts";
import { WindowStrip } from "./window_strip.tsx";
import { WindowTable } from "./window_table.tsx";

/** Windows of the exchange do not open at the average: these of the oracle show it instead. */
const LINE_OF: Readonly<Partial<Record<Interval, Interval>>> = { "1hour": "15min", daily: "4hour" };

const NONE: ReadonlyArray<SentOrder> = [];
const NO_LEGS: ReadonlyArray<Leg> = [];

/** All of it. */
export function MarketHistory(
  { asset, interval, own, legs }: MarketProps & { readonly own: Own; readonly legs: Legs },
) {
  const { list, loaded, more, hasMore } = useWindows({ asset, interval });
  const lineOf = LINE_OF[interval];
  const line = useLoaded(
    async (signal) =>
      lineOf === undefined ? [] : await askWindows({
        asset,
        interval: lineOf,
        endSec: Math.floor(serviceNowMs() / 1000) + 1,
        count: CHART_WINDOWS * lengthSecOf(interval) / lengthSecOf(lineOf),
        hasOutcomes: false,
        signal,
      }),
    { by: [asset, interval] },
  );
  // What the service has not kept yet, it asks the oracle for, at the oracle's pace.
  const isLineSlow = useIsSlow(line.isLoading);
  const charted = useMemo(() => list.slice(0, CHART_WINDOWS).toReversed(), [list]);
  const targets = useMemo(() => charted.flatMap(stepOf), [charted]);
  const past = useMemo(
    () => (lineOf === undefined ? charted : line.value ?? []).flatMap(pointOf),
    [lineOf, charted, line.value],
  );
  const endSec = (charted.at(-1)?.timestamp_end ?? 0) + 1;
  const orders = own.sent.value ?? NONE;
  const slots = useMemo(() => slotsOf(interval, endSec), [interval, endSec]);
  const marks = useMemo(
    () => orderMarks(orders, { windows: charted, slots }),
    [orders, charted, slots],
  );
  const { venues, known } = legs;
  const others = useMemo(
    () => venues.map((venue) => ({ venue, steps: otherSteps(venue, { windows: charted, known }) })),
    [venues.join(), charted, known],
  );
  const last = known.get(charted.at(-1)?.timestamp_start ?? NaN)?.legs ?? NO_LEGS;
  return (
    <>
      <WindowStrip list={list} known={known} />
      {venues.map((venue) => (
        <AgreementLine key={venue} asset={asset} interval={interval} venue={venue} />
      ))}
      <FailureNote failure={legs.loaded.failure} retry={legs.loaded.reload} />
      {/* The windows below say why they cannot be loaded. */}
      {loaded.value === undefined && loaded.failure !== undefined ? null : (
        <Panel
          title={`Average and targets of ${interval} windows`}
          of={{ ...loaded, failure: undefined }}
          tools={isLineSlow ? <progress aria-label="Loading the line" /> : undefined}
        >
          {() =>
            charted.length === 0 ? null : (
              <PriceChart
                asset={asset}
                interval={interval}
                slots={slots}
                past={past}
                targets={targets}
                marks={marks}
                others={others}
                last={last}
              />
            )}
        </Panel>
      )}
      <FailureNote failure={line.failure} retry={line.reload} />
      <FailureNote failure={own.sent.failure} retry={own.sent.reload} />
      <OwnOrdersTable orders={ordersIn(list, orders)} />
      <Panel
        title="Windows"
        of={loaded}
        isEmpty={() => list.length === 0}
        empty={<p>No window of this market has opened yet.</p>}
        tools={<small>newest first, times in UTC</small>}
      >
        {() => (
          <>
            <WindowTable asset={asset} interval={interval} list={list} legs={legs} />
            <FailureNote failure={more.failure} />
            {hasMore
              ? (
                <div class="buttons">
                  <ActionButton action={more} onPress={() => void more.run()}>
                    Show older windows
                  </ActionButton>
                </div>
              )
              : (
                <p class="soft">
                  Older windows: <a href="/docs/guide/prices">GET /api/v1/history/range</a>
                </p>
              )}
          </>
        )}
      </Panel>
    </>
  );
}

function stepOf({ timestamp_start, timestamp_end, price }: HistoryWindow): ReadonlyArray<Step> {
  return price === null ? [] : [{ startSec: timestamp_start, endSec: timestamp_end + 1, price }];
}

function pointOf({ timestamp_start, price }: HistoryWindow): ReadonlyArray<Point> {
  return price === null ? [] : [{ sec: timestamp_start, price }];
}
