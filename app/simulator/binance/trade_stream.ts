/**
 * The `<symbol>@aggTrade` streams: every aggregate trade, as it happens.
 *
 * @module
 */
import { type Listed } from "./endpoint.ts";
import { type StreamSource } from "./stream_pump.ts";
import { strideSecOf } from "../kit/stride.ts";
import { isSentAt, windowOf } from "./thinning.ts";
import { type NumberedTrade, numberTrades } from "./trade_id.ts";
import { aggTradeRow } from "./wire_row.ts";

/** How far to search for the next trade, and for a trade's neighbour, in milliseconds. */
const POLL_MS = 60_000;

/**
 * Makes the source of one symbol.
 *
 * On a clock so fast that trades are skipped, gaps in their ids show it. The last trade before a
 * multiple of five minutes and the first one after it are always sent, in any second: their
 * consecutive ids prove which trade opened an hour.
 */
export function makeTradeSource({ listing, tape }: Listed, speed: number): StreamSource {
  const stride = strideSecOf(speed);
  return {
    dueAfter(instantMs) {
      const span = { from: instantMs + 1, to: instantMs + 1 + POLL_MS };
      return tape.first(span, 1)[0]?.atMs ?? span.to;
    },
    between({ from, to }) {
      const trades = tape.first({ from, to }, Infinity);
      const [first] = trades;
      if (first === undefined) return [];
      const windows = [
        tape.last({ from: from - POLL_MS, to: from }, 1).at(0),
        ...trades,
        tape.first({ from: to, to: to + POLL_MS }, 1).at(0),
      ].map((trade) => trade && windowOf(trade.atMs));
      const isSent = ({ trade }: NumberedTrade, i: number) =>
        isSentAt(trade.atMs, stride) || windows[i] !== windows[i + 1] ||
        windows[i + 1] !== windows[i + 2];
      return numberTrades(trades, tape.indexFrom(first.atMs)).filter(isSent).map((numbered) => ({
        atMs: numbered.trade.atMs,
        // The fields of the REST row behind an event head.
        data: {
          e: "aggTrade",
          E: to - 1,
          s: listing.symbol,
          ...aggTradeRow(numbered, listing),
        },
      }));
    },
  };
}
