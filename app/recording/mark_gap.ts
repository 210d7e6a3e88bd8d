/**
 * Marks where a recording goes on after nobody recorded: its sockets were down until they are open.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { EXCHANGE_STREAM } from "../../adapters/binance/trade_stream.ts";
import { ORACLE_STREAM } from "../../adapters/chainlink/stream_target.ts";
import { VENUE_STREAM } from "../../adapters/polymarket/book/book_follower.ts";
import { RELAY } from "../../adapters/polymarket/relay/relay_name.ts";
import { dataFile, dayOf } from "../../adapters/recording/day_folder.ts";
import type { Recorder } from "../../adapters/recording/recorder.ts";

const SOCKETS = [
  ["oracle", ORACLE_STREAM],
  ["relay", RELAY],
  ["exchange", EXCHANGE_STREAM],
  ["books", VENUE_STREAM],
] as const;

/** Keeps a loss of each socket of which the day has something. Times are unix milliseconds. */
export function markGap(recorder: Pick<Recorder, "keep">, folder: string, atMs: number): void {
  for (const [feed, provider] of SOCKETS) {
    if (!existsSync(dataFile(folder, { day: dayOf(atMs), feed }))) continue;
    const about = "nobody recorded before";
    recorder.keep({ feed, kind: "lost", atMs, providerMs: null, provider, about, text: "" });
  }
}
