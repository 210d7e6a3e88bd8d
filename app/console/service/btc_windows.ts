/**
 * The 5-minute windows of btc: what pages begin with that ask about a market.
 *
 * @module
 */
import { askApi } from "./api.ts";
import type { ListedWindow } from "./window_slug.ts";

/** The answer of `GET /api/v1/markets/timestamps`. */
interface WindowsAnswer {
  readonly data: {
    readonly "5min": { readonly chronological_order: ReadonlyArray<ListedWindow> };
  };
}

/** Asks for the windows of a UTC day, such as `2026-11-23`. */
export async function askBtcWindows(
  date: string,
  signal: AbortSignal,
): Promise<ReadonlyArray<ListedWindow>> {
  const { data } = await askApi<WindowsAnswer>({
    path: "/api/v1/markets/timestamps",
    query: { asset: "btc", interval: "5min", date },
    signal,
  });
  return data["5min"].chronological_order;
}
