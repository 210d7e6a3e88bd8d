/**
 * The probe question for a socket of the exchange: does it open and deliver a trade?
 *
 * @module
 */
import { Deferred, Effect, References, Result } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../core/port/provider_question.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import type { ExchangeMarket } from "../../core/price/mod.ts";
import { runReconnectingSocket, type SocketLoss, withinMachineTime } from "../outbound/mod.ts";
import { EXCHANGE } from "./http_failure.ts";
import { type StreamOrigins, streamUrls } from "./stream_address.ts";
import { readStreamFrame } from "./stream_frame.ts";
import { EXCHANGE_STREAM } from "./trade_stream.ts";
import { readPriceE18 } from "./window_candle.ts";

/** Every symbol trades within seconds. In machine time. */
const TRADE_MS_MAX = 15_000;

/** Creates the question for one market's socket; if the spot host fails, for its mirror. */
export const makeStreamQuestion = Effect.fnUntraced(function* (
  origins: StreamOrigins,
  { market }: { readonly market: ExchangeMarket },
) {
  const watch = yield* ProviderWatch;
  const [url, ...mirrors] = streamUrls(origins, market);
  const ask = mirrors.reduce(
    (ask, mirror) =>
      Effect.catch(
        ask,
        // An unreadable frame is reported, even if the mirror might be readable.
        (failure) => failure.reason === "unreadable" ? Effect.fail(failure) : firstTrade(mirror),
      ),
    firstTrade(url),
  );
  return {
    name: `exchange ${market} stream`,
    asks: "the next trade",
    // The failure is in the answer, so nothing is logged.
    ask: ask.pipe(
      Effect.provideService(ProviderWatch, watch),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  } satisfies ProviderQuestion;
});

/** Returns the first trade of the socket as text, and closes the connection. */
const firstTrade = Effect.fnUntraced(function* (url: string) {
  const answer = yield* Deferred.make<string, ProviderFailed>();
  let isOpen = false;
  const link = runReconnectingSocket({
    provider: EXCHANGE_STREAM,
    target: () => Effect.succeed({ url }),
    opened: () => {
      isOpen = true;
    },
    message: (text) => {
      const result = answerOf(text, new URL(url).host);
      if (result !== undefined) Deferred.doneUnsafe(answer, Effect.fromResult(result));
      return result !== undefined;
    },
    lost: (loss) => Deferred.doneUnsafe(answer, Effect.fail(lostFailure(loss))),
    // Longer than the question's own time limit.
    silenceMsMax: 2 * TRADE_MS_MAX,
  });
  return yield* withinMachineTime(Effect.raceFirst(Deferred.await(answer), link), {
    timeoutMs: TRADE_MS_MAX,
    // A socket that opens and stays silent has moved its streams.
    onTimeout: () =>
      isOpen ? failed("unreadable", "the socket opened but sent no trade") : failed("timeout", url),
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

function lostFailure({ reason, refusedStatus = 500 }: SocketLoss): ProviderFailed {
  return failed(refusedStatus < 500 ? "refused" : "unreachable", reason);
}

function failed(reason: ProviderFailed["reason"], why: string): ProviderFailed {
  return new ProviderFailed({ provider: EXCHANGE, reason, cause: new Error(why) });
}
