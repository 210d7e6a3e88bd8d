/**
 * The 5-minute window of btc that opens next: it trades already, and for longer than it takes to
 * fill in an order.
 *
 * @module
 */
import { useComputed } from "@preact/signals";
import { useLoaded } from "../part/loaded.ts";
import { ask } from "../service/api.ts";
import { nowSec } from "../service/service_time.ts";
import { comingStartSec, type ListedWindow, slugAt } from "./window_slug.ts";

interface WindowsAnswer {
  readonly data: {
    readonly "5min": { readonly chronological_order: ReadonlyArray<ListedWindow> };
  };
}

/** Returns the slug of the window that opens next; undefined until it is known. */
export function useComingSlug(): string | undefined {
  const startSec = useComputed(() => comingStartSec(nowSec.value)).value;
  const date = new Date(startSec * 1000).toISOString().slice(0, 10);
  const { value } = useLoaded((signal) =>
    ask<WindowsAnswer>({
      method: "GET",
      path: "/api/v1/markets/timestamps",
      query: { asset: "btc", interval: "5min", date },
      signal,
    }), { by: [date] });
  return value === undefined ? undefined : slugAt(value.data["5min"].chronological_order, startSec);
}
