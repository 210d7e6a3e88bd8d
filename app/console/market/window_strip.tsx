/**
 * How the last windows of a market ended, at a glance.
 *
 * @module
 */
import { place, setQuery } from "../frame/location.ts";
import { windowText } from "../part/time_text.ts";
import { nowSec } from "../service/service_time.ts";
import type { HistoryWindow } from "./history_answer.ts";
import type { LegsByStart } from "./leg_list.ts";
import { differenceText } from "./leg_words.ts";
import { outcomeMark } from "./outcome_mark.ts";
import { lastEnded, type WindowList } from "./window_list.ts";
import { windowButtonId } from "./window_table.tsx";

/** The windows of the strip. */
const SHOWN = 20;

/** Marks a window whose winner is another at another venue. */
const DIFFERS = "≠";

/** The strip, oldest first. Each window opens in the table below. */
export function WindowStrip(
  { list, known }: { readonly list: WindowList; readonly known: LegsByStart },
) {
  const ended = lastEnded(list, { nowSec: nowSec.value, count: SHOWN });
  if (ended.length === 0) return null;
  const differences = new Map(ended.map(({ timestamp_start }) => {
    const { legs = [] } = known.get(timestamp_start) ?? {};
    return [timestamp_start, differenceText(legs)];
  }));
  const isAnyMarked = [...differences.values()].some((text) => text !== undefined);
  return (
    <>
      <small id="strip">
        How the last {ended.length} windows ended, oldest first
        {isAnyMarked ? `; ${DIFFERS}: venues named different winners` : ""}
      </small>
      <ol class="strip" aria-labelledby="strip">
        {ended.map((window) => (
          <li key={window.timestamp_start}>
            <EndedWindow
              window={window}
              difference={differences.get(window.timestamp_start)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function EndedWindow({ window, difference }: {
  readonly window: HistoryWindow;
  readonly difference: string | undefined;
}) {
  const startSec = window.timestamp_start;
  const { sign, colour, word } = outcomeMark(window.outcomeMeta?.outcome ?? null);
  const text = `${windowText(startSec, window.timestamp_end + 1)}: ${word}` +
    (difference === undefined ? "" : `, but not at each venue: ${difference}`);
  return (
    <button
      type="button"
      class={colour}
      title={text}
      aria-label={text}
      aria-pressed={place.value.query.get("window") === String(startSec)}
      onClick={() => {
        setQuery({ window: String(startSec) });
        // Brings it into sight too.
        document.getElementById(windowButtonId(startSec))?.focus();
      }}
    >
      {sign}
      {difference === undefined ? null : <span class="differs">{DIFFERS}</span>}
    </button>
  );
}
