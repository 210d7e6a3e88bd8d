/**
 * The 5-minute windows of btc: what pages begin with that ask about a market.
 *
 * @module
 */
import type { MarketWindow } from "../../client/typescript/mod.ts";
import { publicApi } from "./api.ts";

/** Asks for the windows of a UTC day, such as `2026-11-23`. */
export async function askBtcWindows(
  date: string,
  signal: AbortSignal,
): Promise<ReadonlyArray<MarketWindow>> {
  const asked = { asset: "btc", interval: "5min", date } as const;
  const { data } = await publicApi.markets.timestamps(asked, { signal });
  return data["5min"]?.chronological_order ?? [];
}
