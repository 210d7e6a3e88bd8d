/**
 * The market that a ticket begins with which is for any market.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { useLoaded } from "../part/loaded.ts";
import { dayOf } from "../part/time_text.ts";
import { askBtcWindows } from "../service/btc_windows.ts";
import { nowSec } from "../service/service_time.ts";
import { comingStartSec, slugAt } from "../service/window_slug.ts";

/** A failure does not last for as long as the page is open. */
const EVERY_MS = 60_000;

/** Returns the slug of the 5-minute window of btc that opens next; undefined until it is known. */
export function useComingSlug(): string | undefined {
  const startSec = useComputed(() => comingStartSec(nowSec.value)).value;
  const date = dayOf(startSec);
  const { value } = useLoaded((signal) => askBtcWindows(date, signal), {
    by: [date],
    everyMs: EVERY_MS,
  });
  return value === undefined ? undefined : slugAt(value, startSec);
}
