/**
 * The windows of a market, each with a button that opens what is known of it.
 *
 * @module
 */
import { Fragment } from "preact";
import { place, setQuery } from "../frame/location.ts";
import { WideTable } from "../part/wide_table.tsx";
import { nowSec } from "../service/service_time.ts";
import type { HistoryWindow } from "./history_answer.ts";
import type { MarketProps } from "./live_window.tsx";
import { outcomeMark } from "./outcome_mark.ts";
import { exactPrice, shortPrice } from "./price_text.ts";
import { windowText } from "../part/time_text.ts";
import type { Legs } from "./use_legs.ts";
import { WindowDetail } from "./window_detail.tsx";
import type { WindowList } from "./window_list.ts";

/** Returns the id of the button that opens a window. */
export function windowButtonId(startSec: number): string {
  return `window-${startSec}`;
}

/** The table. The open window is kept in the address. */
export function WindowTable(
  { asset, interval, list, legs }: MarketProps & {
    readonly list: WindowList;
    readonly legs: Legs;
  },
) {
  const openSec = Number(place.value.query.get("window"));
  return (
    <WideTable
      label="Windows"
      kind="windows"
      columns={["Window", { number: "Target" }, { number: "Close" }, "Outcome"]}
    >
      {list.map((window) => {
        const startSec = window.timestamp_start;
        const isOpen = startSec === openSec;
        return (
          <Fragment key={startSec}>
            <tr>
              <th scope="row">
                <button
                  type="button"
                  class="plain"
                  id={windowButtonId(startSec)}
                  aria-expanded={isOpen}
                  onClick={() => setQuery({ window: isOpen ? undefined : String(startSec) })}
                >
                  {isOpen ? "▾" : "▸"} {windowText(startSec, window.timestamp_end + 1)}
                </button>
              </th>
              <td class="number">
                <Target window={window} />
              </td>
              <td class="number">
                <Price price={window.outcomeMeta?.closePrice ?? null} />
              </td>
              <td>
                <OutcomeText window={window} />
              </td>
            </tr>
            {isOpen
              ? (
                <tr>
                  <td colSpan={4}>
                    <WindowDetail
                      asset={asset}
                      interval={interval}
                      startSec={startSec}
                      legs={legs}
                    />
                  </td>
                </tr>
              )
              : null}
          </Fragment>
        );
      })}
    </WideTable>
  );
}

function Target({ window: { price, provisional, error } }: { readonly window: HistoryWindow }) {
  if (price === null) return <span class="warn" title={error}>none</span>;
  return (
    <>
      <Price price={price} />
      {provisional === true ? <span class="mark warn">provisional</span> : null}
    </>
  );
}

function Price({ price }: { readonly price: number | null }) {
  if (price === null) return <span class="soft">-</span>;
  return <span title={exactPrice(price)}>{shortPrice(price)}</span>;
}

/** Follows the clock only while the window is open. */
function OutcomeText({ window: { timestamp_end, outcomeMeta } }: {
  readonly window: HistoryWindow;
}) {
  const outcome = outcomeMeta?.outcome ?? null;
  if (outcome === null) {
    return <span class="soft">{nowSec.value > timestamp_end ? "not known yet" : "open"}</span>;
  }
  const { sign, colour, word } = outcomeMark(outcome);
  return (
    <>
      <span class={colour}>{sign} {word}</span>
      {outcomeMeta?.final === false ? <span class="mark warn">not final</span> : null}
    </>
  );
}
