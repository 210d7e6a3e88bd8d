/**
 * The `<symbol>@kline_<interval>` streams: the open candle, and each candle as it closes.
 *
 * @module
 */
import { type Candle, joinCandles } from "../world/trade.ts";
import { type Listed } from "./endpoint.ts";
import { type KlineInterval } from "./kline_interval.ts";
import { silentCandle } from "./klines.ts";
import { klineEvent } from "./stream_event.ts";
import { type StreamEvent, type StreamSource } from "./stream_pump.ts";
import { type Tape } from "./tape.ts";
import { strideSecOf } from "../kit/stride.ts";
import { isSentAt } from "./thinning.ts";

const SECOND = "1s";
const PUSH_MS = 2_000;

/**
 * Makes the source of one symbol and interval.
 *
 * An open candle is sent every two seconds of the clock if it traded since; a closing candle is
 * sent immediately; one-second candles are sent only when they close. On a clock so fast that
 * trades are thinned out, open candles are sent less often by the same factor, and one-second
 * candles only where trades are sent.
 */
export function makeKlineSource(
  { listing, tape }: Listed,
  interval: KlineInterval,
  speed: number,
): StreamSource {
  const isSecond = interval.name === SECOND;
  const stride = strideSecOf(speed);
  const pushMs = PUSH_MS * stride;
  const candleUntil = makeGrowingCandle(tape);
  let sent = "";

  const eventOf = (
    openMs: number,
    { candle, isClosed, eventMs }: {
      readonly candle: Candle;
      readonly isClosed: boolean;
      readonly eventMs: number;
    },
  ) => {
    const closeMs = interval.nextOpen(openMs, 0) - 1;
    const index = tape.indexFrom(openMs);
    const kline = { openMs, closeMs, candle, interval: interval.name, isClosed, index };
    return klineEvent(kline, { listing, eventMs });
  };

  return {
    dueAfter(instantMs) {
      const nextOpenMs = interval.nextOpen(interval.openOf(instantMs, 0), 0);
      return Math.min(nextOpenMs, (Math.floor(instantMs / pushMs) + 1) * pushMs);
    },
    between({ from, to }) {
      const eventMs = to - 1;
      const events: StreamEvent[] = [];
      let openMs = interval.openOf(from - 1, 0);
      for (let nextMs = interval.nextOpen(openMs, 0); nextMs < to;) {
        if (!isSecond || isSentAt(openMs, stride)) {
          const candle = candleUntil(openMs, nextMs) ?? silentCandle(tape, openMs);
          const data = candle && eventOf(openMs, { candle, isClosed: true, eventMs });
          if (data !== undefined) events.push({ atMs: nextMs, data });
        }
        openMs = nextMs;
        nextMs = interval.nextOpen(openMs, 0);
      }
      if (isSecond || Math.floor(eventMs / pushMs) * pushMs < from) return events;
      const candle = candleUntil(openMs, to);
      const state = `${openMs}:${candle?.count}`;
      if (candle === undefined || state === sent) return events;
      sent = state;
      const data = eventOf(openMs, { candle, isClosed: false, eventMs });
      return [...events, { atMs: eventMs, data }];
    },
  };
}

/** Makes a candle that grows from its open to an instant without adding any trade twice. */
function makeGrowingCandle(tape: Tape): (openMs: number, toMs: number) => Candle | undefined {
  let known: { openMs: number; toMs: number; candle: Candle | undefined } | undefined;
  let knownOf = tape.recorded.all();
  return (openMs, toMs) => {
    if (knownOf !== tape.recorded.all()) known = undefined;
    knownOf = tape.recorded.all();
    if (known?.openMs !== openMs) known = { openMs, toMs: openMs, candle: undefined };
    const candle = joinCandles(known.candle, tape.candle({ from: known.toMs, to: toMs }));
    known = { openMs, toMs, candle };
    return candle;
  };
}
