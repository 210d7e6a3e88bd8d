/**
 * `<symbol>@aggTrade`: every aggregate trade, when it happens.
 *
 * @module
 */
import { type Listed } from "./endpoint.ts";
import { aggTradeEvent } from "./stream_event.ts";
import { type StreamSource } from "./stream_pump.ts";
import { strideSecOf } from "../stride.ts";
import { isSentAt, windowOf } from "./thinning.ts";
import { type NumberedTrade, numberTrades } from "./trade_id.ts";

/** How far the next trade is looked for, and a neighbour of a trade. */
const LOOK_MS = 60_000;

/**
 * The trades of one symbol.
 *
 * On a clock so fast that trades are left out, their ids show it. The last trade before and the
 * first one after a multiple of five minutes are always sent, in whichever second they are: that
 * their ids follow each other proves which trade opened an hour.
 */
export function makeTradeSource({ listing, tape }: Listed, speed: number): StreamSource {
  const stride = strideSecOf(speed);
  return {
    dueAfter(instantMs) {
      const span = { from: instantMs + 1, to: instantMs + 1 + LOOK_MS };
      return tape.first(span, 1)[0]?.atMs ?? span.to;
    },
    between({ from, to }) {
      const trades = tape.first({ from, to }, Infinity);
      const [first] = trades;
      if (first === undefined) return [];
      const windows = [
        tape.last({ from: from - LOOK_MS, to: from }, 1).at(0),
        ...trades,
        tape.first({ from: to, to: to + LOOK_MS }, 1).at(0),
      ].map((trade) => trade && windowOf(trade.atMs));
      const isSent = ({ trade }: NumberedTrade, i: number) =>
        isSentAt(trade.atMs, stride) || windows[i] !== windows[i + 1] ||
        windows[i + 1] !== windows[i + 2];
      return numberTrades(trades, tape.countBefore(first.atMs)).filter(isSent).map((numbered) => ({
        atMs: numbered.trade.atMs,
        data: aggTradeEvent(numbered, { listing, eventMs: to - 1 }),
      }));
    },
  };
}
