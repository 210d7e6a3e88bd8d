/**
 * The probe's question to a socket of the exchange: does it open, and does it bring a trade.
 *
 * @module
 */
import { Deferred, Effect, References, Result } from "effect";
import { ProviderFailed, type ProviderQuestion, ProviderWatch } from "../../core/port/mod.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import { type LinkLoss, runLink, withinMachineTime } from "../outbound/mod.ts";
import { EXCHANGE } from "./status.ts";
import { type StreamOrigins, streamUrls } from "./stream_address.ts";
import { readStreamFrame } from "./stream_frame.ts";
import { EXCHANGE_STREAM } from "./trade_stream.ts";
import { readPriceE18 } from "./window_candle.ts";

/** Every symbol trades within seconds. By the machine's clock. */
const TRADE_MS_MAX = 15_000;

/** The question to one market's socket; where the host of spot fails, to its mirror. */
export const makeStreamQuestion = Effect.fnUntraced(function* (
  origins: StreamOrigins,
  { market, tradeMsMax = TRADE_MS_MAX }: {
    readonly market: ExchangeMarket;
    readonly tradeMsMax?: number;
  },
) {
  const watch = yield* ProviderWatch;
  const [url, ...mirrors] = streamUrls(origins, market);
  const ask = mirrors.reduce(
    (ask, mirror) =>
      Effect.catch(
        ask,
        // What is not understood is news, whoever else might be.
        (failure) =>
          failure.reason === "unreadable" ? Effect.fail(failure) : firstTrade(mirror, tradeMsMax),
      ),
    firstTrade(url, tradeMsMax),
  );
  return {
    name: `exchange ${market} stream`,
    asks: "the next trade",
    // What goes wrong is in the answer.
    ask: ask.pipe(
      Effect.provideService(ProviderWatch, watch),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  } satisfies ProviderQuestion;
});

/** The first trade that the socket brings, in words. The connection is closed again. */
const firstTrade = Effect.fnUntraced(function* (url: string, tradeMsMax: number) {
  const answer = yield* Deferred.make<string, ProviderFailed>();
  let isOpen = false;
  const link = runLink({
    provider: EXCHANGE_STREAM,
    target: () => Effect.succeed({ url }),
    opened: () => {
      isOpen = true;
    },
    message: (text) => {
      const said = answerOf(text, new URL(url).host);
      if (said !== undefined) Deferred.doneUnsafe(answer, Effect.fromResult(said));
      return said !== undefined;
    },
    lost: (loss) => Deferred.doneUnsafe(answer, Effect.fail(lostFailure(loss))),
    // Not before the question itself is given up.
    silenceMsMax: 2 * tradeMsMax,
  });
  return yield* withinMachineTime(Effect.raceFirst(Deferred.await(answer), link), {
    timeoutMs: tradeMsMax,
    // One that opens and stays silent has moved its streams elsewhere.
    onTimeout: () =>
      isOpen ? failed("unreadable", "it opened and brought no trade") : failed("timeout", url),
  });
});

function answerOf(
  text: string,
  host: string,
): Result.Result<string, ProviderFailed> | undefined {
  const frame = readStreamFrame(text);
  if (frame === "other") return undefined;
  if (frame === "unreadable") return Result.fail(failed("unreadable", text.slice(0, 200)));
  const { symbol, trade: { p, T } } = frame;
  return Result.map(
    readPriceE18(p),
    () => `${symbol} ${p} at ${new Date(T).toISOString()} from ${host}`,
  );
}

function lostFailure({ reason, refusedStatus = 500 }: LinkLoss): ProviderFailed {
  return failed(refusedStatus < 500 ? "refused" : "unreachable", reason);
}

function failed(reason: ProviderFailed["reason"], why: string): ProviderFailed {
  return new ProviderFailed({ provider: EXCHANGE, reason, cause: new Error(why) });
}
